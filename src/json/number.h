// A number's text as an exact decimal: its value is what is compared and hashed, never a double.
//
// Everything is linear in the digits. 1, 1.0, 1e0 and 10e-1 are one number; so are 0, -0 and 0e5.
#pragma once

#include <cstdint>
#include <string_view>

#include "assay/json.h"

namespace assay {

// (-1)^negative x the digits of [first, last) x 10^exponent. The digits neither begin nor end with a 0; a '.' may stand
// between them and does not count. Zero has no digits, and is not negative.
struct decimal {
  const char* first = nullptr;
  const char* last = nullptr;
  std::uint32_t digits = 0;
  std::int64_t exponent = 0;
  bool negative = false;

  bool is_zero() const noexcept { return digits == 0; }
  bool is_integer() const noexcept { return exponent >= 0; }
};

// A view of `number`, which is written as RFC 8259 section 6 says. An exponent past +-10^12 counts as that.
decimal decimal_of(std::string_view number) noexcept;
inline decimal decimal_of(node number) noexcept {
  return decimal_of(number.is(type::number) ? number.source() : std::string_view{});
}

// Is the number's value an integer? 1.0 and 1e3 are.
inline bool is_integer(node number) noexcept {
  if (!number.is(type::number)) return false;
  return !number.cells()[number.index()].has(cell::fraction) || decimal_of(number).is_integer();
}

// Negative, zero or positive as `a` is less than, equal to or greater than `b`.
int compare(const decimal& a, const decimal& b) noexcept;

// The same for numbers of the same value, however they are written.
std::uint64_t hash_number(const decimal& d, std::uint64_t seed) noexcept;

}  // namespace assay
