// Which records a member or an item must fit for certain: those reached through properties, items and their kin, allOf
// and $ref. Shared by what explains a value, what watches one that grows, and what looks for nulls.
#pragma once

#include <cstdint>
#include <vector>

#include "schema/assertions.h"
#include "schema/program.h"

namespace assay::schemas {

// Appends `record` and what it applies to the same value for certain, each once among out[from, end).
inline void add_with_applied(const program& p, std::uint32_t record, std::vector<std::uint32_t>& out,
                             std::size_t from) {
  const auto add = [&](std::uint32_t number) {
    for (std::size_t i = from; i < out.size(); ++i) {
      if (out[i] == number) return;
    }
    out.push_back(number);
  };
  std::size_t at = out.size();
  add(record);
  for (; at < out.size(); ++at) {
    const range applicators = p.records[out[at]].applicators;
    for (std::uint32_t a = applicators.begin; a < applicators.end; ++a) {
      const applicator& ap = p.applicators[a];
      if (ap.what != op::all_of && ap.what != op::ref) continue;
      for (std::uint32_t t = ap.targets.begin; t < ap.targets.end; ++t) add(p.targets[t]);
    }
  }
}

// What one record says about a member.
struct member_rule {
  bool required = false;
  bool declared = false;    // properties or patternProperties look at it
  bool unexpected = false;  // additionalProperties: false, and not declared
};

// Says what `o` makes of the key, and calls child(record) for each subschema that the member must fit.
template <class Child>
member_rule rule_for(const program& p, const object_block& o, const char* text, const cell& key, Child child) {
  member_rule rule;
  const std::uint32_t slot = find_name(o.keys, text, key);
  if (slot != key_table::missing) {
    rule.required = slot < o.required_count;
    const std::uint32_t record = p.targets[o.children.begin + slot];
    if (record != none) {
      rule.declared = true;
      child(record);
    }
  }
  for (std::uint32_t k = o.patterns.begin; k < o.patterns.end; ++k) {
    if (!matches(*p.patterns[p.pattern_children[k].pattern], text, key)) continue;
    rule.declared = true;
    child(p.pattern_children[k].record);
  }
  if (!rule.declared && o.has_additional) {
    rule.unexpected = o.closed;
    if (!o.closed) child(o.additional);
  }
  return rule;
}

// The subschema of item number `index`, or none.
inline std::uint32_t item_record(const program& p, const array_block& a, std::uint32_t index) {
  return index < a.prefix.size() ? p.targets[a.prefix.begin + index] : a.items;
}

}  // namespace assay::schemas
