// The checks of one value that ask nothing of other subschemas. All exact; none recurses or allocates for long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "assay/json.h"
#include "json/number.h"
#include "json/strings.h"
#include "schema/program.h"

namespace assay::schemas {

std::uint32_t count_characters(const char* text, const cell& c);

// Is the number of characters (code points) of a string at least `least` and at most `most`? Decided by the number of
// bytes where that is possible: a character takes 1 to 4, as escapes up to 12 (a surrogate pair, \ud83d\ude00).
inline bool length_fits(const char* text, const cell& c, std::uint32_t least, std::uint32_t most) {
  const std::uint64_t bytes = c.length;
  const std::uint64_t widest = c.has(cell::escaped) ? 12 : c.has(cell::high) ? 4 : 1;
  if (bytes >= least * widest && bytes <= most) return true;
  if (bytes < least || bytes > most * widest) return false;
  const std::uint32_t count = count_characters(text, c);
  return count >= least && count <= most;
}

bool fits_bounds(const program& p, const number_block& n, const char* text, const cell& c);
bool is_multiple(std::string_view number, std::string_view of);
int compare_to(const program& p, const bound& b, const char* text, const cell& c);

// Is the value one of the set?
bool is_one_of(const program& p, const value_set& set, node value);

// Are the items of an array all different? Nearly linear.
bool all_different(node array);

std::uint32_t find_escaped_name(const key_table& table, const char* text, const cell& c);
bool matches_escaped(const pattern& p, const char* text, const cell& c);

// The number of a string cell's decoded text in `table`.
inline std::uint32_t find_name(const key_table& table, const char* text, const cell& c) {
  return c.has(cell::escaped) ? find_escaped_name(table, text, c) : table.find(text + c.offset, c.length);
}

inline bool matches(const pattern& p, const char* text, const cell& c) {
  return c.has(cell::escaped) ? matches_escaped(p, text, c) : p.found_in(raw_text(text, c));
}

// The value of the member `key` (a string cell of `other`), or none.
inline std::uint32_t find_member(node object, const char* other, const cell& key) {
  const cell* const cells = object.cells();
  for (std::uint32_t i = object.index() + 1; i < cells[object.index()].next; i = cells[i + 1].next) {
    if (equal_strings(object.base(), cells[i], other, key)) return i + 1;
  }
  return none;
}

// How many items or members; exact also where the cell's own count is not.
inline std::uint32_t count_of(const cell* cells, std::uint32_t at) {
  if (cells[at].count() != cell::many) return cells[at].count();
  const bool object = cells[at].type() == type::object;
  std::uint32_t count = 0;
  for (std::uint32_t i = at + 1; i < cells[at].next; i = cells[object ? i + 1 : i].next) ++count;
  return count;
}

// Has the value a type of the set?
inline bool has_type(const char* text, const cell& c, std::uint8_t types) {
  if ((types & bit(c.type())) != 0) return true;
  if (c.type() != type::number || (types & integer_bit) == 0) return false;
  if (!c.has(cell::fraction)) return true;
  const cell one[1] = {c};
  return is_integer(node{text, one, 0});
}

// The checks of a scalar's own value; containers have theirs in the object and array blocks.
inline bool scalar_fits(const program& p, const record& r, const char* text, const cell* cells, std::uint32_t at) {
  const cell& c = cells[at];
  if (c.type() == type::string) {
    if (r.values != none && find_name(p.values[r.values].strings, text, c) == key_table::missing) return false;
    if (r.string == none) return true;
    const string_block& s = p.strings[r.string];
    if (!length_fits(text, c, s.min_length, s.max_length)) return false;
    return s.pattern == none || matches(*p.patterns[s.pattern], text, c);
  }
  if (r.values != none && !is_one_of(p, p.values[r.values], node{text, cells, at})) return false;
  return c.type() != type::number || r.number == none || fits_bounds(p, p.numbers[r.number], text, c);
}

}  // namespace assay::schemas
