// 64 bytes in one register, for x86-64 with AVX-512 F and BW, which answers with a bit a byte by itself.
#if defined(__x86_64__)

#include <immintrin.h>

#define ASSAY_TARGET [[gnu::target("avx512f,avx512bw,avx2,bmi,bmi2,lzcnt")]]
#include "scan/blocks.h"

namespace assay::scan {
namespace {

using bytes = __m512i;

ASSAY_TARGET_INLINE bytes load(const row& r) noexcept { return _mm512_load_si512(r.byte.data()); }

ASSAY_TARGET_INLINE bytes upper_halves(bytes v, bytes mask) noexcept {
  return _mm512_and_si512(_mm512_srli_epi16(v, 4), mask);
}

struct block {
  bytes v;

  ASSAY_TARGET_INLINE static block at(const char* p) noexcept { return {_mm512_loadu_si512(p)}; }
  ASSAY_TARGET_INLINE static block zero() noexcept { return {_mm512_setzero_si512()}; }
  ASSAY_TARGET_INLINE block first(std::ptrdiff_t count) const noexcept {
    return {_mm512_maskz_mov_epi8(below_bit(static_cast<unsigned>(count)), v)};
  }
  ASSAY_TARGET_INLINE std::uint64_t quotes_and_controls(const constants* c) const noexcept {
    return _mm512_cmple_epu8_mask(_mm512_xor_si512(v, load(c->bit_1)), load(c->last_control));
  }
  ASSAY_TARGET_INLINE std::uint64_t backslashes(const constants* c) const noexcept {
    return _mm512_cmpeq_epi8_mask(v, load(c->backslash));
  }
  // A byte of 0x80 or more finds 0 in the first table.
  ASSAY_TARGET_INLINE std::uint64_t in_set(const row& by_lower, const row& by_upper,
                                           const constants* c) const noexcept {
    return _mm512_test_epi8_mask(_mm512_shuffle_epi8(load(by_lower), v),
                                 _mm512_shuffle_epi8(load(by_upper), upper_halves(v, load(c->lower_half))));
  }
  ASSAY_TARGET_INLINE std::uint64_t simple_escapes(const constants* c) const noexcept {
    return in_set(c->escape_by_lower, c->escape_by_upper, c);
  }
  ASSAY_TARGET_INLINE std::uint64_t marks(const constants* c) const noexcept {
    return in_set(c->mark_by_lower, c->mark_by_upper, c);
  }
  ASSAY_TARGET_INLINE std::uint64_t spaces(const constants* c) const noexcept {
    return _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(load(c->space_by_lower), v), v);
  }
  ASSAY_TARGET_INLINE std::uint64_t high() const noexcept { return _mm512_movepi8_mask(v); }
  ASSAY_TARGET_INLINE std::uint64_t faults(const constants* c, const block& before) const noexcept {
    const bytes half = load(c->lower_half);
    const bytes middle = _mm512_alignr_epi64(v, before.v, 6);
    const bytes back1 = _mm512_alignr_epi8(v, middle, 15);
    const bytes back2 = _mm512_alignr_epi8(v, middle, 14);
    const bytes back3 = _mm512_alignr_epi8(v, middle, 13);
    const bytes first = _mm512_and_si512(_mm512_shuffle_epi8(load(c->first_upper), upper_halves(back1, half)),
                                         _mm512_shuffle_epi8(load(c->first_lower), _mm512_and_si512(back1, half)));
    const bytes pairs = _mm512_and_si512(first, _mm512_shuffle_epi8(load(c->second_upper), upper_halves(v, half)));
    const bytes must_continue =
        _mm512_or_si512(_mm512_subs_epu8(back2, load(c->to_three)), _mm512_subs_epu8(back3, load(c->to_four)));
    const bytes wrong = _mm512_xor_si512(pairs, _mm512_and_si512(must_continue, load(c->top_bit)));
    return _mm512_test_epi8_mask(wrong, wrong);
  }
};

}  // namespace

constinit const kernel avx512 = kernel_of<block>("avx512");

}  // namespace assay::scan

#endif
