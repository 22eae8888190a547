#include "json/number.h"

#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "json/hash.h"
#include "json/parsed.h"

namespace assay {
namespace {

std::optional<std::int64_t> int64_of(std::string_view text) {
  const document d = parsed(text);
  const result<std::int64_t> r = d.root().to_int64();
  if (r) return *r;
  EXPECT_EQ(r.error().code, failure_code::inexact) << text;
  return {};
}

std::optional<std::uint64_t> uint64_of(std::string_view text) {
  const document d = parsed(text);
  const result<std::uint64_t> r = d.root().to_uint64();
  if (r) return *r;
  EXPECT_EQ(r.error().code, failure_code::inexact) << text;
  return {};
}

std::optional<double> double_of(std::string_view text) {
  const document d = parsed(text);
  const result<double> r = d.root().to_double();
  if (r) return *r;
  EXPECT_EQ(r.error().code, failure_code::inexact) << text;
  return {};
}

constexpr std::int64_t int64_least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_most = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t uint64_most = std::numeric_limits<std::uint64_t>::max();

TEST(Number, GivesIntegersThatFit) {
  const std::pair<std::string_view, std::optional<std::int64_t>> cases[] = {
      {"0", 0},
      {"-0", 0},
      {"-0.0e9", 0},
      {"1", 1},
      {"1.0", 1},
      {"1e0", 1},
      {"10e-1", 1},
      {"-12.50e1", -125},
      {"1200", 1200},
      {"1.2e3", 1200},
      {"0.0012e6", 1200},
      {"100.000", 100},
      {"0e1000", 0},
      {"9223372036854775807", int64_most},
      {"-9223372036854775808", int64_least},
      {"9.223372036854775807e18", int64_most},
      {"9223372036854775808", {}},
      {"-9223372036854775809", {}},
      {"18446744073709551616", {}},
      {"1.5", {}},
      {"1e-1", {}},
      {"1e19", {}},
      {"1e1000", {}},
      {"1e-1000", {}},
      {"12.50", {}},
      {"99999999999999999999", {}},
  };
  for (const auto& [text, value] : cases) EXPECT_EQ(int64_of(text), value) << text;
}

TEST(Number, GivesUnsignedIntegersThatFit) {
  const std::pair<std::string_view, std::optional<std::uint64_t>> cases[] = {
      {"0", 0},
      {"-0", 0},
      {"7.0", 7},
      {"18446744073709551615", uint64_most},
      {"1844674407370955161.5e1", uint64_most},
      {"18446744073709551616", {}},
      {"-1", {}},
      {"0.5", {}},
      {"1e20", {}},
      {"1e19", 10000000000000000000U},
      {"100000000000000000000", {}},
  };
  for (const auto& [text, value] : cases) EXPECT_EQ(uint64_of(text), value) << text;
}

TEST(Number, GivesDoublesThatStandForTheNumber) {
  const std::pair<std::string_view, std::optional<double>> cases[] = {
      {"0", 0.0},
      {"0.1", 0.1},
      {"-2.50", -2.5},
      {"1e22", 1e22},
      {"1e23", 1e23},
      {"5e-324", 5e-324},
      {"1.7976931348623157e308", 1.7976931348623157e308},
      {"9007199254740992", 9007199254740992.0},
      {"9007199254740993", {}},
      {"9007199254740993.0", {}},
      {"1e400", {}},
      {"-1e400", {}},
      {"1e-400", {}},
      {"0.30000000000000004", 0.1 + 0.2},
      {"0.30000000000000001", {}},
      {"0.1000000000000000", 0.1},
      {"1152921504606846976", 1152921504606846976.0},  // 2^60, whose shortest form is ...847000
      {"1152921504606847000", 1152921504606846976.0},
      {"1152921504606846977", {}},
      {"0.1000000000000000055511151231257827021181583404541015625", 0.1},  // the double's own value
      {"0.1000000000000000055511151231257827021181583404541015626", {}},
      {"123456789012345678901234567890", {}},
      {"2e-324", {}},
  };
  for (const auto& [text, value] : cases) EXPECT_EQ(double_of(text), value) << text;
}

TEST(Number, SaysWhatDoesNotFit) {
  const document d = parsed(R"({"a": 1.5, "b": "1"})");
  EXPECT_EQ(d["a"].to_int64().error().message, "1.5 does not fit a signed 64-bit integer exactly");
  EXPECT_EQ(d["a"].to_int64().error().offset, 6U);
  EXPECT_EQ(d["b"].to_int64().error().code, failure_code::wrong_type);
  EXPECT_EQ(d["b"].to_uint64().error().message, "expected a number, and the value is string");
  EXPECT_EQ(d["c"].to_double().error().message, "expected a number, and the value is missing");
}

TEST(Number, KnowsIntegers) {
  for (const std::string_view text : {"0", "-0", "1.0", "1e3", "1.25e2", "10e-1", "0.0", "1e1000"}) {
    const document d = parsed(text);
    EXPECT_TRUE(is_integer(d.root())) << text;
  }
  for (const std::string_view text : {"0.5", "1e-1", "1.25e1", "10.5e0", "1e-1000", "\"1\""}) {
    const document d = parsed(text);
    EXPECT_FALSE(is_integer(d.root())) << text;
  }
}

// Each line holds numbers of one value; lines ascend.
const std::vector<std::vector<std::string>> ascending = {
    {"-1e1000", "-10e999"},
    {"-9007199254740993"},
    {"-9007199254740992", "-9007199254740992.0"},
    {"-1.5", "-15e-1", "-0.15e1", "-1.50"},
    {"-1", "-1.0"},
    {"-1e-1000"},
    {"0", "-0", "0.0", "-0.00e5", "0e-1000"},
    {"1e-1000", "0.1e-999"},
    {"0.09", "9e-2", "0.090"},
    {"0.1", "1e-1", "0.10", "100e-3"},
    {"0.11"},
    {"1", "1.0", "1e0", "10e-1", "1E+0", "0.001e3"},
    {"1.000000000000000000000000000000000000001"},
    {"9", "9.0"},
    {"10", "1e1", "1.0e1"},
    {"10.01", "1001e-2"},
    {"99999999999999999999999999999999"},
    {"100000000000000000000000000000000", "1e32"},
    {"1e1000", "10e999"},
};

TEST(Number, OrdersByExactValue) {
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      for (const std::string& a : ascending[i]) {
        for (const std::string& b : ascending[j]) {
          const document left = parsed(a);
          const document right = parsed(b);
          const int expected = i < j ? -1 : i > j ? 1 : 0;
          EXPECT_EQ(compare_numbers(left.root(), right.root()), expected) << a << " and " << b;
          EXPECT_EQ(equal(left.root(), right.root()), i == j) << a << " and " << b;
          EXPECT_EQ(hash(left.root()) == hash(right.root()), i == j) << a << " and " << b;
        }
      }
    }
  }
}

// Against the compiler's own arithmetic, on numbers that a 64-bit integer holds.
TEST(Number, AgreesWithIntegerArithmetic) {
  const unsigned seed = 20261201;
  RecordProperty("seed", std::to_string(seed));
  std::mt19937_64 random{seed};
  for (int round = 0; round < 20000; ++round) {
    const auto value = static_cast<std::int64_t>(random()) >> (random() % 64);
    const auto other = random() % 3 == 0 ? value : static_cast<std::int64_t>(random()) >> (random() % 64);
    const auto places = random() % 30;
    const std::size_t extra = value == 0 ? 0 : random() % 3;
    const std::string digits = std::to_string(value) + std::string(extra, '0');
    const std::string text = digits + "e-" + std::to_string(extra + places);
    const std::string other_text = std::to_string(other) + ".000e-" + std::to_string(places);
    const int expected = value < other ? -1 : value > other ? 1 : 0;
    ASSERT_EQ(compare(decimal_of(text), decimal_of(other_text)), expected) << text << " and " << other_text;
    ASSERT_EQ(int64_of(digits + "e-" + std::to_string(extra)), std::optional{value}) << digits;
  }
}

TEST(Number, TakesAThousandDigits) {
  const std::string ones(1000, '1');
  const std::string shifted = ones.substr(0, 400) + "." + ones.substr(400);
  EXPECT_EQ(compare(decimal_of(ones), decimal_of(shifted + "e600")), 0);
  EXPECT_EQ(hash_number(decimal_of(ones), 1), hash_number(decimal_of(shifted + "e600"), 1));
  std::string last = ones;
  last.back() = '2';
  EXPECT_EQ(compare(decimal_of(ones), decimal_of(last)), -1);
  EXPECT_FALSE(int64_of(ones));
  EXPECT_FALSE(double_of(shifted));
}

}  // namespace
}  // namespace assay
