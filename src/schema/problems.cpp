#include "schema/problems.h"

#include <algorithm>

#include "schema/explainer.h"
#include "schema/hints.h"
#include "schema/locations.h"
#include "schema/sentences.h"

namespace assay::schemas {

void explainer::emit(problem p) {
  if (full()) return;
  const auto same = [&](const problem& q) { return q.message == p.message && q.offset == p.offset; };
  if (std::none_of(out_.begin(), out_.end(), same)) out_.push_back(std::move(p));
}

std::vector<problem> explainer::run(std::uint32_t record, std::uint32_t root) {
  records_.push_back(record);
  enter(root, 0);
  while (!frames_.empty() && !full()) {
    frame& f = frames_.back();
    if (f.cursor == cells_[f.cell].next) {
      leave(f);
    } else if (cells_[f.cell].type() == type::object) {
      member(f);
    } else {
      item(f);
    }
  }
  return std::move(out_);
}

// Of the records on top of the pool, from `begin`, keeps those that the value does not fit.
void explainer::keep_refused(std::uint32_t cell, std::size_t begin) {
  std::size_t kept = begin;
  for (std::size_t i = begin; i < records_.size(); ++i) {
    if (!run_.judge(records_[i], cell)) records_[kept++] = records_[i];
  }
  records_.resize(kept);
}

void explainer::enter(std::uint32_t cell, std::size_t begin) {
  if (budget_ > 0) --budget_;
  keep_refused(cell, begin);
  if (records_.size() == begin) return;
  const std::uint32_t refused = records_[begin];
  const std::size_t before = out_.size();
  add_conditional(cell, begin);
  keep_refused(cell, begin);
  own_problems(cell, begin);
  const type t = cells_[cell].type();
  const frame f{cell, cell + 1, 0, begin, records_.size(), before, refused};
  if ((t == type::object || t == type::array) && budget_ > 0) {
    frames_.push_back(f);
  } else {
    records_.resize(begin);
    if (out_.size() == before) emit(about(at(cell), "", "the value does not fit the schema"));
  }
}

// All that the value must fit: by allOf and $ref, then by if and dependentSchemas as they apply to it.
void explainer::add_conditional(std::uint32_t cell, std::size_t begin) {
  const std::vector<std::uint32_t> first(records_.begin() + static_cast<std::ptrdiff_t>(begin), records_.end());
  records_.resize(begin);
  for (const std::uint32_t r : first) add_with_applied(p_, r, records_, begin);
  for (std::size_t i = begin; i < records_.size(); ++i) {
    const range applicators = p_.records[records_[i]].applicators;
    for (std::uint32_t n = applicators.begin; n < applicators.end; ++n) {
      const applicator& a = p_.applicators[n];
      std::uint32_t next = none;
      if (a.what == op::if_) {
        next = p_.targets[a.targets.begin + (run_.judge(p_.targets[a.targets.begin], cell) ? 1 : 2)];
      } else if (a.what == op::dependent && cells_[cell].type() == type::object) {
        const node key = p_.at(a.key);
        if (find_member(at(cell), key.base(), key.cells()[a.key]) != none) next = p_.targets[a.targets.begin];
      }
      if (next != none) add_with_applied(p_, next, records_, begin);
    }
  }
}

void explainer::own_problems(std::uint32_t cell, std::size_t begin) {
  for (std::size_t i = begin; i < records_.size(); ++i) {
    if (auto own = own_problem(p_, p_.records[records_[i]], at(cell), false)) emit(*std::move(own));
  }
  if (cells_[cell].type() == type::object) object_problems(cell, begin);
  for (std::size_t i = begin; i < records_.size(); ++i) {
    const record& r = p_.records[records_[i]];
    if (has_type(text_, cells_[cell], r.types)) applicator_problems(r, cell);
  }
}

void explainer::object_problems(std::uint32_t cell, std::size_t begin) {
  const std::size_t before = out_.size();
  std::vector<near_miss> pairs;
  for (std::size_t i = begin; i < records_.size(); ++i) {
    const record& r = p_.records[records_[i]];
    if (r.object != none && (r.types & bit(type::object)) != 0) missing(r, cell, pairs);
  }
  if (out_.size() > before && out_[before].hint.empty()) {
    for (std::size_t i = begin; i < records_.size() && out_[before].hint.empty(); ++i) {
      out_[before].hint = object_hint(run_, p_, records_[i], at(cell));
    }
  }
}

std::vector<std::string> explainer::unexpected_names(const object_block& o, std::uint32_t cell) const {
  constexpr std::size_t most = 16;
  std::vector<std::string> names;
  for (std::uint32_t i = cell + 1; i < cells_[cell].next && names.size() < most; i = cells_[i + 1].next) {
    if (find_name(o.keys, text_, cells_[i]) == key_table::missing) names.push_back(at(i).text());
  }
  return names;
}

// Required names that are not there, and names that others need; each with the unexpected key that it may have become.
void explainer::missing(const record& r, std::uint32_t cell, std::vector<near_miss>& pairs) {
  const object_block& o = p_.objects[r.object];
  std::vector<bool> seen(o.keys.size(), false);
  for (std::uint32_t i = cell + 1; i < cells_[cell].next; i = cells_[i + 1].next) {
    const std::uint32_t slot = find_name(o.keys, text_, cells_[i]);
    if (slot != key_table::missing) seen[slot] = true;
  }
  const std::vector<std::string> strangers = unexpected_names(o, cell);
  for (std::uint32_t slot = 0; slot < o.required_count && !full(); ++slot) {
    if (seen[slot]) continue;
    const std::string name{o.keys.name(slot)};
    problem out = missing_member(at(cell), name);
    for (const std::string& found : strangers) {
      const bool used = std::any_of(pairs.begin(), pairs.end(), [&](const near_miss& m) { return m.found == found; });
      if (used || !is_nearly(found, name)) continue;
      pairs.push_back({found, name});
      out.found = "\"" + shown(found) + "\"";
      out.message += ", and there is an unexpected property " + out.found;
      out.hint = "did you mean \"" + shown(name) + "\"?";
      for (std::uint32_t i = cell + 1; i < cells_[cell].next; i = cells_[i + 1].next) {
        if (at(i).equals(found)) told_.push_back(i);
      }
      break;
    }
    emit(std::move(out));
  }
  for (std::uint32_t d = o.dependencies.begin; d < o.dependencies.end; ++d) {
    const dependency& needs = p_.dependencies[d];
    for (std::uint32_t n = needs.needs.begin; n < needs.needs.end && seen[needs.key]; ++n) {
      if (seen[p_.slots[n]]) continue;
      problem out = missing_member(at(cell), o.keys.name(p_.slots[n]));
      out.message += ", and \"" + shown(o.keys.name(needs.key)) + "\" needs it";
      out.keyword = "dependentRequired";
      emit(std::move(out));
    }
  }
}

void explainer::member(frame& f) {
  const std::uint32_t key = f.cursor;
  const std::uint32_t value = key + 1;
  const frame here = f;
  f.cursor = cells_[value].next;
  ++f.index;
  const std::size_t begin = records_.size();
  for (std::size_t i = here.records; i < here.end; ++i) {
    const record& r = p_.records[records_[i]];
    if (r.object == none || (r.types & bit(type::object)) == 0) continue;
    const object_block& o = p_.objects[r.object];
    const member_rule rule =
        rule_for(p_, o, text_, cells_[key], [&](std::uint32_t child) { records_.push_back(child); });
    if (rule.unexpected && std::find(told_.begin(), told_.end(), key) == told_.end()) {
      std::vector<std::string> allowed;
      for (std::uint32_t n = o.order.begin; n < o.order.end; ++n) allowed.emplace_back(o.keys.name(p_.slots[n]));
      problem out = unexpected_member(at(here.cell), at(key), allowed);
      const auto near = std::find_if(allowed.begin(), allowed.end(),
                                     [&](const std::string& name) { return is_nearly(at(key).text(), name); });
      if (near != allowed.end()) out.hint = "did you mean \"" + shown(*near) + "\"?";
      if (out.hint.empty() && out_.size() == here.problems)
        out.hint = object_hint(run_, p_, records_[i], at(here.cell));
      emit(std::move(out));
    }
    if (o.names != none && !run_.judge(o.names, key)) {
      emit(about(at(value), "propertyNames",
                 "the name \"" + shown(at(key).text()) + "\" is not one that the schema allows"));
    }
  }
  if (!full()) enter(value, begin);
}

void explainer::item(frame& f) {
  const std::uint32_t value = f.cursor;
  const frame here = f;
  f.cursor = cells_[value].next;
  ++f.index;
  const std::size_t begin = records_.size();
  for (std::size_t i = here.records; i < here.end; ++i) {
    const record& r = p_.records[records_[i]];
    if (r.array == none || (r.types & bit(type::array)) == 0) continue;
    const std::uint32_t child = item_record(p_, p_.arrays[r.array], here.index);
    if (child != none) records_.push_back(child);
  }
  enter(value, begin);
}

// A refused value of which nothing could be told: what no subschema looked at.
void explainer::leave(const frame& f) {
  const frame done = f;
  if (out_.size() == done.problems) {
    const bool object = cells_[done.cell].type() == type::object;
    const char* keyword = "";
    for (std::size_t i = done.records; i < done.end; ++i) {
      const record& r = p_.records[records_[i]];
      if (object && r.unevaluated_properties != none) keyword = "unevaluatedProperties";
      if (!object && r.unevaluated_items != none) keyword = "unevaluatedItems";
    }
    const char* sentence = *keyword == '\0' ? "the value does not fit the schema"
                           : object         ? "it has a property that no part of the schema allows here"
                                            : "it has an item that no part of the schema allows here";
    emit(about(at(done.cell), keyword, sentence));
  }
  records_.resize(done.records);
  frames_.pop_back();
}

std::vector<problem> find_problems(const program& p, node value, std::size_t max) {
  machine run{p, value.base(), value.cells(), machine::memory::all};
  if (max == 0 || run.judge(p.root, value.index())) return {};
  std::size_t budget = std::size_t{1} << 20U;  // values looked at
  std::vector<problem> out = explainer{p, value, run, max, 0, budget}.run(p.root, value.index());
  std::vector<std::pair<std::size_t, std::size_t>> order;  // offset, and the place it was found in
  order.reserve(out.size());
  for (std::size_t i = 0; i < out.size(); ++i) order.emplace_back(out[i].offset, i);
  std::sort(order.begin(), order.end());
  std::vector<problem> sorted;
  sorted.reserve(out.size());
  for (const auto& [offset, place] : order) sorted.push_back(std::move(out[place]));
  return sorted;
}

}  // namespace assay::schemas
