#include "schema/machine.h"

#include <algorithm>

#include "schema/assertions.h"

namespace assay::schemas {

bool machine::judge(std::uint32_t record, std::uint32_t at) {
  goals_.cut(0);
  frames_.cut(0);
  pending_.clear();
  marks_.clear();
  if (!require(record, at)) return false;
  for (;;) {
    bool holds = true;
    if (!frames_.empty() && goals_.size() == frames_.back().base) {
      holds = resume(verdict::yes);
    } else if (goals_.empty()) {
      return true;
    } else {
      const goal g = goals_.pop();
      holds = (g.what & applicator_bit) != 0 ? begin(g.what & ~applicator_bit, g.cell) : expand(g.what, g.cell);
    }
    if (!holds && !fail()) return false;
  }
}

// A goal failed: cuts back to the frames that wait for it, until one of them can go on.
bool machine::fail() {
  while (!frames_.empty()) {
    goals_.cut(frames_.back().base);
    if (resume(verdict::no)) return true;
  }
  goals_.cut(0);
  return false;
}

bool machine::expand(std::uint32_t number, std::uint32_t at) {
  const record& r = records_[number];
  if (r.remember || keep_all_) {
    const answers::known before = answers_.find(number, at);
    if (before != answers::known::unknown) return before == answers::known::yes;
    frames_.push({memory_frame, at, goals_.size(), number, 0, 0, 0});
  }
  const type t = cells_[at].type();
  if (t == type::object || t == type::array) {
    if (r.values != none && !is_one_of(p_, p_.values[r.values], {text_, cells_, at})) return false;
    if (t == type::object && r.object != none && !expand_object(p_.objects[r.object], at)) return false;
    if (t == type::array && r.array != none && !expand_array(p_.arrays[r.array], at)) return false;
  }
  for (std::uint32_t a = r.applicators.begin; a < r.applicators.end; ++a) {
    if (!expand_applicator(a, at)) return false;
  }
  return true;
}

bool machine::expand_applicator(std::uint32_t number, std::uint32_t at) {
  const applicator& a = p_.applicators[number];
  switch (a.what) {
    case op::all_of:
    case op::ref:
      for (std::uint32_t t = a.targets.begin; t < a.targets.end; ++t) {
        if (!require(p_.targets[t], at)) return false;
      }
      return true;
    case op::dependent: {
      if (cells_[at].type() != type::object) return true;
      const node key = p_.at(a.key);
      if (find_member({text_, cells_, at}, key.base(), key.cells()[a.key]) == none) return true;
      return require(p_.targets[a.targets.begin], at);
    }
    case op::contains:
      if (cells_[at].type() != type::array) return true;
      break;
    case op::unevaluated: {
      const record& r = p_.records[a.targets.begin];
      const std::uint32_t rest = cells_[at].type() == type::object  ? r.unevaluated_properties
                                 : cells_[at].type() == type::array ? r.unevaluated_items
                                                                    : none;
      if (rest == none) return true;
      break;
    }
    default:
      break;
  }
  goals_.push({number | applicator_bit, at});
  return true;
}

// Members mostly stand in the order of the schema, so the name that comes next there is tried first.
bool machine::expand_object(const object_block& o, std::uint32_t at) {
  const std::uint32_t count = count_of(cells_, at);
  if (count < o.min_properties || count > o.max_properties || count < o.required_count) return false;
  const char* const text = text_;
  const cell* const cells = cells_;
  const member* const members = p_.members.data() + o.members;
  const member* expected = members + o.first;
  const bool by_name = !o.patterns.empty() || o.names != none;
  std::uint64_t seen = 0;
  const std::uint32_t end = cells[at].next;
  for (std::uint32_t i = at + 1; i < end; i = cells[i + 1].next) {
    const cell& name = cells[i];
    const member* m = expected;
    if (name.has(cell::escaped) || name.length > 16 || !m->name.resembles(text + name.offset, name.length)) {
      m = members + std::min(find_name(o.keys, text, name), o.keys.size());
    }
    if (by_name || m->record == none) {
      if (!expand_other(o, *m, i)) return false;
    } else if (!require(*m, m->record, i + 1)) {
      return false;
    }
    seen |= m->bit;
    expected = members + m->next;
  }
  if (o.required_count <= 64 && o.dependencies.empty()) return (seen & o.required) == o.required;
  return all_names(o, at);
}

// A member that properties does not name, or of which more is asked.
bool machine::expand_other(const object_block& o, const member& m, std::uint32_t key) {
  bool evaluated = m.record != none;
  if (evaluated && !require(m.record, key + 1)) return false;
  for (std::uint32_t k = o.patterns.begin; k < o.patterns.end; ++k) {
    const pattern_child& child = p_.pattern_children[k];
    if (!matches(*p_.patterns[child.pattern], text_, cells_[key])) continue;
    if (!require(child.record, key + 1)) return false;
    evaluated = true;
  }
  if (!evaluated && o.has_additional && (o.closed || !require(o.additional, key + 1))) return false;
  return o.names == none || require(o.names, key);
}

// The slow way for required and dependentRequired: more than 64 names, or names that need others.
bool machine::all_names(const object_block& o, std::uint32_t at) const {
  std::vector<bool> seen(o.keys.size(), false);
  for (std::uint32_t i = at + 1; i < cells_[at].next; i = cells_[i + 1].next) {
    const std::uint32_t slot = find_name(o.keys, text_, cells_[i]);
    if (slot != key_table::missing) seen[slot] = true;
  }
  for (std::uint32_t slot = 0; slot < o.required_count; ++slot) {
    if (!seen[slot]) return false;
  }
  return dependencies_hold(o, seen);
}

bool machine::dependencies_hold(const object_block& o, const std::vector<bool>& seen) const {
  for (std::uint32_t d = o.dependencies.begin; d < o.dependencies.end; ++d) {
    const dependency& needs = p_.dependencies[d];
    if (!seen[needs.key]) continue;
    for (std::uint32_t n = needs.needs.begin; n < needs.needs.end; ++n) {
      if (!seen[p_.slots[n]]) return false;
    }
  }
  return true;
}

bool machine::expand_array(const array_block& a, std::uint32_t at) {
  const std::uint32_t items = count_of(cells_, at);
  if (items < a.min_items || items > a.max_items) return false;
  const std::uint32_t end = cells_[at].next;
  std::uint32_t i = at + 1;
  for (std::uint32_t t = a.prefix.begin; t < a.prefix.end && i < end; ++t, i = cells_[i].next) {
    if (!require(p_.targets[t], i)) return false;
  }
  if (a.items != none) {
    for (; i < end; i = cells_[i].next) {
      if (!require(a.items, i)) return false;
    }
  }
  return !a.unique || all_different({text_, cells_, at});
}

bool machine::begin(std::uint32_t number, std::uint32_t at) {
  const applicator& a = p_.applicators[number];
  frame f{number,
          at,
          goals_.size(),
          a.targets.begin,
          0,
          static_cast<std::uint32_t>(pending_.size()),
          static_cast<std::uint32_t>(marks_.size())};
  if (a.what == op::contains) f.cursor = at + 1;
  if (a.what == op::unevaluated) {
    marks_.resize(marks_.size() + count_of(cells_, at), 0);
    pending_.push_back({pending::kind::holds, a.targets.begin, none, 0});
  }
  frames_.push(f);
  return resume(verdict::waiting);
}

// Gives the frame on top an answer (or, to begin with, none) and lets it go on. False: the frame is gone and its scope
// has failed.
bool machine::resume(verdict answer) {
  frame& f = frames_.back();
  if (f.applicator == memory_frame) {
    answers_.keep(f.cursor, f.cell, answer == verdict::yes);
    frames_.pop();
    return answer == verdict::yes;
  }
  const verdict done = advance(f, answer);
  if (done == verdict::waiting) return true;
  const frame finished = frames_.pop();
  const applicator& a = p_.applicators[finished.applicator];
  bool holds = done == verdict::yes;
  if (holds && a.what == op::if_ && finished.matched != none) holds = require(finished.matched, finished.cell);
  if (a.what == op::unevaluated) {
    holds = holds && take_rest(finished);
    pending_.resize(finished.work);
    marks_.resize(finished.marks);
  }
  return holds;
}

// Begins a test; answers at once where the checks of the value itself decide.
machine::verdict machine::test(std::uint32_t record, std::uint32_t at, std::uint32_t base) {
  if (!require(record, at)) return verdict::no;
  return goals_.size() == base ? verdict::yes : verdict::waiting;
}

machine::verdict machine::advance(frame& f, verdict answer) {
  const applicator& a = p_.applicators[f.applicator];
  switch (a.what) {
    case op::any_of:
    case op::one_of:
      return branches(f, a, answer);
    case op::not_:
      if (answer == verdict::waiting) answer = test(p_.targets[a.targets.begin], f.cell, f.base);
      if (answer == verdict::waiting) return answer;
      return answer == verdict::yes ? verdict::no : verdict::yes;
    case op::if_:
      if (answer == verdict::waiting) answer = test(p_.targets[a.targets.begin], f.cell, f.base);
      if (answer == verdict::waiting) return answer;
      f.matched = p_.targets[a.targets.begin + (answer == verdict::yes ? 1 : 2)];
      return verdict::yes;
    case op::contains:
      return contained(f, a, answer);
    default:
      return evaluated(f, answer);
  }
}

machine::verdict machine::branches(frame& f, const applicator& a, verdict answer) {
  for (;;) {
    if (answer == verdict::yes) ++f.matched;
    if (f.matched == 1 && a.what == op::any_of) return verdict::yes;
    if (f.matched > 1) return verdict::no;
    if (f.cursor == a.targets.end) return f.matched == 1 ? verdict::yes : verdict::no;
    answer = test(p_.targets[f.cursor++], f.cell, f.base);
    if (answer == verdict::waiting) return answer;
  }
}

machine::verdict machine::contained(frame& f, const applicator& a, verdict answer) {
  const array_block& block = p_.arrays[a.targets.begin];
  const std::uint32_t end = cells_[f.cell].next;
  for (;;) {
    if (answer == verdict::yes) ++f.matched;
    if (f.matched > block.max_contains) return verdict::no;
    if (f.matched >= block.min_contains && block.max_contains == none) return verdict::yes;
    if (f.cursor == end) return f.matched >= block.min_contains ? verdict::yes : verdict::no;
    const std::uint32_t item = f.cursor;
    f.cursor = cells_[item].next;
    answer = test(block.contains, item, f.base);
    if (answer == verdict::waiting) return answer;
  }
}

}  // namespace assay::schemas
