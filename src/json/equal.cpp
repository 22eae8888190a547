// Equality of two values, level by level on a stack of our own.
//
// Members are compared in step as long as both objects have the same keys in the same order, which costs nothing extra.
// At the first key that differs, what is left of the second object is listed by the hash of its keys, and each member
// left of the first is looked up there: m log m for m members. Keys of one object differ, so as many members found as
// listed means the same set.
#include <algorithm>
#include <vector>

#include "assay/json.h"
#include "json/hash.h"
#include "json/number.h"
#include "json/strings.h"

namespace assay {
namespace {

struct entry {
  std::uint64_t hash;
  std::uint32_t key;  // its cell in the second text
};

struct frame {
  std::uint32_t a;  // the next cell of the first container, and its end
  std::uint32_t a_end;
  std::uint32_t b;
  std::uint32_t b_end;
  bool object;
  bool listed;        // the members of the second left are listed
  std::size_t list;   // where in the list
  std::size_t found;  // so many of them have been found
};

bool equal_scalars(node a, node b) {
  switch (a.type()) {
    case type::number:
      return a.source() == b.source() || compare_numbers(a, b) == 0;
    case type::string:
      return equal_strings(a.base(), a.cells()[a.index()], b.base(), b.cells()[b.index()]);
    case type::boolean:
      return a.truth() == b.truth();
    default:
      return true;
  }
}

class comparison {
 public:
  comparison(node a, node b) noexcept
      : a_text_(a.base()),
        b_text_(b.base()),
        a_cells_(a.cells()),
        b_cells_(b.cells()),
        hash_(reinterpret_cast<std::uintptr_t>(this)) {}  // nobody can aim at collisions

  bool run(std::uint32_t a, std::uint32_t b) {
    if (!enter(a, b)) return false;
    while (!frames_.empty()) {
      frame& top = frames_.back();
      if (top.a == top.a_end) {
        if (!leave()) return false;
        continue;
      }
      const std::uint32_t value = top.object ? top.a + 1 : top.a;
      const std::uint32_t other = top.object ? partner(top) : next_item(top);
      top.a = a_cells_[value].next;
      if (other == none || !enter(value, other)) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  // Compares two values as far as that goes at once, and puts containers on the stack.
  bool enter(std::uint32_t a, std::uint32_t b) {
    const cell& left = a_cells_[a];
    const cell& right = b_cells_[b];
    if (left.type() != right.type()) return false;
    const bool object = left.type() == type::object;
    if (!object && left.type() != type::array) return equal_scalars({a_text_, a_cells_, a}, {b_text_, b_cells_, b});
    if (left.count() != right.count()) return false;
    frames_.push_back({a + 1, left.next, b + 1, right.next, object, false, 0, 0});
    return true;
  }

  // All of the first is done: so must be the second.
  bool leave() {
    const frame top = frames_.back();
    frames_.pop_back();
    if (!top.listed) return top.b == top.b_end;
    const bool all = top.found == list_.size() - top.list;
    list_.resize(top.list);
    return all;
  }

  std::uint32_t next_item(frame& top) const noexcept {
    if (top.b == top.b_end) return none;
    const std::uint32_t item = top.b;
    top.b = b_cells_[item].next;
    return item;
  }

  // The value in the second object of the member whose key is at top.a, or none.
  std::uint32_t partner(frame& top) {
    const cell& key = a_cells_[top.a];
    if (!top.listed) {
      if (top.b == top.b_end) return none;
      const std::uint32_t member = top.b;
      if (equal_strings(a_text_, key, b_text_, b_cells_[member])) {
        top.b = b_cells_[member + 1].next;
        return member + 1;
      }
      list_rest(top);
    }
    const auto begin = list_.begin() + static_cast<std::ptrdiff_t>(top.list);
    const std::uint64_t wanted = hash_.string(a_text_, key);
    auto i = std::lower_bound(begin, list_.end(), wanted, [](const entry& e, std::uint64_t h) { return e.hash < h; });
    for (; i != list_.end() && i->hash == wanted; ++i) {
      if (!equal_strings(a_text_, key, b_text_, b_cells_[i->key])) continue;
      ++top.found;
      return i->key + 1;
    }
    return none;
  }

  void list_rest(frame& top) {
    top.listed = true;
    top.list = list_.size();
    for (std::uint32_t key = top.b; key != top.b_end; key = b_cells_[key + 1].next) {
      list_.push_back({hash_.string(b_text_, b_cells_[key]), key});
    }
    std::sort(list_.begin() + static_cast<std::ptrdiff_t>(top.list), list_.end(),
              [](const entry& x, const entry& y) { return x.hash < y.hash; });
  }

  const char* a_text_;
  const char* b_text_;
  const cell* a_cells_;
  const cell* b_cells_;
  hasher hash_;
  std::vector<frame> frames_;
  std::vector<entry> list_;  // of the open objects, one after the other
};

}  // namespace

bool equal(const node& a, const node& b) {
  if (!a || !b) return !a && !b;
  if (a.type() != b.type()) return false;
  if (a.source() == b.source()) return true;
  return comparison{a, b}.run(a.index(), b.index());
}

}  // namespace assay
