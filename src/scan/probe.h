// What mostly ends within a few bytes, inline: a call to a kernel would cost more than it saves.
// Uses what every CPU of its kind has (SSE2, NEON), so there is nothing to choose; elsewhere words of 8 bytes.
#pragma once

#include <cstdint>
#include <cstring>

#include "scan/scan.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace assay::scan {

struct probe {
  unsigned stop;  // index of the first '"', '\\' or byte below 0x20; 16 if there is none
  bool high;      // a byte of 0x80 or more stands before it
};

// Reads 16 bytes at `p`.
inline probe probe16(const char* p) noexcept {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  const auto stops = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, slash))));
  const auto high = static_cast<unsigned>(_mm_movemask_epi8(bytes));
  const auto stop = static_cast<unsigned>(__builtin_ctz(stops | 0x10000U));
  return {stop, (high & ((1U << stop) - 1U)) != 0};
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const uint8x16_t bytes = vld1q_u8(reinterpret_cast<const std::uint8_t*>(p));
  const uint8x16_t stops = vorrq_u8(vcltq_u8(bytes, vdupq_n_u8(0x20)),
                                    vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')), vceqq_u8(bytes, vdupq_n_u8('\\'))));
  const auto nibbles = [](uint8x16_t mask) {  // four bits a byte
    return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(mask), 4)), 0);
  };
  const std::uint64_t hit = nibbles(stops);
  const std::uint64_t high = nibbles(vcgeq_u8(bytes, vdupq_n_u8(0x80)));
  const unsigned stop = hit == 0 ? 16U : static_cast<unsigned>(__builtin_ctzll(hit)) / 4U;
  return {stop, (stop == 16 ? high : high & ((std::uint64_t{1} << (4U * stop)) - 1U)) != 0};
#else
  unsigned i = 0;
  bool high = false;
  for (; i < 16; ++i) {
    const auto c = static_cast<unsigned char>(p[i]);
    if (c == '"' || c == '\\' || c < 0x20) break;
    high |= c >= 0x80;
  }
  return {i, high};
#endif
}

// Index of the first byte of 16 at `p` that is not plain text of a string: '"', '\\', below 0x20 or above 0x7F;
// else 16.
inline unsigned plain16(const char* p) noexcept {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  // Flipping bit 1 makes the quote 0x20 and the space 0x22; as signed numbers all above 0x20 are then what is plain.
  const __m128i plain = _mm_cmpgt_epi8(_mm_xor_si128(bytes, _mm_set1_epi8(0x02)), _mm_set1_epi8(0x20));
  const __m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  const auto stays = static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_andnot_si128(slash, plain)));
  return static_cast<unsigned>(__builtin_ctzll(~stays));
#else
  const probe found = probe16(p);
  if (!found.high) return found.stop;
  unsigned i = 0;
  while (static_cast<unsigned char>(p[i]) < 0x80) ++i;
  return i;
#endif
}

inline std::uint64_t eight_at(const char* p) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, p, sizeof word);
  return word;
}

// kernel::space_end, the short cases inline. What stands behind `end` must be white space or padding that is zero: so a
// byte above ' ' is within the text and needs no comparison with its end. Mostly there is nothing to skip, one space,
// or a line break and an indent. Branches rather than arithmetic: they are guessed right, and what follows need not
// wait for a sum.
inline const char* skip_space(const char* p, const char* end) noexcept {
  if (static_cast<unsigned char>(*p) > ' ') return p;
  if (*p == ' ' && static_cast<unsigned char>(p[1]) > ' ') return p + 1;
  if (*p == '\n') {
    const char* q = p + 1;
    constexpr std::uint64_t spaces = 0x2020202020202020U;
    while (eight_at(q) == spaces) q += 8;
    if (*q == ' ') ++q;
    if (*q == ' ') ++q;
    if (*q == ' ') ++q;
    if (*q == ' ') ++q;
    while (*q == ' ') ++q;
    if (static_cast<unsigned char>(*q) > ' ') return q;
  }
  return p < end ? active().space_end(p, end) : end;
}

}  // namespace assay::scan
