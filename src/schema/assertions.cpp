#include "schema/assertions.h"

#include <algorithm>
#include <vector>

#include "json/hash.h"
#include "json/number.h"

namespace assay::schemas {
namespace {

constexpr std::uint32_t few_items = 16;  // compared with each other; more go through hashes

std::uint32_t characters_in(std::string_view utf8) noexcept {
  return static_cast<std::uint32_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// A number of at most 18 characters without exponent.
struct small_number {
  bool known = false;
  bool negative = false;
  bool more = false;  // something but 0 stands behind the point
  std::int64_t whole = 0;
};

small_number read_small(std::string_view text) noexcept {
  small_number out;
  if (text.size() > 18) return out;
  const char* p = text.data();
  const char* const end = p + text.size();
  out.negative = *p == '-';
  if (out.negative) ++p;
  for (; p != end && *p >= '0' && *p <= '9'; ++p) out.whole = out.whole * 10 + (*p - '0');
  if (out.negative) out.whole = -out.whole;
  if (p != end && *p == '.') {
    for (++p; p != end && *p >= '0' && *p <= '9'; ++p) out.more = out.more || *p != '0';
  }
  out.known = p == end;
  return out;
}

int compare_to(const program& p, const bound& b, std::string_view number, const small_number& small) {
  if (!b.is_small || !small.known) return compare(decimal_of(number), decimal_of(p.at(b.cell).source()));
  if (small.whole != b.small) return small.whole < b.small ? -1 : 1;
  return !small.more ? 0 : small.negative ? -1 : 1;
}

std::string digits_of(const decimal& d) {
  std::string out;
  for (const char* p = d.first; p != d.last; ++p) {
    if (*p != '.') out += static_cast<char>(*p - '0');
  }
  return out;
}

// Is the digit string `value`, with `zeros` more behind it, a multiple of the digit string `of`? Long division, one
// digit at a time: the remainder stays below `of`, so each step takes it away at most 9 times.
bool divides(const std::string& of, const std::string& value, std::int64_t zeros) {
  std::string rest(of.size() + 1, '\0');  // one digit more than `of`, most significant first
  const auto at_least = [&] { return rest[0] != 0 || rest.compare(1, std::string::npos, of) >= 0; };
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(value.size()) + zeros; ++i) {
    rest.erase(rest.begin());
    rest.push_back(i < static_cast<std::int64_t>(value.size()) ? value[static_cast<std::size_t>(i)] : '\0');
    while (at_least()) {
      int borrow = 0;
      for (std::size_t k = of.size(); k-- > 0;) {
        const int digit = rest[k + 1] - of[k] - borrow;
        borrow = digit < 0 ? 1 : 0;
        rest[k + 1] = static_cast<char>(digit + 10 * borrow);
      }
      rest[0] = static_cast<char>(rest[0] - borrow);
    }
    if (i >= static_cast<std::int64_t>(value.size()) && rest.find_first_not_of('\0') == std::string::npos) return true;
  }
  return rest.find_first_not_of('\0') == std::string::npos;
}

bool is_scalar(node n) noexcept { return !n.is(type::object) && !n.is(type::array); }

// Scalars stand on one cell each.
bool few_are_different(node array, std::uint32_t count) {
  const cell* const cells = array.cells() + array.index() + 1;
  for (std::uint32_t i = 1; i < count; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) {
      if (cells[i].type() != cells[j].type()) continue;
      const bool same = cells[i].type() == type::string ? equal_strings(array.base(), cells[i], array.base(), cells[j])
                                                        : equal({array.base(), cells, i}, {array.base(), cells, j});
      if (same) return false;
    }
  }
  return true;
}

// The decoded text of a string, until the next call on this thread.
const std::string& decoded(const char* text, const cell& c) {
  thread_local std::string kept;
  kept.clear();
  decode(text, c, kept);
  return kept;
}

}  // namespace

std::uint32_t find_escaped_name(const key_table& table, const char* text, const cell& c) {
  return table.find(std::string_view{decoded(text, c)});
}

bool matches_escaped(const pattern& p, const char* text, const cell& c) { return p.found_in(decoded(text, c)); }

std::uint32_t count_characters(const char* text, const cell& c) {
  if (!c.has(cell::escaped)) return c.has(cell::high) ? characters_in(raw_text(text, c)) : c.length;
  std::uint32_t count = 0;
  string_pieces pieces{text, c};
  for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next()) count += characters_in(piece);
  return count;
}

int compare_to(const program& p, const bound& b, const char* text, const cell& c) {
  const std::string_view number{text + c.offset, c.length};
  return compare_to(p, b, number, read_small(number));
}

bool fits_bounds(const program& p, const number_block& n, const char* text, const cell& c) {
  const std::string_view number{text + c.offset, c.length};
  const small_number small = read_small(number);
  if (n.minimum.cell != none && compare_to(p, n.minimum, number, small) < 0) return false;
  if (n.maximum.cell != none && compare_to(p, n.maximum, number, small) > 0) return false;
  if (n.exclusive_minimum.cell != none && compare_to(p, n.exclusive_minimum, number, small) <= 0) return false;
  if (n.exclusive_maximum.cell != none && compare_to(p, n.exclusive_maximum, number, small) >= 0) return false;
  if (n.multiple_of.cell == none) return true;
  if (n.multiple_of.is_small && small.known) return !small.more && small.whole % n.multiple_of.small == 0;
  return is_multiple(number, p.at(n.multiple_of.cell).source());
}

bool is_multiple(std::string_view number, std::string_view of) {
  const decimal value = decimal_of(number);
  const decimal unit = decimal_of(of);
  if (value.is_zero()) return true;
  // Neither's digits end with a 0, so no power of ten can be missing on the value's side.
  if (value.exponent < unit.exponent) return false;
  return divides(digits_of(unit), digits_of(value), value.exponent - unit.exponent);
}

bool is_one_of(const program& p, const value_set& set, node value) {
  if (value.is(type::string)) {
    return find_name(set.strings, value.base(), value.cells()[value.index()]) != key_table::missing;
  }
  if ((set.types & bit(value.type())) == 0) return false;
  for (std::uint32_t i = set.others.begin; i < set.others.end; ++i) {
    const node allowed = p.at(p.value_cells[i]);
    if (allowed.type() == value.type() && equal(allowed, value)) return true;
  }
  return false;
}

bool all_different(node array) {
  const std::uint32_t count = count_of(array.cells(), array.index());
  if (count < 2) return true;
  if (count <= few_items && std::all_of(array.begin(), array.end(), is_scalar)) return few_are_different(array, count);
  std::vector<node> items(array.begin(), array.end());
  hasher hash_of{reinterpret_cast<std::uintptr_t>(&items)};  // nobody who writes a text can aim at collisions
  std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;
  hashes.reserve(items.size());
  for (const node item : items) hashes.emplace_back(hash_of(item), item.index());
  std::sort(hashes.begin(), hashes.end());
  for (std::size_t i = 1; i < hashes.size(); ++i) {
    for (std::size_t j = i; j-- > 0 && hashes[j].first == hashes[i].first;) {
      if (equal({array.base(), array.cells(), hashes[i].second}, {array.base(), array.cells(), hashes[j].second}))
        return false;
    }
  }
  return true;
}

}  // namespace assay::schemas
