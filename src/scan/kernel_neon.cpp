// 16 bytes in one register, for little-endian aarch64.
//
// A position is found the same way everywhere: four bits a byte, set where the byte stops the search; where the text
// ends inside the block they are set there too, and the lowest win, so that nothing past `end` has a say.
#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

#include <bit>

#include "scan/kernels.h"

namespace assay::scan {
namespace {

using bytes = uint8x16_t;

bytes load(const char* p) noexcept { return vld1q_u8(reinterpret_cast<const std::uint8_t*>(p)); }

bytes all(char c) noexcept { return vdupq_n_u8(static_cast<std::uint8_t>(c)); }

// Four bits a byte of a vector whose bytes are all ones or all zeros.
std::uint64_t bits(bytes v) noexcept {
  return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}

std::uint64_t with_end(std::uint64_t found, std::ptrdiff_t left) noexcept {
  return left < 16 ? found | std::uint64_t{1} << (4 * left) : found;
}

bool any(bytes v) noexcept { return vmaxvq_u32(vreinterpretq_u32_u8(v)) != 0; }

bool not_ascii(bytes v) noexcept { return any(vcgeq_u8(v, vdupq_n_u8(0x80))); }

bytes string_stops(bytes v) noexcept {
  return vorrq_u8(vcltq_u8(v, all(' ')), vorrq_u8(vceqq_u8(v, all('"')), vceqq_u8(v, all('\\'))));
}

const char* string_end(const char* p, const char* end, bool& high) {
  bytes seen = vdupq_n_u8(0);
  for (;; p += 16) {
    const bytes v = load(p);
    const std::uint64_t found = with_end(bits(string_stops(v)), end - p);
    if (found != 0) {
      const std::uint64_t before = (found & (0 - found)) - 1;
      high |= (bits(vcgeq_u8(v, vdupq_n_u8(0x80))) & before) != 0 || not_ascii(seen);
      return p + std::countr_zero(found) / 4;
    }
    seen = vorrq_u8(seen, v);
    while (end - p >= 80) {
      const bytes a = load(p + 16), b = load(p + 32), c = load(p + 48), d = load(p + 64);
      const bytes stops =
          vorrq_u8(vorrq_u8(string_stops(a), string_stops(b)), vorrq_u8(string_stops(c), string_stops(d)));
      if (any(stops)) break;
      seen = vorrq_u8(seen, vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d)));
      p += 64;
    }
  }
}

// Not zero where a byte is a mark: a bit for each upper half that has marks (3, 5, 6, 7), and for each lower half the
// bits of the upper halves that it makes a mark with. '=' is 3D: upper 3 gives bit 0, lower D gives bits 0, 1 and 3.
bytes marks(bytes v) noexcept {
  const bytes by_lower = {4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2 | 8, 1, 1 | 2 | 8, 1 | 8, 0};
  const bytes by_upper = {0, 0, 0, 1, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0};
  return vtstq_u8(vqtbl1q_u8(by_lower, vandq_u8(v, vdupq_n_u8(0x0F))), vqtbl1q_u8(by_upper, vshrq_n_u8(v, 4)));
}

const char* mark(const char* p, const char* end) {
  for (;; p += 16) {
    const std::uint64_t found = with_end(bits(marks(load(p))), end - p);
    if (found != 0) return p + std::countr_zero(found) / 4;
    while (end - p >= 48 && !any(vorrq_u8(marks(load(p + 16)), marks(load(p + 32))))) p += 32;
  }
}

const char* space_end(const char* p, const char* end) {
  for (;; p += 16) {
    const bytes v = load(p);
    const bytes spaces = vorrq_u8(vorrq_u8(vceqq_u8(v, all(' ')), vceqq_u8(v, all('\n'))),
                                  vorrq_u8(vceqq_u8(v, all('\r')), vceqq_u8(v, all('\t'))));
    const std::uint64_t found = with_end(~bits(spaces), end - p);
    if (found != 0) return p + std::countr_zero(found) / 4;
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

// Not zero where `v`, whose predecessor in the text is `before`, is at fault.
bytes faults(bytes before, bytes v) noexcept {
  constexpr std::uint8_t each = unfinished | stray | both_continue;  // faults that no lower half rules out
  constexpr std::uint8_t over = each | too_large | four_low;
  constexpr std::uint8_t low = stray | overlong_two | both_continue;
  constexpr std::uint8_t on80 = low | overlong_three | four_low;
  constexpr std::uint8_t on90 = low | overlong_three | too_large;
  constexpr std::uint8_t onA0 = low | surrogate | too_large;
  const bytes first_upper = {stray,
                             stray,
                             stray,
                             stray,
                             stray,
                             stray,
                             stray,
                             stray,
                             both_continue,
                             both_continue,
                             both_continue,
                             both_continue,
                             unfinished | overlong_two,
                             unfinished,
                             unfinished | overlong_three | surrogate,
                             unfinished | four_low | too_large};
  const bytes first_lower = {each | overlong_two | overlong_three | four_low,
                             each | overlong_two,
                             each,
                             each,
                             each | too_large,
                             over,
                             over,
                             over,
                             over,
                             over,
                             over,
                             over,
                             over,
                             over | surrogate,
                             over,
                             over};
  const bytes second_upper = {unfinished, unfinished, unfinished, unfinished, unfinished, unfinished,
                              unfinished, unfinished, on80,       on90,       onA0,       onA0,
                              unfinished, unfinished, unfinished, unfinished};
  const bytes back1 = vextq_u8(before, v, 15);
  const bytes back2 = vextq_u8(before, v, 14);
  const bytes back3 = vextq_u8(before, v, 13);
  const bytes pairs = vandq_u8(vandq_u8(vqtbl1q_u8(first_upper, vshrq_n_u8(back1, 4)),
                                        vqtbl1q_u8(first_lower, vandq_u8(back1, vdupq_n_u8(0x0F)))),
                               vqtbl1q_u8(second_upper, vshrq_n_u8(v, 4)));
  const bytes must_continue =
      vorrq_u8(vqsubq_u8(back2, vdupq_n_u8(0xE0 - 0x80)), vqsubq_u8(back3, vdupq_n_u8(0xF0 - 0x80)));
  return veorq_u8(pairs, vandq_u8(must_continue, vdupq_n_u8(0x80)));
}

// The last 0 to 63 bytes, from p: what is not text is zeroed, so a sequence that `end` cuts is seen as unfinished.
bool tail_is_good(bytes before, const char* p, const char* end) noexcept {
  for (; end - p >= 16; p += 16) {
    const bytes v = load(p);
    if (any(faults(before, v))) return false;
    before = v;
  }
  const bytes place = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const bytes text = vcltq_u8(place, vdupq_n_u8(static_cast<std::uint8_t>(end - p)));
  return !any(faults(before, vandq_u8(load(p), text)));
}

const char* utf8_end(const char* start, const char* end) {
  const char* p = start;
  bytes before = vdupq_n_u8(0);
  while (end - p >= 64) {
    const bytes a = load(p), b = load(p + 16), c = load(p + 32), d = load(p + 48);
    if (!not_ascii(vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d)))) {
      if (cut_at(start, p)) break;
    } else if (any(vorrq_u8(vorrq_u8(faults(before, a), faults(a, b)), vorrq_u8(faults(b, c), faults(c, d))))) {
      break;
    }
    before = d;
    p += 64;
  }
  if (end - p < 64 && tail_is_good(before, p, end)) return end;
  return portable.utf8_end(sequence_start(start, p), end);
}

}  // namespace

constinit const kernel neon{"neon", string_end, string_run_by<string_end>, mark, space_end, utf8_end};

}  // namespace assay::scan

#endif
