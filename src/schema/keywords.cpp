#include "schema/keywords.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace assay::schemas {
namespace {

using enum keyword;
using enum holds;
constexpr draft v4 = draft::v4;
constexpr draft v6 = draft::v6;
constexpr draft v7 = draft::v7;
constexpr draft v2019 = draft::v2019;
constexpr draft v2020 = draft::v2020;

constexpr std::array table{
    keyword_info{"$schema", schema_},
    keyword_info{"$id", id, values, v6},
    keyword_info{"id", old_id, values, v4, v4},
    keyword_info{"$ref", ref},
    keyword_info{"$anchor", anchor, values, v2019},
    keyword_info{"$dynamicAnchor", dynamic_anchor, values, v2020},
    keyword_info{"$dynamicRef", dynamic_ref, values, v2020},
    keyword_info{"$recursiveAnchor", recursive_anchor, values, v2019, v2019},
    keyword_info{"$recursiveRef", recursive_ref, values, v2019, v2019},
    keyword_info{"$vocabulary", vocabulary, values, v2019},
    keyword_info{"$defs", defs,
                 schemas_by_name},  // widely used in older drafts too, where it is a plain place to keep them
    keyword_info{"definitions", definitions, schemas_by_name},
    keyword_info{"type", keyword::type},
    keyword_info{"enum", enum_},
    keyword_info{"const", const_, values, v6},
    keyword_info{"properties", properties, schemas_by_name},
    keyword_info{"required", required},
    keyword_info{"additionalProperties", additional_properties, holds::schema},
    keyword_info{"patternProperties", pattern_properties, schemas_by_name},
    keyword_info{"propertyNames", property_names, holds::schema, v6},
    keyword_info{"minProperties", min_properties},
    keyword_info{"maxProperties", max_properties},
    keyword_info{"dependentRequired", dependent_required, values, v2019},
    keyword_info{"dependentSchemas", dependent_schemas, schemas_by_name, v2019},
    keyword_info{"dependencies", dependencies, schemas_or_names, v4, v7},
    keyword_info{"items", items, holds::schema, v2020},
    keyword_info{"items", items, schema_or_schemas, v4, v2019},
    keyword_info{"prefixItems", prefix_items, holds::schemas, v2020},
    keyword_info{"additionalItems", additional_items, holds::schema, v4, v2019},
    keyword_info{"contains", contains, holds::schema, v6},
    keyword_info{"minContains", min_contains, values, v2019},
    keyword_info{"maxContains", max_contains, values, v2019},
    keyword_info{"minItems", min_items},
    keyword_info{"maxItems", max_items},
    keyword_info{"uniqueItems", unique_items},
    keyword_info{"minimum", minimum},
    keyword_info{"maximum", maximum},
    keyword_info{"exclusiveMinimum", exclusive_minimum},
    keyword_info{"exclusiveMaximum", exclusive_maximum},
    keyword_info{"multipleOf", multiple_of},
    keyword_info{"minLength", min_length},
    keyword_info{"maxLength", max_length},
    keyword_info{"pattern", pattern},
    keyword_info{"anyOf", any_of, holds::schemas},
    keyword_info{"oneOf", one_of, holds::schemas},
    keyword_info{"allOf", all_of, holds::schemas},
    keyword_info{"not", not_, holds::schema},
    keyword_info{"if", if_, holds::schema, v7},
    keyword_info{"then", then, holds::schema, v7},
    keyword_info{"else", else_, holds::schema, v7},
    keyword_info{"unevaluatedProperties", unevaluated_properties, holds::schema, v2019},
    keyword_info{"unevaluatedItems", unevaluated_items, holds::schema, v2019},
    keyword_info{"title", annotation},
    keyword_info{"description", annotation},
    keyword_info{"default", annotation},
    keyword_info{"examples", annotation, values},
    keyword_info{"format", annotation},
    keyword_info{"$comment", annotation, values},
    keyword_info{"deprecated", annotation},
    keyword_info{"readOnly", annotation},
    keyword_info{"writeOnly", annotation},
    keyword_info{"contentEncoding", annotation},
    keyword_info{"contentMediaType", annotation},
    keyword_info{"contentSchema", annotation, values, v2019},
};

}  // namespace

const keyword_info* find_keyword(std::string_view name, draft d) {
  static const auto index = [] {
    std::unordered_multimap<std::string_view, const keyword_info*> out;
    for (const keyword_info& k : table) out.emplace(k.name, &k);
    return out;
  }();
  const auto [first, last] = index.equal_range(name);
  for (auto it = first; it != last; ++it) {
    if (d >= it->second->first && d <= it->second->last) return it->second;
  }
  return nullptr;
}

}  // namespace assay::schemas
