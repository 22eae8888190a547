#include "cli/base64.h"

#include <array>
#include <cstdint>

namespace assay::cli {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 64;

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}
constexpr std::array<std::uint8_t, 256> digits = make_digits();

failure broken(std::string message, std::size_t at) { return {failure_code::bad_argument, std::move(message), at}; }

}  // namespace

result<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) {
    return broken("the base64 has " + std::to_string(text.size()) + " characters, which is not a multiple of 4",
                  text.size());
  }
  const std::size_t padded = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  const std::size_t digit_count = text.size() - padded;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t held = 0;
  unsigned held_bits = 0;
  for (std::size_t i = 0; i < digit_count; ++i) {
    const std::uint8_t digit = digits[static_cast<unsigned char>(text[i])];
    if (digit == no_digit) return broken("character " + std::to_string(i + 1) + " is not base64", i);
    held = (held << 6U) | digit;
    held_bits += 6;
    if (held_bits < 8) continue;
    held_bits -= 8;
    bytes.push_back(static_cast<char>((held >> held_bits) & 0xFFU));
    held &= (1U << held_bits) - 1U;
  }
  // What is left over must be zero, else two texts would stand for the same bytes.
  if (held != 0) return broken("the base64 ends in stray bits", digit_count);
  return bytes;
}

}  // namespace assay::cli
