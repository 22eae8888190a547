// 64 bytes in four registers, for little-endian aarch64.
#if defined(__aarch64__) && !defined(__AARCH64EB__)

#include <arm_neon.h>

#define ASSAY_TARGET
#include "scan/blocks.h"

namespace assay::scan {
namespace {

using bytes = uint8x16_t;

bytes load(const row& r) noexcept { return vld1q_u8(r.byte.data()); }

// One bit a byte of four vectors whose bytes are all ones or all zeros.
std::uint64_t bits(bytes a, bytes b, bytes c, bytes d) noexcept {
  constexpr std::array<std::uint8_t, 16> place{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const bytes weight = vld1q_u8(place.data());
  const bytes low = vpaddq_u8(vandq_u8(a, weight), vandq_u8(b, weight));
  const bytes high = vpaddq_u8(vandq_u8(c, weight), vandq_u8(d, weight));
  const bytes sums = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

// Ones where the tables have a bit in common. Neither has an entry for an upper half of 8 or more.
bytes in_set(const row& by_lower, const row& by_upper, bytes v) noexcept {
  return vtstq_u8(vqtbl1q_u8(load(by_lower), vandq_u8(v, vdupq_n_u8(0x0F))),
                  vqtbl1q_u8(load(by_upper), vshrq_n_u8(v, 4)));
}

// Ones where `v`, which follows `before`, is at fault.
bytes faults_in(const constants* c, bytes before, bytes v) noexcept {
  const bytes back1 = vextq_u8(before, v, 15);
  const bytes back2 = vextq_u8(before, v, 14);
  const bytes back3 = vextq_u8(before, v, 13);
  const bytes first = vandq_u8(vqtbl1q_u8(load(c->first_upper), vshrq_n_u8(back1, 4)),
                               vqtbl1q_u8(load(c->first_lower), vandq_u8(back1, vdupq_n_u8(0x0F))));
  const bytes pairs = vandq_u8(first, vqtbl1q_u8(load(c->second_upper), vshrq_n_u8(v, 4)));
  const bytes must_continue = vorrq_u8(vqsubq_u8(back2, load(c->to_three)), vqsubq_u8(back3, load(c->to_four)));
  const bytes wrong = veorq_u8(pairs, vandq_u8(must_continue, load(c->top_bit)));
  return vtstq_u8(wrong, wrong);
}

struct block {
  std::array<bytes, 4> v;

  // The answers of `ask` to each register, one bit a byte.
  template <class Ask>
  std::uint64_t each_of(Ask ask) const noexcept {
    return bits(ask(v[0]), ask(v[1]), ask(v[2]), ask(v[3]));
  }

  static block at(const char* p) noexcept {
    const auto* from = reinterpret_cast<const std::uint8_t*>(p);
    return {{vld1q_u8(from), vld1q_u8(from + 16), vld1q_u8(from + 32), vld1q_u8(from + 48)}};
  }
  static block zero() noexcept { return {{vdupq_n_u8(0), vdupq_n_u8(0), vdupq_n_u8(0), vdupq_n_u8(0)}}; }
  block first(std::ptrdiff_t count) const noexcept {
    constexpr std::array<std::uint8_t, 16> place{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    block kept = *this;
    for (std::size_t i = 0; i < 4; ++i) {
      const bytes at_place = vaddq_u8(vld1q_u8(place.data()), vdupq_n_u8(static_cast<std::uint8_t>(16 * i)));
      kept.v[i] = vandq_u8(v[i], vcltq_u8(at_place, vdupq_n_u8(static_cast<std::uint8_t>(count))));
    }
    return kept;
  }
  std::uint64_t quotes_and_controls(const constants*) const noexcept {
    return each_of([](bytes b) { return vorrq_u8(vcltq_u8(b, vdupq_n_u8(' ')), vceqq_u8(b, vdupq_n_u8('"'))); });
  }
  std::uint64_t backslashes(const constants* c) const noexcept {
    return each_of([c](bytes b) { return vceqq_u8(b, load(c->backslash)); });
  }
  std::uint64_t simple_escapes(const constants* c) const noexcept {
    return each_of([c](bytes b) { return in_set(c->escape_by_lower, c->escape_by_upper, b); });
  }
  std::uint64_t marks(const constants* c) const noexcept {
    return each_of([c](bytes b) { return in_set(c->mark_by_lower, c->mark_by_upper, b); });
  }
  std::uint64_t spaces(const constants*) const noexcept {
    return each_of([](bytes b) {
      return vorrq_u8(vorrq_u8(vceqq_u8(b, vdupq_n_u8(' ')), vceqq_u8(b, vdupq_n_u8('\n'))),
                      vorrq_u8(vceqq_u8(b, vdupq_n_u8('\r')), vceqq_u8(b, vdupq_n_u8('\t'))));
    });
  }
  std::uint64_t high() const noexcept {
    return each_of([](bytes b) { return vcgeq_u8(b, vdupq_n_u8(0x80)); });
  }
  std::uint64_t faults(const constants* c, const block& before) const noexcept {
    return bits(faults_in(c, before.v[3], v[0]), faults_in(c, v[0], v[1]), faults_in(c, v[1], v[2]),
                faults_in(c, v[2], v[3]));
  }
};

}  // namespace

constinit const kernel neon = kernel_of<block>("neon");

}  // namespace assay::scan

#endif
