// 32 bytes in one register, for x86-64 with AVX2 and BMI.
//
// A position is found the same way everywhere: one bit a byte, set where the byte stops the search; where the text ends
// inside the block a bit is set there too, and the lowest bit wins, so that nothing past `end` has a say.
#if defined(__x86_64__)

#include <immintrin.h>

#include <array>

#include "scan/kernels.h"

namespace assay::scan {
namespace {

using bytes = __m256i;

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes load(const char* p) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// A constant of the size of a register.
struct alignas(32) row {
  std::array<std::uint8_t, 32> byte{};
};

constexpr row all(std::uint8_t byte) {
  row made;
  made.byte.fill(byte);
  return made;
}

// A table of 16 bytes, looked up by the low half of a byte; a byte of 0x80 or more finds 0.
constexpr row table(const std::array<std::uint8_t, 16>& byte) {
  row made;
  for (std::size_t i = 0; i < 32; ++i) made.byte[i] = byte[i % 16];
  return made;
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes load(const row& r) noexcept {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(r.byte.data()));
}

// The same pointer, to a place that the compiler no longer knows. GCC 12 builds a vector that it knows out of general
// registers, again in each round of a loop, which halves the speed of the loops below; one that it does not know it
// loads.
template <class Rows>
const Rows* opaque(const Rows* rows) noexcept {
  asm("" : "+r"(rows));
  return rows;
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint32_t top_bits(bytes v) noexcept {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(v));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint32_t zero_bits(bytes v) noexcept {
  return top_bits(_mm256_cmpeq_epi8(v, _mm256_setzero_si256()));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint64_t joined(std::uint32_t low,
                                                                                       std::uint32_t high) noexcept {
  return low | std::uint64_t{high} << 32;
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes upper_halves(bytes v, bytes mask) noexcept {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), mask);
}

// Zero where a byte ends a string. Flipping bit 1 leaves the control characters among themselves, makes the quote 0x20
// and the space 0x22, so one saturating subtraction zeroes exactly the controls and the quote.
struct string_rows {
  row bit_1 = all(0x02);
  row last_control = all(0x20);
  row backslash = all('\\');
};
constexpr string_rows for_strings;

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes string_stops(const string_rows* rows,
                                                                                     bytes v) noexcept {
  const bytes quote_or_control = _mm256_subs_epu8(_mm256_xor_si256(v, load(rows->bit_1)), load(rows->last_control));
  return _mm256_min_epu8(quote_or_control, _mm256_xor_si256(v, load(rows->backslash)));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt")]] const char* string_end(const char* p, const char* end, bool& high) {
  const auto* rows = opaque(&for_strings);
  bytes v = load(p);
  std::uint32_t stops = zero_bits(string_stops(rows, v));
  if (end - p < 32) stops |= std::uint32_t{1} << (end - p);
  if (stops != 0) {
    high |= _bzhi_u32(top_bits(v), _tzcnt_u32(stops)) != 0;
    return p + _tzcnt_u32(stops);
  }
  p += 32;
  bytes w;
  for (;; p += 64) {
    const bytes seen = v;
    v = load(p);
    w = load(p + 32);
    const bytes nearest = _mm256_min_epu8(string_stops(rows, v), string_stops(rows, w));
    if (end - p < 64 || zero_bits(nearest) != 0) {
      high |= top_bits(seen) != 0;
      break;
    }
    v = _mm256_or_si256(seen, _mm256_or_si256(v, w));
  }
  std::uint64_t found = joined(zero_bits(string_stops(rows, v)), zero_bits(string_stops(rows, w)));
  if (end - p < 64) found |= std::uint64_t{1} << (end - p);
  high |= _bzhi_u64(joined(top_bits(v), top_bits(w)), static_cast<std::uint32_t>(_tzcnt_u64(found))) != 0;
  return p + _tzcnt_u64(found);
}

// string_run looks at 64 bytes at a time and decides about all escapes in them at once, since a branch an escape would
// be guessed wrong every other time. One bit a byte:
//
//   text        a \ n b \ \ " ...        a run of backslashes escapes the byte behind it if its length is odd
//   slashes     . 1 . . 1 1 .            (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019)
//   escaped     . . 1 . . . .
//
// Adding the bit where a run starts carries to the bit behind its end; runs that start at even places and end at odd
// ones, and the reverse, are the odd runs. A run that the block cuts leaves its parity to the next block.
struct run_rows {
  string_rows strings;
  row by_lower = table({0, 0, 1 | 4, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1});  // " / n r t: upper halves 2, 6, 7
  row by_upper = table({0, 0, 1, 0, 0, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0});
  row lower_half = all(0x0F);
};
constexpr run_rows for_runs;

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint32_t simple_escapes(const run_rows* rows,
                                                                                               bytes v) noexcept {
  return ~zero_bits(
      _mm256_and_si256(_mm256_shuffle_epi8(load(rows->by_lower), v),
                       _mm256_shuffle_epi8(load(rows->by_upper), upper_halves(v, load(rows->lower_half)))));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint32_t quotes_and_controls(
    const run_rows* rows, bytes v) noexcept {
  return zero_bits(_mm256_subs_epu8(_mm256_xor_si256(v, load(rows->strings.bit_1)), load(rows->strings.last_control)));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint64_t behind_odd_runs(
    std::uint64_t slashes) noexcept {
  constexpr std::uint64_t even = 0x5555555555555555;
  const std::uint64_t starts = slashes & ~(slashes << 1);
  const std::uint64_t from_even = (slashes + (starts & even)) & ~slashes;
  const std::uint64_t from_odd = (slashes + (starts & ~even)) & ~slashes;
  return (from_even & ~even) | (from_odd & even);
}

// Is it UTF-8? By masks of one bit a byte, in the same pass: what follows a lead byte must be what continues, and
// nothing else may. The first bytes that narrow their second (E0, ED, F0, F4) and those that never stand (C0, C1, F5
// and up) are looked at only where one is there (Unicode 15, table 3-7).
class utf8_masks {
 public:
  // The next 64 bytes, of which `high` are 0x80 or more: where it goes wrong.
  [[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint64_t wrong(bytes v, bytes w,
                                                                                        std::uint64_t high) noexcept {
    const std::uint64_t next = below(v, w, 0xC0) & high;
    const std::uint64_t lead = high & ~next;
    const std::uint64_t lead_3 = lead & ~below(v, w, 0xE0);
    const std::uint64_t lead_4 = lead & ~below(v, w, 0xF0);
    std::uint64_t found = (due_ | lead << 1 | lead_3 << 2 | lead_4 << 3) ^ next;
    due_ = lead >> 63 | lead_3 >> 62 | lead_4 >> 61;
    const std::uint64_t narrow = lead & (equal(v, w, 0xE0) | equal(v, w, 0xED) | equal(v, w, 0xC0) | equal(v, w, 0xC1));
    if ((narrow | lead_4 | narrow_due_) != 0) found |= narrowed(v, w, lead);
    return found;
  }
  [[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bool due() const noexcept { return due_ != 0; }

 private:
  // Bytes from 0x80 to below `limit`, which is above 0x80: as signed numbers they are the lowest.
  [[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline static std::uint64_t below(
      bytes v, bytes w, std::uint8_t limit) noexcept {
    const bytes bound = _mm256_set1_epi8(static_cast<char>(limit));
    return joined(top_bits(_mm256_cmpgt_epi8(bound, v)), top_bits(_mm256_cmpgt_epi8(bound, w)));
  }
  [[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline static std::uint64_t equal(
      bytes v, bytes w, std::uint8_t byte) noexcept {
    const bytes wanted = _mm256_set1_epi8(static_cast<char>(byte));
    return joined(top_bits(_mm256_cmpeq_epi8(v, wanted)), top_bits(_mm256_cmpeq_epi8(w, wanted)));
  }
  [[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline std::uint64_t narrowed(
      bytes v, bytes w, std::uint64_t lead) noexcept {
    const std::uint64_t e0 = equal(v, w, 0xE0);
    const std::uint64_t ed = equal(v, w, 0xED);
    const std::uint64_t f0 = equal(v, w, 0xF0);
    const std::uint64_t f4 = equal(v, w, 0xF4);
    const std::uint64_t to_9f = below(v, w, 0xA0);
    const std::uint64_t to_8f = below(v, w, 0x90);
    const std::uint64_t found =
        ((e0 << 1 | (narrow_due_ & 1)) & to_9f) | ((ed << 1 | (narrow_due_ >> 1 & 1)) & ~to_9f) |
        ((f0 << 1 | (narrow_due_ >> 2 & 1)) & to_8f) | ((f4 << 1 | (narrow_due_ >> 3 & 1)) & ~to_8f);
    narrow_due_ = e0 >> 63 | ed >> 63 << 1 | f0 >> 63 << 2 | f4 >> 63 << 3;
    return found | (lead & (equal(v, w, 0xC0) | equal(v, w, 0xC1) | ~below(v, w, 0xF5)));
  }

  std::uint64_t due_ = 0;         // bytes at the start of the next block that must continue
  std::uint64_t narrow_due_ = 0;  // its last byte was E0, ED, F0, F4
};

[[gnu::target("avx2,bmi,bmi2,lzcnt")]] const char* string_run(const char* p, const char* end, seen& s) {
  const auto* rows = opaque(&for_runs);
  utf8_masks utf8;
  std::uint64_t pending = 0;  // 1: the last byte before p is a backslash that escapes *p
  for (;; p += 64) {
    const bytes v = load(p);
    const bytes w = load(p + 32);
    std::uint64_t stops = joined(quotes_and_controls(rows, v), quotes_and_controls(rows, w));
    const bytes backslash = load(rows->strings.backslash);
    std::uint64_t slashes =
        joined(top_bits(_mm256_cmpeq_epi8(v, backslash)), top_bits(_mm256_cmpeq_epi8(w, backslash)));
    const bool last = end - p < 64;
    const std::uint64_t at_end = last ? std::uint64_t{1} << (end - p) : 0;
    if (last) slashes &= at_end - 1;
    std::uint64_t bad = 0;
    std::uint64_t next_pending = 0;
    const std::uint64_t all_slashes = slashes | pending;
    if (all_slashes != 0) {
      std::uint64_t escaped = pending & ~slashes;
      slashes &= ~pending;  // the second of a pair that the blocks' edge parts
      escaped |= behind_odd_runs(slashes);
      next_pending = _lzcnt_u64(~slashes) & 1;
      bad = escaped & (~joined(simple_escapes(rows, v), simple_escapes(rows, w)) | at_end);
      stops &= ~escaped;
    }
    stops |= bad | at_end;
    const std::uint64_t high = joined(top_bits(v), top_bits(w)) & (last ? at_end - 1 : ~std::uint64_t{0});
    const std::uint64_t ill = high != 0 || utf8.due() ? utf8.wrong(v, w, high) : 0;
    if (stops != 0) {
      const auto place = static_cast<std::uint32_t>(_tzcnt_u64(stops));
      const std::uint64_t is_bad = (bad >> place) & 1;
      s.high |= _bzhi_u64(high, place) != 0;
      s.utf8 = s.utf8 && (ill & (stops ^ (stops - 1))) == 0;  // up to the stop: a sequence that it cuts is ill there
      s.escaped |= place != 0 && _bzhi_u64(all_slashes, place - static_cast<std::uint32_t>(is_bad)) != 0;
      return p + place - is_bad;
    }
    s.high |= high != 0;
    s.utf8 = s.utf8 && ill == 0;
    s.escaped |= (all_slashes & ~(next_pending << 63)) != 0;
    pending = next_pending;
  }
}

// Not zero where a byte is a mark: a bit for each upper half that has marks (3, 5, 6, 7), and for each lower half the
// bits of the upper halves that it makes a mark with. '=' is 3D: upper 3 gives bit 0, lower D gives bits 0, 1 and 3.
struct mark_rows {
  row by_lower = table({4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2 | 8, 1, 1 | 2 | 8, 1 | 8, 0});
  row by_upper = table({0, 0, 0, 1, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0});
  row lower_half = all(0x0F);
};
constexpr mark_rows for_marks;

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes marks(const mark_rows* rows, bytes v) noexcept {
  return _mm256_and_si256(_mm256_shuffle_epi8(load(rows->by_lower), v),
                          _mm256_shuffle_epi8(load(rows->by_upper), upper_halves(v, load(rows->lower_half))));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt")]] const char* mark(const char* p, const char* end) {
  const auto* rows = opaque(&for_marks);
  std::uint32_t first = ~zero_bits(marks(rows, load(p)));
  if (end - p < 32) first |= std::uint32_t{1} << (end - p);
  if (first != 0) return p + _tzcnt_u32(first);
  for (p += 32;; p += 64) {
    const bytes v = marks(rows, load(p));
    const bytes w = marks(rows, load(p + 32));
    const bytes either = _mm256_or_si256(v, w);
    if (end - p >= 64 && _mm256_testz_si256(either, either)) continue;
    std::uint64_t found = ~joined(zero_bits(v), zero_bits(w));
    if (end - p < 64) found |= std::uint64_t{1} << (end - p);
    return p + _tzcnt_u64(found);
  }
}

// Each white-space byte has a lower half of its own, so the table holds that byte and the rest of it nothing that has
// its place's lower half.
constexpr row for_spaces = table({' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0});

[[gnu::target("avx2,bmi,bmi2,lzcnt")]] const char* space_end(const char* p, const char* end) {
  const bytes spaces = load(*opaque(&for_spaces));
  for (;; p += 32) {
    const bytes v = load(p);
    std::uint32_t others = ~top_bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, v), v));
    if (end - p < 32) others |= std::uint32_t{1} << (end - p);
    if (others != 0) return p + _tzcnt_u32(others);
  }
}

// What can be wrong between two neighbours, a bit each. A pair is wrong where the three tables below, one for each half
// of the first byte and one for the upper half of the second, have a bit in common. `both_continue` alone is no fault:
// it must stand exactly where a byte of E0 or more is two back, or one of F0 or more three back. The idea is Keiser and
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

struct utf8_rows {
  row first_upper = table({stray, stray, stray, stray, stray, stray, stray, stray, both_continue, both_continue,
                           both_continue, both_continue, unfinished | overlong_two, unfinished,
                           unfinished | overlong_three | surrogate, unfinished | four_low | too_large});
  row first_lower =
      table({each | overlong_two | overlong_three | four_low, each | overlong_two, each, each, each | too_large, over,
             over, over, over, over, over, over, over, over | surrogate, over, over});
  row second_upper = table({unfinished, unfinished, unfinished, unfinished, unfinished, unfinished, unfinished,
                            unfinished, on80, on90, on_a0, on_a0, unfinished, unfinished, unfinished, unfinished});
  row lower_half = all(0x0F);
  row top_bit = all(0x80);
  row to_three =
      all(0xE0 - 0x80);  // what is left of a lead of three bytes or more, once this is taken, has the top bit
  row to_four = all(0xF0 - 0x80);
};
constexpr utf8_rows for_utf8;

// Not zero where `v` is at fault; back1 to back3 are the bytes 1 to 3 places before.
[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes faults(const utf8_rows* rows, bytes v,
                                                                               bytes back1, bytes back2,
                                                                               bytes back3) noexcept {
  const bytes half = load(rows->lower_half);
  const bytes first = _mm256_and_si256(_mm256_shuffle_epi8(load(rows->first_upper), upper_halves(back1, half)),
                                       _mm256_shuffle_epi8(load(rows->first_lower), _mm256_and_si256(back1, half)));
  const bytes pairs = _mm256_and_si256(first, _mm256_shuffle_epi8(load(rows->second_upper), upper_halves(v, half)));
  const bytes must_continue =
      _mm256_or_si256(_mm256_subs_epu8(back2, load(rows->to_three)), _mm256_subs_epu8(back3, load(rows->to_four)));
  return _mm256_xor_si256(pairs, _mm256_and_si256(must_continue, load(rows->top_bit)));
}

// The same, with the 32 bytes before `v` in a register.
[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes faults_after(const utf8_rows* rows,
                                                                                     bytes before, bytes v) noexcept {
  const bytes middle = _mm256_permute2x128_si256(before, v, 0x21);
  return faults(rows, v, _mm256_alignr_epi8(v, middle, 15), _mm256_alignr_epi8(v, middle, 14),
                _mm256_alignr_epi8(v, middle, 13));
}

// The same, with the bytes before p in memory.
[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes faults_at(const utf8_rows* rows,
                                                                                  const char* p) noexcept {
  return faults(rows, load(p), load(p - 1), load(p - 2), load(p - 3));
}

// `first_bytes_kept.data() + 32 - n` is a mask of n bytes.
constexpr std::array<std::uint8_t, 64> first_bytes_kept = [] {
  std::array<std::uint8_t, 64> mask{};
  for (std::size_t i = 0; i < 32; ++i) mask[i] = 0xFF;
  return mask;
}();

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bytes first_bytes(bytes v,
                                                                                    std::ptrdiff_t count) noexcept {
  return _mm256_and_si256(v,
                          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(first_bytes_kept.data() + 32 - count)));
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bool none(bytes v) noexcept {
  return _mm256_testz_si256(v, v) != 0;
}

[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bool ascii64(const char* p) noexcept {
  return top_bits(_mm256_or_si256(load(p), load(p + 32))) == 0;
}

// The last bytes, from p, fewer than 96: what is not text is zeroed, so a sequence that `end` cuts is seen as
// unfinished. Apart from `utf8_end`, so that its loop keeps all of its constants in registers.
[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::noinline]] bool tail_is_good(const char* start, const char* p,
                                                                        const char* end) {
  const auto* rows = opaque(&for_utf8);
  bytes before = p == start ? _mm256_setzero_si256() : load(p - 32);
  for (; end - p >= 32; p += 32) {
    const bytes v = load(p);
    if (!none(faults_after(rows, before, v))) return false;
    before = v;
  }
  return none(faults_after(rows, before, first_bytes(load(p), end - p)));
}

// Where a block of 64 bytes that begins at least 3 bytes behind the text's start is at fault, or where fewer are left.
[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::noinline]] const char* good_blocks(const char* p, const char* end) {
  const auto* rows = opaque(&for_utf8);
  while (end - p >= 64) {
    if (!ascii64(p)) {
      if (!none(_mm256_or_si256(faults_at(rows, p), faults_at(rows, p + 32)))) break;
      p += 64;
      continue;
    }
    if (cut_at(p - 3, p)) break;
    do {
      p += 64;
    } while (end - p >= 64 && ascii64(p));
  }
  return p;
}

[[gnu::target("avx2,bmi,bmi2,lzcnt")]] const char* utf8_end(const char* start, const char* end) {
  const char* p = start;
  if (end - p >= 96) {
    if (!none(faults_after(&for_utf8, _mm256_setzero_si256(), load(p)))) return portable.utf8_end(start, end);
    p = good_blocks(p + 32, end);
    if (end - p >= 64) return portable.utf8_end(sequence_start(start, p), end);
  }
  if (tail_is_good(start, p, end)) return end;
  return portable.utf8_end(sequence_start(start, p), end);
}

}  // namespace

constinit const kernel avx2{"avx2", string_end, string_run, mark, space_end, utf8_end};

}  // namespace assay::scan

#endif
