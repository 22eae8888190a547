// JSON Pointers to places on a tape, whole or still open.
#include <algorithm>

#include "json/value_reader.h"

namespace assay {
namespace {

void append_key(std::string& pointer, node key) {
  pointer += '/';
  for (const char c : key.text()) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

bool is_container(const cell& c) noexcept { return c.type() == type::object || c.type() == type::array; }

// The pointer to the first child, at each level, of which `here(value, next)` holds; `next` is the cell after the
// child, or `size` where it is not closed.
template <class Here>
std::string walk(const char* text, const cell* cells, std::uint32_t size, Here here) {
  std::string pointer;
  std::uint32_t at = 0;
  while (at < size && is_container(cells[at])) {
    const bool object = cells[at].type() == type::object;
    const std::uint32_t end = cells[at].next == 0 ? size : std::min(cells[at].next, size);
    std::uint32_t child = at + 1;
    std::size_t index = 0;
    for (; child < end; ++index) {
      const std::uint32_t value = object ? child + 1 : child;
      const bool open = value >= size || cells[value].next == 0;
      const std::uint32_t next = open ? size : cells[value].next;
      if (here(child, next, open)) break;
      child = next;
    }
    if (child >= end) break;
    if (object) {
      append_key(pointer, {text, cells, child});
    } else {
      pointer += '/' + std::to_string(index);
    }
    at = object ? child + 1 : child;
  }
  return pointer;
}

}  // namespace

std::string pointer_to(const char* text, const cell* cells, std::uint32_t target) {
  if (target == 0) return {};
  const auto holds = [target](std::uint32_t child, std::uint32_t next, bool) {
    return target >= child && target < next;
  };
  const std::uint32_t size = cells[0].next == 0 ? target + 1 : cells[0].next;  // the root may still be open
  return walk(text, cells, size, holds);
}

std::string open_pointer(const char* text, const tape& t) {
  return walk(text, t.cells(), t.size(), [](std::uint32_t, std::uint32_t, bool open) { return open; });
}

}  // namespace assay
