#include "json/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "json/hash_bytes.h"

namespace assay {
namespace {

constexpr std::int64_t largest_exponent = 1'000'000'000'000;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// The digits of a decimal, without the point.
class digit_reader {
 public:
  explicit digit_reader(const decimal& d) noexcept : p_(d.first) {}
  unsigned next() noexcept {
    if (*p_ == '.') ++p_;
    return static_cast<unsigned>(*p_++ - '0');
  }

 private:
  const char* p_;
};

std::int64_t read_exponent(std::string_view text) noexcept {
  bool negative = false;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c == '-') negative = true;
    if (is_digit(c)) value = std::min(value * 10 + (c - '0'), largest_exponent);
  }
  return negative ? -value : value;
}

int compare_digits(const decimal& a, const decimal& b) noexcept {
  digit_reader left{a};
  digit_reader right{b};
  for (std::uint32_t i = 0; i < std::min(a.digits, b.digits); ++i) {
    const unsigned x = left.next();
    const unsigned y = right.next();
    if (x != y) return x < y ? -1 : 1;
  }
  return a.digits == b.digits ? 0 : a.digits < b.digits ? -1 : 1;  // neither ends with a 0
}

// The magnitude of an integer, or false where it is past 2^64 - 1.
bool read_magnitude(const decimal& d, std::uint64_t& out) noexcept {
  constexpr std::uint64_t top = std::numeric_limits<std::uint64_t>::max();
  out = 0;
  if (static_cast<std::int64_t>(d.digits) + d.exponent > 20) return false;
  digit_reader digits{d};
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(d.digits) + d.exponent; ++i) {
    const unsigned digit = i < d.digits ? digits.next() : 0;
    if (out > (top - digit) / 10) return false;
    out = out * 10 + digit;
  }
  return true;
}

std::string named(node value) {
  constexpr std::size_t longest = 60;
  std::string text{value.source().substr(0, longest)};
  if (value.source().size() > longest) text += "...";
  return text;
}

failure not_a_number(node value) {
  const std::string what = value ? std::string(name(value.type())) : "missing";
  return {failure_code::wrong_type, "expected a number, and the value is " + what, value.offset()};
}

failure does_not_fit(node value, std::string_view type_name) {
  return {failure_code::inexact, named(value) + " does not fit " + std::string(type_name) + " exactly", value.offset()};
}

// Is `text`, as std::to_chars wrote it, the number `d`?
bool is_same(const decimal& d, const char* text, const char* end) noexcept {
  return compare(d, decimal_of(std::string_view{text, static_cast<std::size_t>(end - text)})) == 0;
}

// Does the double nearest to `d` stand for it: as its shortest decimal form, or exactly?
bool stands_for(double value, const decimal& d) noexcept {
  // Up to 15 digits always come back (C++ numeric_limits::digits10), away from where doubles lose precision.
  constexpr std::int64_t safe_exponent = 290;
  if (d.digits <= std::numeric_limits<double>::digits10 && d.exponent >= -safe_exponent &&
      d.exponent + d.digits <= safe_exponent) {
    return true;
  }
  constexpr int longest = 767;  // significant digits of a double's exact value
  char buffer[longest + 16];
  const auto shortest = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  if (is_same(d, buffer, shortest.ptr)) return true;
  const auto exact = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific, longest - 1);
  return exact.ec == std::errc{} && is_same(d, buffer, exact.ptr);
}

}  // namespace

decimal decimal_of(std::string_view number) noexcept {
  decimal d;
  if (!number.empty() && number.front() == '-') {
    d.negative = true;
    number.remove_prefix(1);
  }
  const std::size_t mantissa = std::min(number.find_first_of("eE"), number.size());
  if (mantissa < number.size()) d.exponent = read_exponent(number.substr(mantissa + 1));
  const char* const begin = number.data();
  const char* const end = begin + mantissa;
  const char* const point = std::find(begin, end, '.');
  d.first = std::find_if(begin, end, [](char c) { return c != '0' && c != '.'; });
  if (d.first == end) return {};
  d.last = end;
  while (d.last[-1] == '0' || d.last[-1] == '.') --d.last;
  const bool point_inside = d.first < point && point < d.last;
  d.digits = static_cast<std::uint32_t>(d.last - d.first) - (point_inside ? 1 : 0);
  d.exponent += point - d.last + (point < d.last ? 1 : 0);
  return d;
}

int compare(const decimal& a, const decimal& b) noexcept {
  const auto sign = [](const decimal& d) { return d.is_zero() ? 0 : d.negative ? -1 : 1; };
  if (sign(a) != sign(b)) return sign(a) < sign(b) ? -1 : 1;
  if (a.is_zero()) return 0;
  const std::int64_t a_order = a.exponent + a.digits;  // the power of ten above the first digit
  const std::int64_t b_order = b.exponent + b.digits;
  const int magnitude = a_order != b_order ? (a_order < b_order ? -1 : 1) : compare_digits(a, b);
  return a.negative ? -magnitude : magnitude;
}

std::uint64_t hash_number(const decimal& d, std::uint64_t seed) noexcept {
  constexpr std::uint64_t factor = 0xA0761D6478BD642FU;
  constexpr std::uint32_t chunk_digits = 18;  // what fits 64 bits
  std::uint64_t state = mix(seed ^ static_cast<std::uint64_t>(d.exponent), factor + (d.negative ? 1U : 0U));
  digit_reader digits{d};
  for (std::uint32_t done = 0; done < d.digits;) {
    const std::uint32_t stop = std::min(done + chunk_digits, d.digits);
    std::uint64_t chunk = 1;
    for (; done < stop; ++done) chunk = chunk * 10 + digits.next();
    state = mix(state ^ chunk, factor);
  }
  return state;
}

int compare_numbers(node a, node b) { return compare(decimal_of(a), decimal_of(b)); }

result<std::int64_t> node::to_int64() const {
  if (!is(type::number)) return not_a_number(*this);
  constexpr std::uint64_t top = std::numeric_limits<std::int64_t>::max();
  const decimal d = decimal_of(*this);
  std::uint64_t magnitude = 0;
  if (!d.is_integer() || !read_magnitude(d, magnitude) || magnitude > top + (d.negative ? 1U : 0U)) {
    return does_not_fit(*this, "a signed 64-bit integer");
  }
  return static_cast<std::int64_t>(d.negative ? 0 - magnitude : magnitude);
}

result<std::uint64_t> node::to_uint64() const {
  if (!is(type::number)) return not_a_number(*this);
  const decimal d = decimal_of(*this);
  std::uint64_t magnitude = 0;
  if (d.negative || !d.is_integer() || !read_magnitude(d, magnitude)) {
    return does_not_fit(*this, "an unsigned 64-bit integer");
  }
  return magnitude;
}

result<double> node::to_double() const {
  if (!is(type::number)) return not_a_number(*this);
  const std::string_view text = source();
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool read = error == std::errc{} && stop == text.data() + text.size() && std::isfinite(value);
  if (!read || !stands_for(value, decimal_of(text))) return does_not_fit(*this, "a double");
  return value;
}

}  // namespace assay
