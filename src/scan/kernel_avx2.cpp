// 64 bytes in two registers, for x86-64 with AVX2 and BMI.
#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET [[gnu::target("avx2,bmi,bmi2,lzcnt")]]
#include "scan/blocks.h"

namespace assay::scan {
namespace {

using bytes = __m256i;

ASSAY_TARGET_INLINE bytes load(const char* p) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

ASSAY_TARGET_INLINE bytes load(const row& r) noexcept {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(r.byte.data()));
}

ASSAY_TARGET_INLINE std::uint64_t top_bits(bytes v, bytes w) noexcept {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(v)) |
         std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(w))} << 32U;
}

ASSAY_TARGET_INLINE std::uint64_t zeros(bytes v, bytes w) noexcept {
  const bytes zero = _mm256_setzero_si256();
  return top_bits(_mm256_cmpeq_epi8(v, zero), _mm256_cmpeq_epi8(w, zero));
}

ASSAY_TARGET_INLINE bytes upper_halves(bytes v, bytes mask) noexcept {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), mask);
}

// Not zero where the tables have a bit in common. A byte of 0x80 or more finds 0 in the first.
ASSAY_TARGET_INLINE bytes in_set(const row& by_lower, const row& by_upper, bytes mask, bytes v) noexcept {
  return _mm256_and_si256(_mm256_shuffle_epi8(load(by_lower), v),
                          _mm256_shuffle_epi8(load(by_upper), upper_halves(v, mask)));
}

ASSAY_TARGET_INLINE bytes over_control(const constants* c, bytes v) noexcept {
  return _mm256_subs_epu8(_mm256_xor_si256(v, load(c->bit_1)), load(c->last_control));
}

// Not zero where `v`, which follows `before`, is at fault.
ASSAY_TARGET_INLINE bytes faults_in(const constants* c, bytes before, bytes v) noexcept {
  const bytes half = load(c->lower_half);
  const bytes middle = _mm256_permute2x128_si256(before, v, 0x21);
  const bytes back1 = _mm256_alignr_epi8(v, middle, 15);
  const bytes back2 = _mm256_alignr_epi8(v, middle, 14);
  const bytes back3 = _mm256_alignr_epi8(v, middle, 13);
  const bytes first = _mm256_and_si256(_mm256_shuffle_epi8(load(c->first_upper), upper_halves(back1, half)),
                                       _mm256_shuffle_epi8(load(c->first_lower), _mm256_and_si256(back1, half)));
  const bytes pairs = _mm256_and_si256(first, _mm256_shuffle_epi8(load(c->second_upper), upper_halves(v, half)));
  const bytes must_continue =
      _mm256_or_si256(_mm256_subs_epu8(back2, load(c->to_three)), _mm256_subs_epu8(back3, load(c->to_four)));
  return _mm256_xor_si256(pairs, _mm256_and_si256(must_continue, load(c->top_bit)));
}

// The first `count` bytes of `v`, from 0 to 32 of them.
ASSAY_TARGET_INLINE bytes first_bytes(bytes v, std::ptrdiff_t count) noexcept {
  static constexpr std::array<std::uint8_t, 64> kept = [] {
    std::array<std::uint8_t, 64> mask{};
    for (std::size_t i = 0; i < 32; ++i) mask[i] = 0xFF;
    return mask;
  }();
  return _mm256_and_si256(v, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kept.data() + 32 - count)));
}

struct block {
  bytes v;
  bytes w;

  ASSAY_TARGET_INLINE static block at(const char* p) noexcept { return {load(p), load(p + 32)}; }
  ASSAY_TARGET_INLINE static block zero() noexcept { return {_mm256_setzero_si256(), _mm256_setzero_si256()}; }
  ASSAY_TARGET_INLINE block first(std::ptrdiff_t count) const noexcept {
    return {first_bytes(v, count < 32 ? count : 32), first_bytes(w, count < 32 ? 0 : count - 32)};
  }
  ASSAY_TARGET_INLINE std::uint64_t quotes_and_controls(const constants* c) const noexcept {
    return zeros(over_control(c, v), over_control(c, w));
  }
  ASSAY_TARGET_INLINE std::uint64_t backslashes(const constants* c) const noexcept {
    const bytes slash = load(c->backslash);
    return top_bits(_mm256_cmpeq_epi8(v, slash), _mm256_cmpeq_epi8(w, slash));
  }
  ASSAY_TARGET_INLINE std::uint64_t simple_escapes(const constants* c) const noexcept {
    const bytes half = load(c->lower_half);
    return ~zeros(in_set(c->escape_by_lower, c->escape_by_upper, half, v),
                  in_set(c->escape_by_lower, c->escape_by_upper, half, w));
  }
  ASSAY_TARGET_INLINE std::uint64_t marks(const constants* c) const noexcept {
    const bytes half = load(c->lower_half);
    return ~zeros(in_set(c->mark_by_lower, c->mark_by_upper, half, v),
                  in_set(c->mark_by_lower, c->mark_by_upper, half, w));
  }
  ASSAY_TARGET_INLINE std::uint64_t spaces(const constants* c) const noexcept {
    const bytes by_lower = load(c->space_by_lower);
    return top_bits(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(by_lower, v), v),
                    _mm256_cmpeq_epi8(_mm256_shuffle_epi8(by_lower, w), w));
  }
  ASSAY_TARGET_INLINE std::uint64_t high() const noexcept { return top_bits(v, w); }
  ASSAY_TARGET_INLINE std::uint64_t faults(const constants* c, const block& before) const noexcept {
    return ~zeros(faults_in(c, before.w, v), faults_in(c, v, w));
  }
};

}  // namespace

constinit const kernel avx2 = kernel_of<block>("avx2");

}  // namespace assay::scan

#endif
