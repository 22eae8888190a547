// Wrappers leave the value as it is; two different objects are ambiguous in both orders; what is appended or prepended
// changes nothing. Each exception that the page names has a test of its own.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

#include "assay/check.h"
#include "support/case_file.h"
#include "support/generators.h"

namespace assay::test {
namespace {

struct wrapper {
  std::string_view before;
  std::string_view after;
};

constexpr std::array<wrapper, 22> wrappers{{
    {"", ""},
    {"Sure thing!\n\n", ""},
    {"", "\n\nHope that helps."},
    {"Here it is: ", " -- that is all."},
    {"1. First point\n2. Answer: ", "\n3. Done."},
    {"```json\n", "\n```"},
    {"```\n", "\n```\n"},
    {"``` JSON\r\n", "\r\n```"},
    {"~~~~json\n", "\n~~~~"},
    {"`", "`"},
    {"````", "```"},
    {"<think>maybe {\"draft\": 1} or {</think>", ""},
    {"", "<think>was {\"draft\": 1} better?</think>"},
    {"<Thinking>\nhm [</THINKING>\n", "<reasoning>\"</reasoning>"},
    {"I said {\"draft\": 2} before.</think>\n", ""},
    {"<|channel|>analysis<|message|>{\"draft\": 3}<|end|><|start|>assistant<|channel|>final<|message|>", "<|return|>"},
    {"", "<|im_end|>"},
    {"<s>", "</s></s>"},
    {"\xef\xbb\xbf\xe2\x80\x8b", "\xe2\x81\xa0\xc2\xa0"},
    {"**", "**"},
    {" \r\n\t", "\n\n \n"},
    {"| col |\n|---|\n", "\n> quote - (end)"},
}};

class Wrapped : public testing::TestWithParam<check_case> {};

TEST_P(Wrapped, TwiceLeavesTheValueAsItIs) {
  const check_case& c = GetParam();
  const std::optional<schema> s = schema_of(c);
  const std::string object = c.reply.substr(c.where.begin, c.where.end - c.where.begin);
  for (const wrapper& inner : wrappers) {
    for (const wrapper& outer : wrappers) {
      std::string reply{outer.before};
      reply.append(inner.before).append(object).append(inner.after).append(outer.after);
      const outcome o = check_with(s, reply);
      ASSERT_EQ(name(o.kind), "accepted") << reply << "\n" << o.message();
      ASSERT_EQ(to_json(o.value.root()), c.text) << reply;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Wrapped, testing::ValuesIn(accepted_objects()),
                         [](const testing::TestParamInfo<check_case>& i) { return test_name(i.param); });

std::vector<std::string> objects() {
  std::vector<std::string> found;
  for (const check_case& c : accepted_objects())
    found.push_back(c.reply.substr(c.where.begin, c.where.end - c.where.begin));
  return found;
}

TEST(Joined, TwoDifferentObjectsAreAmbiguousInBothOrders) {
  const std::vector<std::string> all = objects();
  std::size_t pairs = 0;
  for (const std::string& a : all) {
    const outcome first = check(a);
    for (const std::string& b : all) {
      if (same_value(first, check(b))) continue;
      ++pairs;
      for (const std::string_view between : {"", " ", "\n\n"}) {
        const std::string reply = a + std::string{between} + b;
        ASSERT_EQ(name(check(reply).kind), "ambiguous") << reply;
      }
    }
  }
  EXPECT_GT(pairs, 10'000U);
}

// Joins of whole replies, a sample of both orders. Set aside: those with an unpaired closing tag or harmony headers
// (they drop what stands before), those that leave a brace open (what follows stands inside it), those whose second
// part makes a near-object or has a brace, and roots that are no objects. Each has a test below.
const std::set<std::string, std::less<>> joins_set_aside{
    "close-think-only", "code-brace-before",      "unclosed-placeholder-before", "format-example-unquoted-before",
    "ts-type-before",   "broken-then-good-final", "top-array-expected"};

TEST(Joined, WholeRepliesWithDifferentValuesAreAmbiguous) {
  std::vector<check_case> all;
  for (const check_case& c : accepted_cases()) {
    if (c.family != "rules" && !joins_set_aside.contains(c.id)) all.push_back(c);
  }
  noise random{7};
  std::size_t joined = 0;
  for (int i = 0; i < 10'000; ++i) {
    const check_case& a = all[random.below(all.size())];
    const check_case& b = all[random.below(all.size())];
    if (same_value(check(a.reply), check(b.reply))) continue;
    ++joined;
    ASSERT_EQ(name(check(a.reply + "\n" + b.reply).kind), "ambiguous") << a.reply << "\n" << b.reply;
  }
  EXPECT_GT(joined, 7'000U);
}

TEST(JoinedException, AnUnpairedClosingTagDropsTheFirst) {
  const outcome o = check(R"({"a":1} {"b":2}</think>{"c":3})");
  EXPECT_EQ(to_json(o.value.root()), R"({"c":3})");
  options none;
  none.reasoning = reasoning::none;
  EXPECT_EQ(name(check(R"({"a":1}</think>{"c":3})", none).kind), "ambiguous");
}

TEST(JoinedException, ASecondPartThatMakesANearObjectIsBadJson) {
  EXPECT_EQ(name(check("{\"a\":1}\nAs {label: value}.\n{\"b\":2}").kind), "bad_json");
}

TEST(JoinedException, AfterAnOpenBraceWithAColonTheObjectStandsInANearObject) {
  EXPECT_EQ(name(check("{left open\n{\"a\":1}\nResult: {\"b\":2}").kind), "bad_json");
  EXPECT_EQ(name(check("{left open\n{\"a\":1}\nResult {\"b\":2}").kind), "ambiguous");
}

TEST(Appended, WhiteSpaceNeverChangesTheKind) {
  for (const check_case& c : all_cases()) {
    if (c.options.max_bytes < 100) continue;  // the exception below
    const std::optional<schema> s = schema_of(c);
    const kind alone = check_with(s, c.reply, c.options).kind;
    for (const std::string_view space : {" ", "\n", "\r\n\t  ", "\n\n\n\n"}) {
      EXPECT_EQ(name(check_with(s, c.reply + std::string{space}, c.options).kind), name(alone)) << c.line;
    }
  }
}

TEST(AppendedException, MaxBytesCountsWhiteSpaceToo) {
  options o;
  o.max_bytes = 7;
  EXPECT_EQ(name(check("{\"a\":1}", o).kind), "accepted");
  EXPECT_EQ(name(check("{\"a\":1} ", o).kind), "too_long");
}

TEST(Appended, AnEndTokenLeavesAnAcceptedReplyAsItIs) {
  for (const check_case& c : accepted_cases()) {
    const outcome o = check_with(schema_of(c), c.reply + "<|im_end|>");
    ASSERT_EQ(name(o.kind), "accepted") << c.line;
    EXPECT_EQ(to_json(o.value.root()), c.text);
  }
}

TEST(AppendedException, AnEndTokenAfterACutReplyStandsInsideIt) {
  EXPECT_EQ(name(check("{\"a\": 1").kind), "truncated");
  EXPECT_EQ(name(check("{\"a\": 1<|im_end|>").kind), "bad_json");
  EXPECT_EQ(name(check("{\"a\": \"b<|im_end|>").kind), "truncated");
}

bool sentence_may_change(const check_case& c) {
  const bool scalar_or_array = c.kind == kind::accepted && c.text.front() != '{';
  return c.kind == kind::empty || c.kind == kind::refusal || scalar_or_array || c.options.max_bytes < 100;
}

TEST(Prepended, ASentenceNeverChangesTheKind) {
  // Whole-reply scalars and arrays that are refused: set aside by the page, tested below.
  const std::set<std::string, std::less<>> whole{"top-array-empty", "r5-array-whole-reply",
                                                 "r5-array-whole-reply-fenced", "r5-string-refused"};
  for (const check_case& c : all_cases()) {
    if (sentence_may_change(c) || whole.contains(c.id)) continue;
    const std::optional<schema> s = schema_of(c);
    for (const std::string_view sentence : {"The answer follows: ", "Well, done.\n", "As asked (see above) - "}) {
      EXPECT_EQ(name(check_with(s, std::string{sentence} + c.reply, c.options).kind), name(c.kind)) << c.line;
    }
  }
}

TEST(PrependedException, EmptyBecomesNoJson) {
  EXPECT_EQ(name(check("").kind), "empty");
  EXPECT_EQ(name(check("So. ").kind), "no_json");
}

TEST(PrependedException, ARefusalHasToComeFirst) {
  EXPECT_EQ(name(check("I'm sorry, but I can't help with that.").kind), "refusal");
  EXPECT_EQ(name(check("The porter spoke. I'm sorry, but I can't help with that.").kind), "no_json");
}

TEST(PrependedException, AWholeReplyScalarOrArrayIsNoLongerWhole) {
  EXPECT_EQ(name(check("[1, 2]").kind), "schema");
  EXPECT_EQ(name(check("So: [1, 2]").kind), "no_json");
  const result<schema> s = schema::compile(R"({"type": "string"})");
  ASSERT_TRUE(s);
  EXPECT_EQ(name(check("\"a\"", *s).kind), "accepted");
  EXPECT_EQ(name(check("So: \"a\"", *s).kind), "no_json");
}

TEST(CutMarkup, IsNeverAccepted) {
  for (const check_case& c : all_cases()) {
    if (!c.plain || c.family != "tool_call" || c.kind != kind::tool_call || c.id == "answer-then-call") continue;
    const std::optional<schema> s = schema_of(c);
    for (std::size_t cut = 0; cut < c.reply.size(); ++cut) {
      const kind k = check_with(s, std::string_view{c.reply}.substr(0, cut)).kind;
      const bool fine = k == kind::tool_call || k == kind::truncated || k == kind::no_json || k == kind::bad_json ||
                        (k == kind::empty && cut <= 3);
      EXPECT_TRUE(fine) << name(k) << " at " << cut << " of " << c.line;
    }
  }
}

TEST(CutMarkupException, ACallThatFollowsAWholeAnswerIsNotThereYet) {
  EXPECT_EQ(name(check("{\"a\":1}\n<tool_cal").kind), "accepted");
  EXPECT_EQ(name(check("{\"a\":1}\n<tool_call>").kind), "tool_call");
}

TEST(CutMarkupException, AnOrphanClosingTagIsProse) { EXPECT_EQ(name(check("{\"a\":1}\n</invoke>").kind), "accepted"); }

}  // namespace
}  // namespace assay::test
