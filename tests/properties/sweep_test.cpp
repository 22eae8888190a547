// Cutting a reply anywhere never yields another value; a cut final answer is never replaced by its draft.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "assay/check.h"
#include "support/case_file.h"
#include "support/independent.h"

namespace assay::test {
namespace {

// A draft stands before an unpaired closing tag: while the tag is not there, the draft is the answer. The page's
// exception.
const std::set<std::string, std::less<>> drafts_before_a_closing_tag{
    "close-think-only",
    "r2-unpaired-drops-different",
    "r2-unpaired-drops-broken",
    "r2-second-close-is-unpaired",
};

// A cut number is another number. The page's exception.
const std::set<std::string, std::less<>> number_roots{"r5-number", "r5-number-by-ref", "r5-scalar-then-object"};

std::vector<check_case> without_exceptions() {
  std::vector<check_case> cases = accepted_cases();
  std::erase_if(cases, [](const check_case& c) {
    return drafts_before_a_closing_tag.contains(c.id) || number_roots.contains(c.id);
  });
  return cases;
}

class Value : public testing::TestWithParam<check_case> {};
class Prefix : public testing::TestWithParam<check_case> {};
class Draft : public testing::TestWithParam<check_case> {};

TEST_P(Value, IsAStrictParseOfItsSpan) {
  const outcome o = check_with(schema_of(GetParam()), GetParam().reply);
  ASSERT_TRUE(o.accepted());
  EXPECT_EQ(disagreement(o, GetParam().reply), "");
}

TEST_P(Prefix, GivesTheSameValueOrNone) {
  const check_case& c = GetParam();
  const std::optional<schema> s = schema_of(c);
  const outcome whole = check_with(s, c.reply);
  for (std::size_t cut = 0; cut < c.reply.size(); ++cut) {
    const outcome part = check_with(s, std::string_view{c.reply}.substr(0, cut));
    if (!part.accepted()) continue;
    EXPECT_TRUE(equal(part.value.root(), whole.value.root())) << "cut at " << cut << " of " << c.line;
    EXPECT_LE(part.where.end, cut) << "accepted before its root was closed: " << c.line;
  }
}

TEST_P(Draft, NeverStandsInForACutFinalAnswer) {
  const check_case& c = GetParam();
  const std::string final_answer = c.reply.substr(c.where.begin, c.where.end - c.where.begin);
  const std::string before = R"(Draft: {"draft": "complete"})"
                             "\nFinal: ";
  for (std::size_t cut = 1; cut < final_answer.size(); ++cut) {
    const std::string reply = before + final_answer.substr(0, cut);
    EXPECT_EQ(name(check_with(schema_of(c), reply).kind), "truncated") << reply;
  }
  EXPECT_EQ(name(check_with(schema_of(c), before + final_answer).kind), "ambiguous");
}

std::string named(const testing::TestParamInfo<check_case>& i) { return test_name(i.param); }
INSTANTIATE_TEST_SUITE_P(All, Value, testing::ValuesIn(accepted_cases()), named);
INSTANTIATE_TEST_SUITE_P(All, Prefix, testing::ValuesIn(without_exceptions()), named);
INSTANTIATE_TEST_SUITE_P(All, Draft, testing::ValuesIn(accepted_objects()), named);

TEST(PrefixException, ADraftBeforeAnUnpairedClosingTagIsTheAnswerUntilTheTagArrives) {
  const std::string draft = R"({"label": "feature"})";
  const std::string answer = R"({"label": "bug"})";
  EXPECT_EQ(value_of(check(draft)), R"({"label":"feature"})");
  EXPECT_EQ(value_of(check(draft + "</think>" + answer)), R"({"label":"bug"})");
  options o;
  o.reasoning = reasoning::none;
  EXPECT_EQ(name(check(draft + "</think>" + answer, o).kind), "ambiguous");
}

TEST(PrefixException, ACutNumberRootIsAnotherNumber) {
  const result<schema> s = schema::compile(R"({"type": "number"})");
  ASSERT_TRUE(s);
  EXPECT_EQ(value_of(check("125", *s)), "125");
  EXPECT_EQ(value_of(check("12", *s)), "12");
}

TEST(PrefixException, WithLastTheAnswerIsTheLastSoFar) {
  options o;
  o.several = several::last;
  const std::string first = R"({"a": 1})";
  EXPECT_EQ(value_of(check(first, o)), R"({"a":1})");
  EXPECT_EQ(name(check(first + R"( {"a": 2)", o).kind), "truncated");
  EXPECT_EQ(value_of(check(first + R"( {"a": 2})", o)), R"({"a":2})");
}

TEST(PrefixException, NothingOfTheFinalAnswerArrivedIsTheFinishReasonsCase) {
  const std::string reply = "Draft: {\"a\": 1}\nFinal: ";
  EXPECT_EQ(name(check(reply).kind), "accepted");
  EXPECT_EQ(name(check(reply, {}, {finish::length, false}).kind), "truncated");
}

}  // namespace
}  // namespace assay::test
