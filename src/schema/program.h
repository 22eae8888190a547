// What a schema is compiled to: one record for each subschema, flat pools beside it, nothing that changes afterwards.
//
// A record holds the subschema's type mask and the numbers of its blocks: one for each type of instance, so that a
// block is looked at only where the value has its type. A block that is not there is `none`. What a keyword asks of the
// same value through other subschemas (allOf, anyOf, $ref, if, ...) is an applicator; `properties`, `items` and their
// kin stand in the object and array blocks. Records name each other by number, so recursion costs nothing. Subschemas
// that hold nothing but a $ref have no record: they are the record that they refer to.
//
//   {"type": "object", "properties": {"a": {"minimum": 1}}, "anyOf": [{"required": ["a"]}, true]}
//   records       0: types object, object 0, applicators [0, 1)    1: number 0    2: object 1    3: accepts anything
//   objects       0: keys {a: slot 0 -> record 1}                  1: keys {a: slot 0}, required 0b1
//   applicators   0: any_of, targets [0, 2)                        targets 2, 3
//
// The run (machine.h) is over goals: "record r holds for cell c". What must hold together is pushed onto one stack;
// only anyOf, oneOf, not, if, contains and unevaluated* need a frame that takes note of an answer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/json.h"
#include "assay/schema.h"
#include "schema/key_table.h"
#include "schema/pattern.h"

namespace assay::schemas {

inline constexpr std::uint32_t none = 0xFFFFFFFFU;

// Sets of types. A number that is an integer has both bits; "integer" asks for the second.
inline constexpr std::uint8_t integer_bit = 1U << 6U;
inline constexpr std::uint8_t any_type = 0x7F;
constexpr std::uint8_t bit(type t) noexcept { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(t)); }

struct range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool empty() const noexcept { return begin == end; }
  std::uint32_t size() const noexcept { return end - begin; }
};

// enum and const: the strings in a table, the rest one by one.
struct value_set {
  key_table strings;
  range cells;             // all values in the order of the schema, as cells of its document (program::value_cells)
  range others;            // those that are not strings
  std::uint8_t types = 0;  // of all values
  bool is_const = false;
};

// A bound, exactly as written in the schema; `small` where it is a plain integer of at most 18 digits.
struct bound {
  std::uint32_t cell = none;
  bool is_small = false;
  std::int64_t small = 0;
};

struct number_block {
  bound minimum;
  bound maximum;
  bound exclusive_minimum;
  bound exclusive_maximum;
  bound multiple_of;
};

struct string_block {
  std::uint32_t min_length = 0;
  std::uint32_t max_length = none;
  std::uint32_t pattern = none;  // program::patterns
};

struct array_block {
  range prefix;                // program::targets
  std::uint32_t items = none;  // record of the items after the prefix
  std::uint32_t contains = none;
  std::uint32_t min_contains = 1;
  std::uint32_t max_contains = none;
  std::uint32_t min_items = 0;
  std::uint32_t max_items = none;
  bool unique = false;
  bool contains_evaluates = true;  // for unevaluatedItems; not before 2020-12
};

struct pattern_child {
  std::uint32_t pattern;
  std::uint32_t record;
};

// If the key in slot `key` is there, so must be those of `needs` (program::slots).
struct dependency {
  std::uint32_t key;
  range needs;
};

struct object_block {
  key_table keys;                    // names -> slots; those that are required or depend come first
  range children;                    // program::targets by slot: the record of properties, or none
  std::uint32_t members = 0;         // program::members by slot, and one more that no name is like
  std::uint32_t first = 0;           // slot of the first of properties
  std::uint64_t required = 0;        // slots 0 to 63
  std::uint32_t required_count = 0;  // slots [0, required_count) are required
  std::uint32_t declared = 0;        // properties in the schema's order: program::slots
  range order;
  range patterns;  // program::pattern_children
  range dependencies;
  std::uint32_t additional = none;
  std::uint32_t names = none;  // propertyNames
  std::uint32_t min_properties = 0;
  std::uint32_t max_properties = none;
  bool closed = false;  // additionalProperties: false
  bool has_additional = false;
};

enum class op : std::uint8_t { all_of, ref, any_of, one_of, not_, if_, dependent, contains, unevaluated };

// A question to the same value. all_of, any_of, one_of: targets; ref, not_, dependent (with `key`): the first target;
// if_: if, then, else (or none); contains: the array block; unevaluated: the record's own number in targets.
struct applicator {
  op what;
  range targets;
  std::uint32_t key = none;   // dependent: string cell of the schema's document
  std::uint32_t cell = none;  // the keyword's value in the schema
};

struct alignas(64) record {
  std::uint8_t types = any_type;
  std::uint8_t checked = 0;  // types of scalars for which there is more to check than the type
  std::uint8_t deep = 0;     // types of values for which there is more to do than the checks of one scalar
  bool never = false;        // the schema `false`
  bool remember = false;     // many ways lead here: an answer is kept for the next
  bool has_type = false;
  std::uint32_t values = none;
  std::uint32_t number = none;
  std::uint32_t string = none;
  std::uint32_t array = none;
  std::uint32_t object = none;
  range applicators;
  std::uint32_t unevaluated_properties = none;
  std::uint32_t unevaluated_items = none;
  std::uint32_t cell = none;  // of the subschema in the document
};

// A slot of an object block as the fast path needs it: the name, and what stands in the record of its member.
struct alignas(64) member {
  key_table::signature name;
  std::uint32_t record = none;
  std::uint64_t bit = 0;   // in object_block::required; of slots 0 to 63
  std::uint32_t next = 0;  // the slot that comes next in the schema's order
  std::uint8_t types = any_type;
  std::uint8_t checked = 0;
  std::uint8_t deep = 0;
};

struct program {
  std::string text;
  document source;
  std::vector<schema_warning> warnings;
  assay::draft draft = draft::v2020;
  std::uint32_t root = 0;
  std::uint8_t allowed = bit(type::object);  // see schema::allows

  std::vector<record> records;
  std::vector<value_set> values;
  std::vector<number_block> numbers;
  std::vector<string_block> strings;
  std::vector<array_block> arrays;
  std::vector<object_block> objects;
  std::vector<applicator> applicators;
  std::vector<dependency> dependencies;
  std::vector<pattern_child> pattern_children;
  std::vector<std::uint32_t> targets;
  std::vector<member> members;
  std::vector<std::uint32_t> slots;
  std::vector<std::uint32_t> value_cells;
  std::vector<std::unique_ptr<const pattern>> patterns;

  node at(std::uint32_t cell) const noexcept { return {source.text().data(), source.root().cells(), cell}; }
};

}  // namespace assay::schemas
