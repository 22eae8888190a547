// No allocation per value: once warm, ten members cost as many calls of operator new as ten thousand.
#include <gtest/gtest.h>

#include <string>

#include "assay/check.h"
#include "support/count_new.h"

namespace assay::test {
namespace {

std::string members(int count) {
  std::string text = "Here it is:\n```json\n{";
  for (int i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ", ") + std::string{"\"key number "} + std::to_string(i) + "\": {\"n\": [" +
            std::to_string(i) +
            ", 1.5e3, true, null], \"s\": \"text with \\\"quotes\\\" and \xc3\xa9, longer than any small string\"}";
  }
  return text + "}\n```\n";
}

std::size_t allocations_once_warm(reader& r, const std::string& reply) {
  for (int i = 0; i < 3; ++i) {
    r.feed(reply);
    EXPECT_TRUE(r.finish().accepted());
  }
  const std::size_t before = allocations;
  r.feed(reply);
  const outcome o = r.finish();
  const std::size_t after = allocations;
  EXPECT_TRUE(o.accepted());
  return after - before;
}

TEST(Allocations, AreTheSameForTenMembersAndTenThousand) {
  const std::string few = members(10);
  const std::string many = members(10'000);
  reader a;
  reader b;
  const std::size_t for_few = allocations_once_warm(a, few);
  const std::size_t for_many = allocations_once_warm(b, many);
  EXPECT_EQ(for_few, for_many);
  EXPECT_LE(for_few, 8U);
  RecordProperty("allocations", static_cast<int>(for_few));
}

TEST(Allocations, AreTheSameUnderASchema) {
  const result<schema> s = schema::compile(
      R"({"type":"object","additionalProperties":{"type":"object","properties":{"n":{"type":"array","minItems":4},)"
      R"("s":{"type":"string","minLength":3,"pattern":"quotes"}},"required":["n","s"],"additionalProperties":false}})");
  ASSERT_TRUE(s);
  const std::string few = members(10);
  const std::string many = members(10'000);
  reader a{*s};
  reader b{*s};
  EXPECT_EQ(allocations_once_warm(a, few), allocations_once_warm(b, many));
}

TEST(Allocations, AreCounted) {  // the counter itself can tell one more
  const std::size_t before = allocations;
  const auto one = std::make_unique<std::string>(100, 'x');
  EXPECT_EQ(allocations - before, 2U);
}

}  // namespace
}  // namespace assay::test
