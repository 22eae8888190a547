#include "schema/nulls.h"

#include "schema/locations.h"
#include "schema/machine.h"

namespace assay::schemas {
namespace {

class search {
 public:
  search(const program& p, node value) : p_(p), text_(value.base()), cells_(value.cells()), run_(p, text_, cells_) {}

  std::vector<std::uint32_t> run(std::uint32_t root) {
    add_with_applied(p_, p_.root, records_, 0);
    enter(root, 0);
    while (!frames_.empty()) {
      frame& f = frames_.back();
      if (f.cursor == cells_[f.cell].next) {
        records_.resize(f.records);
        frames_.pop_back();
      } else if (cells_[f.cell].type() == type::object) {
        member(f);
      } else {
        item(f);
      }
    }
    return std::move(found_);
  }

 private:
  struct frame {
    std::uint32_t cell;
    std::uint32_t cursor;
    std::uint32_t index;
    std::size_t records;  // its records are [records, end) of the pool
    std::size_t end;
  };

  // The records on top of the pool, from `begin`, are the value's.
  void enter(std::uint32_t at, std::size_t begin) {
    const type t = cells_[at].type();
    if ((t == type::object || t == type::array) && records_.size() > begin) {
      frames_.push_back({at, at + 1, 0, begin, records_.size()});
    } else {
      records_.resize(begin);
    }
  }

  void member(frame& f) {
    const std::uint32_t key = f.cursor;
    const std::uint32_t at = key + 1;
    f.cursor = cells_[at].next;
    const std::size_t begin = records_.size();
    bool required = false;
    bool refused = false;
    for (std::size_t i = f.records; i < f.end; ++i) {
      const std::uint32_t block = p_.records[records_[i]].object;
      if (block == none) continue;
      const member_rule rule = rule_for(p_, p_.objects[block], text_, cells_[key],
                                        [&](std::uint32_t r) { add_with_applied(p_, r, records_, begin); });
      required = required || rule.required;
      refused = refused || rule.unexpected;
    }
    if (cells_[at].type() == type::null && !required) {
      for (std::size_t i = begin; i < records_.size() && !refused; ++i) refused = !run_.judge(records_[i], at);
      if (refused) found_.push_back(key);
    }
    enter(at, begin);
  }

  void item(frame& f) {
    const std::uint32_t at = f.cursor;
    f.cursor = cells_[at].next;
    const std::uint32_t index = f.index++;
    const std::size_t begin = records_.size();
    for (std::size_t i = f.records; i < f.end; ++i) {
      const std::uint32_t block = p_.records[records_[i]].array;
      const std::uint32_t r = block == none ? none : item_record(p_, p_.arrays[block], index);
      if (r != none) add_with_applied(p_, r, records_, begin);
    }
    enter(at, begin);
  }

  const program& p_;
  const char* text_;
  const cell* cells_;
  machine run_;
  std::vector<std::uint32_t> records_;
  std::vector<frame> frames_;
  std::vector<std::uint32_t> found_;
};

}  // namespace

std::vector<std::uint32_t> refused_nulls(const program& p, node value) {
  if (!value) return {};
  return search{p, value}.run(value.index());
}

}  // namespace assay::schemas
