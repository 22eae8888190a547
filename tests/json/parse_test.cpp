// assay::parse: one strict value, or where it breaks. What replies add to JSON (the LaTeX rule, the tidy) is not here.
#include <gtest/gtest.h>

#include "assay/json.h"

namespace assay {
namespace {

TEST(Parse, TakesTheEscapesThatOnlyRepliesRefuse) {
  const result<document> d = parse(R"({"foo\fbar": "a\bc"})");
  ASSERT_TRUE(d);
  EXPECT_EQ((*d)["foo\fbar"].text(), "a\bc");
}

TEST(Parse, RefusesTheTrailingCommaThatRepliesMayHave) {
  const result<document> d = parse("[1, 2,]");
  ASSERT_FALSE(d);
  EXPECT_EQ(d.error().offset, 6U);
  EXPECT_EQ(d.error().code, failure_code::bad_json);
}

struct refused {
  const char* text;
  std::size_t offset;
};

TEST(Parse, NamesTheFirstByteThatCannotStandThere) {
  for (const refused& r : {refused{"", 0}, refused{"{", 1}, refused{"{\"a\":1} x", 8}, refused{"{\"a\":1,\"a\":2}", 9},
                           refused{"[01]", 2}, refused{"\"\xC3\"", 2}, refused{"nul", 3}, refused{"[1 2]", 3}}) {
    const result<document> d = parse(r.text);
    ASSERT_FALSE(d) << r.text;
    EXPECT_EQ(d.error().offset, r.offset) << r.text << ": " << d.error().message;
  }
}

TEST(Parse, CountsOpenBrackets) {
  EXPECT_TRUE(parse("[[[]]]", {.max_depth = 3}));
  const result<document> d = parse("[[[]]]", {.max_depth = 2});
  ASSERT_FALSE(d);
  EXPECT_EQ(d.error().offset, 2U);
}

}  // namespace
}  // namespace assay
