// Every case of the case files: read whole, byte by byte, and in two pieces split at every byte.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/check.h"
#include "support/case_file.h"

namespace assay::test {
namespace {

// The independent parser refuses numbers past the range of a double.
bool no_double_holds(const check_case& c) {
  return c.id == "huge-exponent" || c.id == "r7-digits-1000" || c.id == "r7-exponent-1000";
}

class Cases : public testing::TestWithParam<check_case> {};

TEST_P(Cases, GiveTheirKindAndValue) {
  const check_case& c = GetParam();
  const outcome o = check_with(schema_of(c), c.reply, c.options);
  ASSERT_EQ(name(o.kind), name(c.kind)) << c.line << "\n" << o.message();
  EXPECT_EQ(o.message().empty(), o.accepted());
  EXPECT_LE(o.feedback().size(), max_feedback_bytes);
  EXPECT_EQ(o.reason, c.declined_reason);
  if (c.text.empty()) {
    EXPECT_FALSE(o.value);
    return;
  }
  const std::string compact = to_json(o.value.root());
  EXPECT_EQ(compact, c.text);
  if (!no_double_holds(c)) EXPECT_EQ(nlohmann::json::parse(compact), nlohmann::json::parse(c.text));
  EXPECT_EQ(o.where, c.where);
  ASSERT_EQ(o.fixes.size(), c.fixes.size());
  for (std::size_t i = 0; i < c.fixes.size(); ++i) {
    EXPECT_EQ(name(o.fixes[i].rule), c.fixes[i].rule);
    EXPECT_EQ(o.fixes[i].where, c.fixes[i].where);
  }
}

TEST_P(Cases, AreTheSameInPiecesSplitAnywhere) {
  const check_case& c = GetParam();
  const std::optional<schema> s = schema_of(c);
  const std::string whole = to_json(check_with(s, c.reply, c.options));
  reader r = reader_with(s, c.options);
  EXPECT_EQ(to_json(feed_bytes(r, c.reply)), whole) << c.line;
  for (std::size_t cut = 0; cut <= c.reply.size(); ++cut) {
    ASSERT_EQ(to_json(feed_split(r, c.reply, {cut})), whole) << "split before byte " << cut << " of " << c.line;
  }
}

TEST_P(Cases, GiveAnOutcomeThatIsJson) {
  const check_case& c = GetParam();
  const outcome o = check_with(schema_of(c), c.reply, c.options);
  const std::string text = to_json(o, "\"x\"");
  EXPECT_TRUE(parse(text, {.max_depth = 1000}));
  const nlohmann::json printed = nlohmann::json::parse(text, nullptr, false);
  if (printed.is_discarded() && no_double_holds(c)) return;
  ASSERT_FALSE(printed.is_discarded()) << text;
  EXPECT_EQ(printed.at("id"), "x");
  EXPECT_EQ(printed.at("kind"), name(c.kind));
  EXPECT_EQ(printed.contains("value"), !c.text.empty());
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Cases, testing::ValuesIn(all_cases()),
                         [](const testing::TestParamInfo<check_case>& i) { return test_name(i.param); });

}  // namespace
}  // namespace assay::test
