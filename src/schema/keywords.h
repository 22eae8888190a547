// The keywords of JSON Schema: which drafts know them, and where subschemas stand in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/json.h"
#include "assay/schema.h"

namespace assay::schemas {

enum class keyword : std::uint8_t {
  schema_,
  id,
  old_id,
  ref,
  anchor,
  dynamic_anchor,
  dynamic_ref,
  recursive_anchor,
  recursive_ref,
  vocabulary,
  defs,
  definitions,
  type,
  enum_,
  const_,
  properties,
  required,
  additional_properties,
  pattern_properties,
  property_names,
  min_properties,
  max_properties,
  dependent_required,
  dependent_schemas,
  dependencies,
  items,
  prefix_items,
  additional_items,
  contains,
  min_contains,
  max_contains,
  min_items,
  max_items,
  unique_items,
  minimum,
  maximum,
  exclusive_minimum,
  exclusive_maximum,
  multiple_of,
  min_length,
  max_length,
  pattern,
  any_of,
  one_of,
  all_of,
  not_,
  if_,
  then,
  else_,
  unevaluated_properties,
  unevaluated_items,
  annotation,
};

// What a keyword's value holds.
enum class holds : std::uint8_t { values, schema, schemas, schemas_by_name, schema_or_schemas, schemas_or_names };

struct keyword_info {
  std::string_view name;
  keyword what;
  holds inside = holds::values;
  draft first = draft::v4;
  draft last = draft::v2020;
};

// The keyword, or nullptr if that draft does not know it.
const keyword_info* find_keyword(std::string_view name, draft d);

// Calls visit(node) for each subschema that stands straight in the keyword's value.
template <class Visit>
void for_each_subschema(const keyword_info& k, node value, Visit visit) {
  const auto may_be_schema = [](node n) { return n.is(type::object) || n.is(type::boolean); };
  const bool list = k.inside == holds::schemas || (k.inside == holds::schema_or_schemas && value.is(type::array));
  const bool map =
      (k.inside == holds::schemas_by_name || k.inside == holds::schemas_or_names) && value.is(type::object);
  if (list || map) {
    for (const node item : value) {
      if (may_be_schema(item)) visit(item);
    }
  } else if ((k.inside == holds::schema || k.inside == holds::schema_or_schemas) && may_be_schema(value)) {
    visit(value);
  }
}

}  // namespace assay::schemas
