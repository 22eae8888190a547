// docs/outcome.schema.json describes what to_json(outcome) writes, as our own validator judges it.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include "assay/outcome.h"
#include "assay/schema.h"
#include "outcome/sample.h"

namespace assay {
namespace {

class OutcomeSchema : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(ASSAY_ROOT "/docs/outcome.schema.json", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    result<schema> compiled = schema::compile(text);
    ASSERT_TRUE(compiled) << compiled.error().message;
    EXPECT_TRUE(compiled->warnings().empty()) << compiled->warnings().front().message;
    schema_.emplace(*compiled);
  }

  // Nothing where it fits, else the first thing that does not.
  std::string refusal(const std::string& json) const {
    const result<document> d = parse(json);
    if (!d) return d.error().message;
    const std::vector<problem> problems = schema_->problems(d->root());
    EXPECT_EQ(problems.empty(), schema_->accepts(d->root())) << json;
    return problems.empty() ? "" : problems.front().pointer + ": " + problems.front().message;
  }

  std::optional<schema> schema_;
};

TEST_F(OutcomeSchema, DescribesEveryKind) {
  for (std::size_t i = 0; i < kind_count; ++i) {
    const outcome o = test::sample(static_cast<kind>(i));
    EXPECT_EQ(refusal(to_json(o)), "") << to_json(o);
    EXPECT_EQ(refusal(to_json(o, R"({"any":"id"})")), "") << to_json(o);
  }
}

TEST_F(OutcomeSchema, DescribesAllThatCanBeThere) {
  outcome o = test::sample(kind::declined);
  o.fixes.push_back({fix_rule::trailing_comma, {20, 21}, ""});
  o.fixes.push_back({fix_rule::null_is_absent, {22, 30}, "/a"});
  o.around = around_prose | around_fence | around_reasoning | around_tokens;
  o.reason = "no";
  EXPECT_EQ(refusal(to_json(o)), "");
  o = test::sample(kind::schema);
  o.feedback_text = "again";
  o.problems = {{"m", "/p", "enum", "e", "f", "h", 12, 2, 3}, {"n", "", "", "", "", "", 13, 2, 4}};
  o.problem_count = 14;
  EXPECT_EQ(refusal(to_json(o)), "");
}

TEST_F(OutcomeSchema, RefusesWhatIsNoOutcome) {
  const std::string cases[] = {
      R"({})",
      R"([])",
      R"({"kind":"accepted","around":[]})",
      R"({"kind":"fine","around":[],"message":"","problems":[]})",
      R"({"kind":"empty","around":["smoke"],"message":"","problems":[]})",
      R"({"kind":"empty","around":[],"problems":[]})",
      R"({"kind":"empty","around":[],"message":"m"})",
      R"({"kind":"empty","around":[],"message":"m","problems":[],"extra":1})",
      R"({"kind":"empty","around":[],"message":"m","problems":[{"message":"m"}]})",
      R"({"kind":"empty","around":[],"message":"m","problems":[{"message":"m","pointer":"","offset":-1,"line":1,"column":1}]})",
      R"({"kind":"empty","around":[],"message":"m","problems":[{"message":"m","pointer":"","offset":0,"line":0,"column":1}]})",
      R"({"kind":"accepted","value":{},"span":{"begin":0},"fixes":[],"around":[]})",
      R"({"kind":"declined","value":{},"span":{"begin":0,"end":2},"fixes":[],"around":[]})",
      R"({"kind":"accepted","value":{},"span":{"begin":0,"end":2},"fixes":[{"rule":"r","begin":0,"end":1}],"around":[]})",
  };
  for (const std::string& json : cases) EXPECT_NE(refusal(json), "") << json;
}

}  // namespace
}  // namespace assay
