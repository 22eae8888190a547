// A 64-bit hash of bytes, by 64x64 -> 128 bit multiplication; all bytes count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "scan/probe.h"

namespace assay {

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  __extension__ using wide = unsigned __int128;
  const wide product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// Equal keys have equal signatures; of up to 8 bytes no others do. Reads 8 bytes at `p` whatever `n` is.
inline std::uint64_t key_signature(const char* p, std::size_t n) noexcept {
  if (n <= 8) {
    const unsigned half = 32U - 4U * static_cast<unsigned>(n);  // of the bits to lose, which may be all 64
    return scan::eight_at(p) << half << half;
  }
  return (scan::eight_at(p) * 0x9E3779B97F4A7C15U) ^ scan::eight_at(p + n - 8) ^ n;
}

// Reads 8 bytes at `p` whatever `n` is: the bytes behind must be readable and do not count.
inline std::uint64_t hash_bytes(const char* p, std::size_t n, std::uint64_t seed) noexcept {
  constexpr std::uint64_t k1 = 0x9E3779B97F4A7C15U;
  constexpr std::uint64_t k2 = 0xD1B54A32D192ED03U;
  if (n <= 8) {
    const std::uint64_t word = n == 0 ? 0 : scan::eight_at(p) << (64U - 8U * static_cast<unsigned>(n));
    return mix(word ^ seed, k1 ^ (n * k2));
  }
  std::uint64_t state = seed ^ n;
  const char* const last = p + n - 8;
  for (; p < last; p += 8) state = mix(state ^ scan::eight_at(p), k1);
  return mix(state ^ scan::eight_at(last), k2);
}

}  // namespace assay
