#include "schema/partial.h"

#include "schema/locations.h"
#include "schema/machine.h"
#include "schema/sentences.h"

namespace assay::schemas {

void partial::reset() noexcept {
  begun_ = false;
  records_.clear();
  frames_.clear();
}

std::optional<problem> partial::advance(const char* text, const cell* cells, std::uint32_t count) {
  if (!begun_) {
    if (count == 0) return std::nullopt;
    begun_ = true;
    add_with_applied(*p_, p_->root, records_, 0);
    if (auto out = visit(text, cells, 0, 0)) return out;
  }
  while (!frames_.empty()) {
    const frame& f = frames_.back();
    const bool object = cells[f.cell].type() == type::object;
    const std::uint32_t end = cells[f.cell].next;
    std::optional<problem> out;
    if (end != 0 && f.cursor >= end) {
      out = close(text, cells);
    } else if (f.cursor + (object ? 1 : 0) >= count) {
      return std::nullopt;
    } else {
      out = object ? member(text, cells) : item(text, cells);
    }
    if (out) return out;
  }
  return std::nullopt;
}

// A value has come: its records stand on top of records_, from `begin`.
std::optional<problem> partial::visit(const char* text, const cell* cells, std::uint32_t at, std::size_t begin) {
  const node value{text, cells, at};
  for (std::size_t i = begin; i < records_.size(); ++i) {
    if (auto out = own_problem(*p_, p_->records[records_[i]], value, true)) return out;
  }
  if (value.is(type::object) || value.is(type::array)) {
    frames_.push_back({at, at + 1, 0, begin, records_.size()});
  } else {
    records_.resize(begin);
    if (!frames_.empty()) frames_.back().cursor = at + 1;
  }
  return std::nullopt;
}

std::optional<problem> partial::member(const char* text, const cell* cells) {
  const frame f = frames_.back();
  const std::uint32_t key = f.cursor;
  const std::uint32_t at = key + 1;
  const std::size_t begin = records_.size();
  bool required = false;
  const object_block* refused_by = nullptr;
  for (std::size_t i = f.records; i < f.end; ++i) {
    const std::uint32_t block = p_->records[records_[i]].object;
    if (block == none) continue;
    const member_rule rule = rule_for(*p_, p_->objects[block], text, cells[key],
                                      [&](std::uint32_t r) { add_with_applied(*p_, r, records_, begin); });
    required = required || rule.required;
    if (rule.unexpected && refused_by == nullptr) refused_by = &p_->objects[block];
  }
  if (null_is_absent_ && !required && cells[at].type() == type::null) {
    machine run{*p_, text, cells};
    bool refused = refused_by != nullptr;
    for (std::size_t i = begin; i < records_.size() && !refused; ++i) refused = !run.judge(records_[i], at);
    if (refused) {
      records_.resize(begin);
      frames_.back().cursor = at + 1;
      return std::nullopt;
    }
  }
  if (refused_by != nullptr) {
    std::vector<std::string> allowed;
    for (std::uint32_t i = refused_by->order.begin; i < refused_by->order.end; ++i) {
      allowed.emplace_back(refused_by->keys.name(p_->slots[i]));
    }
    return unexpected_member({text, cells, f.cell}, {text, cells, key}, allowed);
  }
  if (auto out = one_more(text, cells)) return out;
  return visit(text, cells, at, begin);
}

std::optional<problem> partial::item(const char* text, const cell* cells) {
  const frame f = frames_.back();
  const std::size_t begin = records_.size();
  for (std::size_t i = f.records; i < f.end; ++i) {
    const std::uint32_t block = p_->records[records_[i]].array;
    const std::uint32_t r = block == none ? none : item_record(*p_, p_->arrays[block], f.index);
    if (r != none) add_with_applied(*p_, r, records_, begin);
  }
  if (auto out = one_more(text, cells)) return out;
  return visit(text, cells, f.cursor, begin);
}

std::optional<problem> partial::one_more(const char* text, const cell* cells) {
  frame& f = frames_.back();
  ++f.index;
  for (std::size_t i = f.records; i < f.end; ++i) {
    if (auto out = too_many(*p_, p_->records[records_[i]], {text, cells, f.cell}, f.index)) return out;
  }
  return std::nullopt;
}

std::optional<problem> partial::close(const char* text, const cell* cells) {
  const frame f = frames_.back();
  const node value{text, cells, f.cell};
  for (std::size_t i = f.records; i < f.end; ++i) {
    const record& r = p_->records[records_[i]];
    if (!null_is_absent_) {
      if (auto out = own_problem(*p_, r, value, false)) return out;
    }
    if (r.object == none || !value.is(type::object)) continue;
    const object_block& o = p_->objects[r.object];
    std::vector<bool> seen(o.required_count, false);
    for (auto m = value.begin(); m != value.end(); ++m) {
      const std::uint32_t slot = find_name(o.keys, text, cells[m.key().index()]);
      if (slot < o.required_count) seen[slot] = true;
    }
    for (std::uint32_t slot = 0; slot < o.required_count; ++slot) {
      if (!seen[slot]) return missing_member(value, o.keys.name(slot));
    }
  }
  records_.resize(f.records);
  frames_.pop_back();
  if (!frames_.empty()) frames_.back().cursor = cells[f.cell].next;
  return std::nullopt;
}

}  // namespace assay::schemas
