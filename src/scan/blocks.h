// What the kernels with wide registers have in common: 64 bytes at a time, and of each question one bit a byte.
//
// The first byte has the lowest bit. Where the text ends inside the block a bit is set there too, and the lowest bit
// wins, so that nothing past `end` has a say. A kernel's file says with ASSAY_TARGET what its CPU must have, includes
// this, and writes `block`: the 64 bytes in registers, and the questions that need its instructions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "scan/kernels.h"

#define ASSAY_TARGET_INLINE ASSAY_TARGET [[gnu::always_inline]] inline

namespace assay::scan {
namespace {

// A constant of the size of a register, of whichever kernel.
struct alignas(64) row {
  std::array<std::uint8_t, 64> byte{};
};

constexpr row all(std::uint8_t byte) {
  row made;
  made.byte.fill(byte);
  return made;
}

// A table of 16 bytes, looked up by half a byte.
constexpr row table(const std::array<std::uint8_t, 16>& byte) {
  row made;
  for (std::size_t i = 0; i < 64; ++i) made.byte[i] = byte[i % 16];
  return made;
}

// What can be wrong between two neighbours, a bit each. A pair is wrong where the three tables, one for each half of
// the first byte and one for the upper half of the second, have a bit in common. `both_continue` alone is no fault: it
// must stand exactly where a byte of E0 or more is two back, or one of F0 or more three back. The idea is Keiser and
// Lemire's, "Validating UTF-8 in less than one instruction per byte", 2020.
enum fault : std::uint8_t {
  unfinished = 1,      // 11...... then no continuation
  stray = 2,           // ASCII then a continuation
  overlong_two = 4,    // C0, C1
  overlong_three = 8,  // E0 then 80..9F
  surrogate = 16,      // ED then A0..BF
  four_low = 32,       // F0 then 80..8F: overlong; F5..FF then 80..8F: too large
  too_large = 64,      // F4..FF then 90..BF
  both_continue = 128,
};

constexpr std::uint8_t each = unfinished | stray | both_continue;  // the faults that no lower half rules out
constexpr std::uint8_t over = each | too_large | four_low;
constexpr std::uint8_t continues = stray | overlong_two | both_continue;
constexpr std::uint8_t on80 = continues | overlong_three | four_low;
constexpr std::uint8_t on90 = continues | overlong_three | too_large;
constexpr std::uint8_t on_a0 = continues | surrogate | too_large;

struct constants {
  // Flipping bit 1 leaves the control characters among themselves, makes the quote 0x20 and the space 0x22.
  row bit_1 = all(0x02);
  row last_control = all(0x20);
  row backslash = all('\\');
  row lower_half = all(0x0F);

  // A byte is of a set where its halves' entries have a bit in common: a bit for each upper half that the set has.
  row escape_by_lower = table({0, 0, 1 | 4, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1});  // " / n r t: 2, 6, 7
  row escape_by_upper = table({0, 0, 1, 0, 0, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0});
  row mark_by_lower = table({4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2 | 8, 1, 1 | 2 | 8, 1 | 8, 0});  // upper 3, 5, 6, 7
  row mark_by_upper = table({0, 0, 0, 1, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0});

  // Each white-space byte has a lower half of its own: the table holds that byte, and nothing with its place elsewhere.
  row space_by_lower = table({' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0});

  row first_upper = table({stray, stray, stray, stray, stray, stray, stray, stray, both_continue, both_continue,
                           both_continue, both_continue, unfinished | overlong_two, unfinished,
                           unfinished | overlong_three | surrogate, unfinished | four_low | too_large});
  row first_lower =
      table({each | overlong_two | overlong_three | four_low, each | overlong_two, each, each, each | too_large, over,
             over, over, over, over, over, over, over, over | surrogate, over, over});
  row second_upper = table({unfinished, unfinished, unfinished, unfinished, unfinished, unfinished, unfinished,
                            unfinished, on80, on90, on_a0, on_a0, unfinished, unfinished, unfinished, unfinished});
  row top_bit = all(0x80);
  row to_three = all(0xE0 - 0x80);  // what is left of a lead of three bytes or more, less this, has the top bit
  row to_four = all(0xF0 - 0x80);
};
constexpr constants known;

// The constants, at a place that the compiler does not know. GCC 12 builds a vector that it knows out of general
// registers, again in each round of a loop, which halves the speed; one that it does not know it loads.
ASSAY_TARGET_INLINE const constants* opaque() noexcept {
  const constants* place = &known;
  asm("" : "+r"(place));
  return place;
}

constexpr std::uint64_t below_bit(unsigned n) noexcept { return (std::uint64_t{1} << n) - 1; }  // n < 64

// string_run decides about all escapes of a block at once, since a branch an escape would be guessed wrong every other
// time.
//
//   text        a \ n b \ \ " ...        a run of backslashes escapes the byte behind it if its length is odd
//   slashes     . 1 . . 1 1 .            (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019)
//   escaped     . . 1 . . . .
//
// Adding the bit where a run starts carries to the bit behind its end; runs that start at even places and end at odd
// ones, and the reverse, are the odd runs. A run that the block cuts leaves its parity to the next block.
constexpr std::uint64_t behind_odd_runs(std::uint64_t slashes) noexcept {
  constexpr std::uint64_t even = 0x5555555555555555;
  const std::uint64_t starts = slashes & ~(slashes << 1U);
  const std::uint64_t from_even = (slashes + (starts & even)) & ~slashes;
  const std::uint64_t from_odd = (slashes + (starts & ~even)) & ~slashes;
  return (from_even & ~even) | (from_odd & even);
}

template <class Block>
ASSAY_TARGET const char* string_run_of(const char* p, const char* end, seen& s) {
  const constants* c = opaque();
  Block before = Block::zero();
  std::uint64_t high_before = 0;
  std::uint64_t pending = 0;  // 1: the last byte before p is a backslash that escapes *p
  for (;; p += 64) {
    Block b = Block::at(p);
    std::uint64_t stops = b.quotes_and_controls(c);
    std::uint64_t slashes = b.backslashes(c);
    std::uint64_t high = b.high();
    const std::ptrdiff_t left = end - p;
    const std::uint64_t at_end = left < 64 ? std::uint64_t{1} << left : 0;
    if (left < 64) {
      slashes &= at_end - 1;
      high &= at_end - 1;
    }
    std::uint64_t bad = 0;
    std::uint64_t next_pending = 0;
    const std::uint64_t all_slashes = slashes | pending;
    if (all_slashes != 0) {
      std::uint64_t escaped = pending & ~slashes;
      slashes &= ~pending;  // the second of a pair that the blocks' edge parts
      escaped |= behind_odd_runs(slashes);
      next_pending = static_cast<unsigned>(std::countl_one(slashes)) & 1U;
      bad = escaped & (~b.simple_escapes(c) | at_end);
      stops &= ~escaped;
    }
    stops |= bad | at_end;
    std::uint64_t ill = 0;
    if ((high | high_before >> 61U) != 0) {
      if (left < 64) b = b.first(left);  // what is behind the end does not continue what the end cuts
      ill = b.faults(c, before);
    }
    if (stops != 0) {
      const auto place = static_cast<unsigned>(std::countr_zero(stops));
      const auto is_bad = static_cast<unsigned>(bad >> place & 1U);
      s.high |= (high & below_bit(place)) != 0;
      s.utf8 = s.utf8 && (ill & (stops ^ (stops - 1))) == 0;  // up to the stop: a sequence that it cuts is ill there
      s.escaped |= place != 0 && (all_slashes & below_bit(place - is_bad)) != 0;
      return p + place - is_bad;
    }
    s.high |= high != 0;
    s.utf8 = s.utf8 && ill == 0;
    s.escaped |= (all_slashes & ~(next_pending << 63U)) != 0;
    pending = next_pending;
    before = b;
    high_before = high;
  }
}

template <class Block>
ASSAY_TARGET const char* mark_of(const char* p, const char* end) {
  const constants* c = opaque();
  for (;; p += 64) {
    std::uint64_t found = Block::at(p).marks(c);
    if (end - p < 64) found |= std::uint64_t{1} << (end - p);
    if (found != 0) return p + std::countr_zero(found);
  }
}

template <class Block>
ASSAY_TARGET const char* space_end_of(const char* p, const char* end) {
  const constants* c = opaque();
  for (;; p += 64) {
    std::uint64_t others = ~Block::at(p).spaces(c);
    if (end - p < 64) others |= std::uint64_t{1} << (end - p);
    if (others != 0) return p + std::countr_zero(others);
  }
}

template <class Block>
ASSAY_TARGET const char* utf8_end_of(const char* start, const char* end) {
  const constants* c = opaque();
  Block before = Block::zero();
  std::uint64_t high_before = 0;
  for (const char* p = start;; p += 64) {
    const bool last = end - p < 64;
    const Block b = last ? Block::at(p).first(end - p) : Block::at(p);
    const std::uint64_t high = b.high();
    if ((high | high_before >> 61U) != 0 && b.faults(c, before) != 0) {
      const char* from = p;  // the first byte of the sequence that the block's edge may cut
      while (from > start && p - from < 3 && (static_cast<std::uint8_t>(from[-1]) & 0xC0U) == 0x80) --from;
      if (from > start && static_cast<std::uint8_t>(from[-1]) >= 0xC0) --from;
      return portable.utf8_end(from, end);
    }
    if (last) return end;
    before = b;
    high_before = high;
  }
}

template <class Block>
constexpr kernel kernel_of(std::string_view name) {
  return {name, string_run_of<Block>, mark_of<Block>, space_end_of<Block>, utf8_end_of<Block>};
}

}  // namespace
}  // namespace assay::scan
