// The kernel that every CPU runs: eight bytes in one word, first byte lowest.
//
// The tests for "some byte of the word is zero / below n" are exact only up to the first such byte: the subtraction
// borrows from the bytes above it. The first is all that is asked for.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "scan/kernels.h"

namespace assay::scan {
namespace {

using word = std::uint64_t;

constexpr word ones = 0x0101010101010101;
constexpr word tops = 0x8080808080808080;

word load(const char* p) noexcept {
  word w;
  std::memcpy(&w, p, sizeof w);
  if constexpr (std::endian::native == std::endian::big) w = __builtin_bswap64(w);
  return w;
}

// The top bit of the first byte that is zero, or below n <= 128; of later bytes anything.
constexpr word zero(word w) noexcept { return (w - ones) & ~w & tops; }
constexpr word below(word w, word n) noexcept { return (w - ones * n) & ~w & tops; }

// First '"', '\\' or byte below 0x20. `high` becomes true if a byte of 0x80 or more stands before it, else stays.
const char* string_end(const char* p, const char* end, bool& high) {
  word seen = 0;
  for (; p < end; p += 8) {
    const word w = load(p);
    word stop = below(w, 0x20) | zero(w ^ ones * '"') | zero(w ^ ones * '\\');
    if (end - p < 8) stop |= word{0x80} << (8 * (end - p));
    if (stop == 0) {
      seen |= w;
      continue;
    }
    seen |= w & ((stop & (0 - stop)) - 1) & tops;
    p += std::countr_zero(stop) / 8;
    break;
  }
  high |= (seen & tops) != 0;
  return p;
}

// The escapes of two bytes that never need a look at what follows them.
constexpr bool simple_escape(char c) noexcept {
  return c == '"' || c == '\\' || c == '/' || c == 'n' || c == 'r' || c == 't';
}

const char* string_run(const char* p, const char* end, seen& s) {
  for (;;) {
    p = string_end(p, end, s.high);
    s.utf8 = s.utf8 && !s.high;
    if (end - p < 2 || *p != '\\' || !simple_escape(p[1])) return p;
    s.escaped = true;
    p += 2;
  }
}

constexpr std::array<std::uint8_t, 256> marks = [] {
  std::array<std::uint8_t, 256> table{};
  for (const char c : std::string_view("{}[]<>=:`~")) table[static_cast<std::uint8_t>(c)] = 1;
  return table;
}();

std::uint8_t is_mark(char c) noexcept { return marks[static_cast<std::uint8_t>(c)]; }

const char* mark(const char* p, const char* end) {
  for (; p < end; p += 8) {
    const int first = is_mark(p[0]) | is_mark(p[1]) | is_mark(p[2]) | is_mark(p[3]);
    const int second = is_mark(p[4]) | is_mark(p[5]) | is_mark(p[6]) | is_mark(p[7]);
    if ((first | second) == 0) continue;
    while (!is_mark(*p)) ++p;
    break;
  }
  return std::min(p, end);
}

const char* space_end(const char* p, const char* end) {
  while (p < end) {
    const word other = load(p) ^ ones * ' ';
    if (other == 0) {
      p += 8;
      continue;
    }
    p += std::countr_zero(other) / 8;
    if (*p != '\n' && *p != '\r' && *p != '\t') break;
    ++p;
  }
  return std::min(p, end);
}

// The length of the well-formed sequence at p < end (Unicode 15, table 3-7), 0 if there is none.
int sequence(const char* p, const char* end) noexcept {
  const auto byte = [p](int i) -> unsigned { return static_cast<std::uint8_t>(p[i]); };
  const auto continues = [&](int i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned lead = byte(0);
  const auto left = end - p;
  if (lead < 0x80) return 1;
  if (lead < 0xE0) return lead >= 0xC2 && left >= 2 && continues(1) ? 2 : 0;
  if (lead < 0xF0) {
    if (left < 3 || !continues(1) || !continues(2)) return 0;
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead > 0xF4 || left < 4 || !continues(1) || !continues(2) || !continues(3)) return 0;
  const bool overlong = lead == 0xF0 && byte(1) < 0x90;
  const bool too_large = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || too_large ? 0 : 4;
}

// The low two bytes are a two-byte sequence: bits 1 to 4 of its lead are not all 0, as they are in C0 and C1.
bool one_of_two(word w) noexcept { return (w & 0xC0E0) == 0x80C0 && (w & 0x1E) != 0; }

// The low three bytes are a three-byte sequence. What tells E0 80..9F (overlong) and ED A0..BF (surrogates) from the
// rest is the lead's low half and bit 5 of the second byte.
bool one_of_three(word w) noexcept {
  const word telling = w & 0x200F;
  return (w & 0xC0C0F0) == 0x8080E0 && telling != 0x0000 && telling != 0x200D;
}

const char* utf8_end(const char* p, const char* end) {
  while (end - p >= 8) {
    const word w = load(p);
    const word high = w & tops;
    if (high == 0) {
      p += 8;
      while (end - p >= 16 && ((load(p) | load(p + 8)) & tops) == 0) p += 16;
    } else if ((high & 0x80) == 0) {
      p += std::countr_zero(high) / 8;
    } else if (one_of_three(w)) {
      do p += 3;
      while (end - p >= 3 && one_of_three(load(p)));
    } else if (one_of_two(w)) {
      do p += 2;
      while (end - p >= 2 && one_of_two(load(p)));
    } else {
      const int length = sequence(p, end);
      if (length == 0) return p;
      p += length;
    }
  }
  while (p < end) {
    const int length = sequence(p, end);
    if (length == 0) return p;
    p += length;
  }
  return end;
}

}  // namespace

constinit const kernel portable{"portable", string_run, mark, space_end, utf8_end};

}  // namespace assay::scan
