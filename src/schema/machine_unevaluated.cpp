// unevaluatedProperties and unevaluatedItems: which members and items did a subschema that holds look at?
//
// The frame works through a list. A record that holds marks what its own keywords look at and puts what it applies to
// the same value on the list: what holds for certain (allOf, $ref) as such, the rest (anyOf, oneOf, if,
// dependentSchemas' targets are certain once their key is there) as tests. What is left unmarked in the end must fit
// the keyword's schema.
#include <algorithm>

#include "schema/assertions.h"
#include "schema/machine.h"

namespace assay::schemas {

machine::verdict machine::evaluated(frame& f, verdict answer) {
  for (;;) {
    if (answer != verdict::waiting) {
      const pending tested = pending_.back();
      pending_.pop_back();
      const bool holds = answer == verdict::yes;
      std::uint32_t next = holds ? tested.record : none;
      if (tested.what == pending::kind::item && holds) marks_[f.marks + tested.mark] = 1;
      if (tested.what == pending::kind::item) next = none;
      if (next != none) pending_.push_back({pending::kind::holds, next, none, 0});
      if (tested.what == pending::kind::condition) {
        const std::uint32_t then = p_.targets[tested.otherwise + (holds ? 0 : 1)];
        if (then != none) pending_.push_back({pending::kind::holds, then, none, 0});
      }
    }
    if (pending_.size() == f.work) return verdict::yes;
    const pending top = pending_.back();
    if (top.what == pending::kind::holds) {
      pending_.pop_back();
      mark(f, top.record);
      answer = verdict::waiting;
      continue;
    }
    answer = test(top.record, top.what == pending::kind::item ? top.otherwise : f.cell, f.base);
    if (answer == verdict::waiting) return answer;
  }
}

void machine::mark(frame& f, std::uint32_t number) {
  const record& r = p_.records[number];
  const bool own = p_.applicators[f.applicator].targets.begin == number;
  if (cells_[f.cell].type() == type::object) {
    if (r.object != none) mark_members(f, p_.objects[r.object]);
    if (!own && r.unevaluated_properties != none) std::fill(marks_.begin() + f.marks, marks_.end(), std::uint8_t{1});
  } else {
    mark_items(f, r);
    if (!own && r.unevaluated_items != none) std::fill(marks_.begin() + f.marks, marks_.end(), std::uint8_t{1});
  }
  for (std::uint32_t i = r.applicators.begin; i < r.applicators.end; ++i) {
    const applicator& a = p_.applicators[i];
    const std::uint32_t first = a.targets.begin;
    switch (a.what) {
      case op::all_of:
      case op::ref:
        for (std::uint32_t t = first; t < a.targets.end; ++t)
          pending_.push_back({pending::kind::holds, p_.targets[t], none, 0});
        break;
      case op::any_of:
      case op::one_of:
        for (std::uint32_t t = first; t < a.targets.end; ++t)
          pending_.push_back({pending::kind::test, p_.targets[t], none, 0});
        break;
      case op::if_:
        pending_.push_back({pending::kind::condition, p_.targets[first], first + 1, 0});
        break;
      case op::dependent: {
        const node key = p_.at(a.key);
        if (cells_[f.cell].type() == type::object &&
            find_member({text_, cells_, f.cell}, key.base(), key.cells()[a.key]) != none) {
          pending_.push_back({pending::kind::holds, p_.targets[first], none, 0});
        }
        break;
      }
      default:
        break;
    }
  }
}

void machine::mark_members(const frame& f, const object_block& o) {
  std::uint32_t member = 0;
  for (std::uint32_t i = f.cell + 1; i < cells_[f.cell].next; i = cells_[i + 1].next, ++member) {
    const std::uint32_t slot = find_name(o.keys, text_, cells_[i]);
    bool looked_at = o.has_additional || (slot != key_table::missing && p_.targets[o.children.begin + slot] != none);
    for (std::uint32_t k = o.patterns.begin; k < o.patterns.end && !looked_at; ++k) {
      looked_at = matches(*p_.patterns[p_.pattern_children[k].pattern], text_, cells_[i]);
    }
    if (looked_at) marks_[f.marks + member] = 1;
  }
}

void machine::mark_items(const frame& f, const record& r) {
  if (r.array == none) return;
  const array_block& a = p_.arrays[r.array];
  const std::uint32_t looked_at = a.items != none ? none : a.prefix.size();
  std::uint32_t item = 0;
  for (std::uint32_t i = f.cell + 1; i < cells_[f.cell].next; i = cells_[i].next, ++item) {
    if (item < looked_at) {
      marks_[f.marks + item] = 1;
    } else if (a.contains != none && a.contains_evaluates) {
      pending_.push_back({pending::kind::item, a.contains, i, item});
    }
  }
}

// What nothing looked at must fit the keyword's own schema.
bool machine::take_rest(const frame& f) {
  const record& r = p_.records[p_.applicators[f.applicator].targets.begin];
  const bool object = cells_[f.cell].type() == type::object;
  std::uint32_t number = 0;
  for (std::uint32_t i = f.cell + 1; i < cells_[f.cell].next; ++number) {
    const std::uint32_t value = object ? i + 1 : i;
    i = cells_[value].next;
    if (marks_[f.marks + number] != 0) continue;
    if (!require(object ? r.unevaluated_properties : r.unevaluated_items, value)) return false;
  }
  return true;
}

}  // namespace assay::schemas
