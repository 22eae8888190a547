#include "assay/outcome.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "outcome/sample.h"
#include "support/exact.h"

namespace assay {
namespace {

using namespace std::literals;
using test::exact;
using test::refused;
using test::sample;
using test::valued;

// The numbers are stored and cross the C ABI: a line of these tables never changes.
TEST(Words, KeepTheirNumbersAndNames) {
  const std::string_view kinds[] = {"accepted", "empty",     "refusal", "no_json",  "tool_call", "truncated",
                                    "bad_json", "ambiguous", "schema",  "declined", "too_long"};
  ASSERT_EQ(std::size(kinds), kind_count);
  for (std::size_t i = 0; i < kind_count; ++i) {
    EXPECT_EQ(name(static_cast<kind>(i)), kinds[i]);
    EXPECT_EQ(kind_named(kinds[i]), static_cast<kind>(i));
  }
  const std::string_view finishes[] = {"unknown", "stop",       "length",  "filter",
                                       "refusal", "tool_calls", "stopped", "aborted"};
  ASSERT_EQ(std::size(finishes), finish_count);
  for (std::size_t i = 0; i < finish_count; ++i) {
    EXPECT_EQ(name(static_cast<finish>(i)), finishes[i]);
    EXPECT_EQ(finish_named(finishes[i]), static_cast<finish>(i));
  }
  EXPECT_EQ(name(fix_rule::trailing_comma), "trailing_comma");
  EXPECT_EQ(name(fix_rule::null_is_absent), "null_is_absent");
}

TEST(Words, RefuseNamesThatAreNone) {
  for (const std::string_view text : {"", "Accepted", "accepted ", "stop", "bad-json"}) {
    EXPECT_FALSE(kind_named(text)) << text;
  }
  for (const std::string_view text : {"", "STOP", "lengths", "accepted", "content_filter"}) {
    EXPECT_FALSE(finish_named(text)) << text;
  }
  EXPECT_EQ(name(static_cast<kind>(kind_count)), "");
  EXPECT_EQ(name(static_cast<finish>(255)), "");
}

TEST(Position, CountsLinesAndCharacters) {
  struct place {
    std::string_view text;
    std::size_t offset;
    std::size_t line;
    std::size_t column;
  };
  const place cases[] = {
      {"", 0, 1, 1},          {"abc", 0, 1, 1},  {"abc", 2, 1, 3},    {"abc", 3, 1, 4},    {"a\nb", 1, 1, 2},
      {"a\nb", 2, 2, 1},      {"a\nb", 3, 2, 2}, {"\n\n\n", 3, 4, 1}, {"a\r\nb", 3, 2, 1}, {"é€😀x", 9, 1, 4},
      {"é\né€😀x", 12, 2, 4}, {"abc", 99, 1, 4}, {"a\n", 2, 2, 1},    {"\xFFx", 1, 1, 2},
  };
  for (const place& p : cases) {
    const exact bytes{p.text};
    const position at = position_of(bytes.view(), p.offset);
    EXPECT_EQ(at.line, p.line) << p.text << " at " << p.offset;
    EXPECT_EQ(at.column, p.column) << p.text << " at " << p.offset;
  }
}

struct showing {
  std::string_view text;
  std::string_view shown;
};
const showing showings[] = {
    {"", ""},
    {"plain text, é € 😀 中文", "plain text, é € 😀 中文"},
    {"a\nb\tc\rd", R"(a\nb\tc\rd)"},
    {"\0\x1b[31m\x7f"sv, R"(\u0000\u001b[31m\u007f)"},
    {"\u0085\u009f", R"(\u0085\u009f)"},
    {"a\u00a0b\u2003c\u3000d\u1680", R"(a\u00a0b\u2003c\u3000d\u1680)"},
    {"\u200b\u200d\u2060\ufeff\u00ad", R"(\u200b\u200d\u2060\ufeff\u00ad)"},
    {"\u202eabc\u2066\u061c", R"(\u202eabc\u2066\u061c)"},
    {"\u2028\u2029", R"(\u2028\u2029)"},
    {"\U000E0041\U000E0100\ufe0f", R"(\u{e0041}\u{e0100}\ufe0f)"},
    {"\u3164\u034f\U0001d173", R"(\u3164\u034f\u{1d173})"},
    {"\u2010\u2027\u00a1\u200a", R"(‐‧¡\u200a)"},  // the neighbours of what is escaped
    {"\xff\xC3(\xE2\x82", R"(\xff\xc3(\xe2\x82)"},
    {"\xED\xA0\x80\xF4\x90\x80\x80", R"(\xed\xa0\x80\xf4\x90\x80\x80)"},
    {R"(back\slash)", R"(back\slash)"},
};

TEST(Shown, EscapesWhatCannotBeSeen) {
  for (const auto& [text, expected] : showings) {
    const exact bytes{text};
    EXPECT_EQ(shown(bytes.view()), expected);
    EXPECT_EQ(shown(shown(bytes.view())), expected) << "shown again";
  }
}

TEST(Shown, CutsAtCharacters) {
  EXPECT_EQ(shown("abcdef", 6), "abcdef");
  EXPECT_EQ(shown("abcdefg", 6), "abcdef…");
  EXPECT_EQ(shown("é€😀é", 3), "é€😀…");
  EXPECT_EQ(shown("\n\n\n", 2), R"(\n\n…)");
  EXPECT_EQ(shown("\xff\xff\xff", 2), R"(\xff\xff…)");
  EXPECT_EQ(shown("abc", 0), "…");
  EXPECT_EQ(shown("", 0), "");
  EXPECT_EQ(shown(std::string(61, 'x')), std::string(60, 'x') + "…");
  EXPECT_EQ(shown(std::string(60, 'x')), std::string(60, 'x'));
}

TEST(OutcomeJson, OfAnAcceptedReply) {
  outcome o = valued(kind::accepted, R"({ "b": 1.50, "a": [ "\u0061" ] })");
  EXPECT_EQ(
      to_json(o),
      R"({"kind":"accepted","value":{"b":1.50,"a":["\u0061"]},"span":{"begin":0,"end":32},"fixes":[],"around":[]})");
  o.where = {7, 39};
  o.fixes.push_back({fix_rule::trailing_comma, {20, 21}, ""});
  o.fixes.push_back({fix_rule::null_is_absent, {22, 30}, "/a~1b"});
  o.around = around_prose | around_fence | around_reasoning | around_tokens;
  EXPECT_EQ(to_json(o, R"("line \"7\"")"),
            R"({"id":"line \"7\"","kind":"accepted","value":{"b":1.50,"a":["\u0061"]},"span":{"begin":7,"end":39},)"
            R"("fixes":[{"rule":"trailing_comma","begin":20,"end":21},)"
            R"({"rule":"null_is_absent","begin":22,"end":30,"pointer":"/a~1b"}],)"
            R"("around":["prose","fence","reasoning","tokens"]})");
}

TEST(OutcomeJson, OfADeclinedReply) {
  outcome o = valued(kind::declined, R"({"done":false})");
  o.reason = "not mine";
  o.message_text = "the model declined: \"not mine\"";
  o.around = around_tokens;
  EXPECT_EQ(to_json(o, "7"),
            R"({"id":7,"kind":"declined","value":{"done":false},"span":{"begin":0,"end":14},"fixes":[],)"
            R"("around":["tokens"],"reason":"not mine","message":"the model declined: \"not mine\""})");
}

TEST(OutcomeJson, OfAReplyThatIsRefused) {
  outcome o = refused(kind::empty, "nothing there");
  EXPECT_EQ(to_json(o), R"({"kind":"empty","around":[],"message":"nothing there","problems":[)"
                        R"({"message":"nothing there","pointer":"","offset":0,"line":1,"column":1}]})");
  o.kind = kind::schema;
  o.around = around_fence;
  o.feedback_text = "answer\nagain \xff";
  o.problems = {{"m", "/p", "enum", "e", "f", "h", 12, 2, 3}, {"n", "", "", "", "", "", 13, 2, 4}};
  o.problem_count = 14;
  EXPECT_EQ(to_json(o), R"({"kind":"schema","around":["fence"],"message":"nothing there","feedback":"answer\nagain )"
                        "\uFFFD"
                        R"(","problems":[{"message":"m","pointer":"/p","keyword":"enum","expected":"e","found":"f",)"
                        R"("hint":"h","offset":12,"line":2,"column":3},)"
                        R"({"message":"n","pointer":"","offset":13,"line":2,"column":4}],"problem_count":14})");
}

TEST(OutcomeJson, IsOneLineOfJsonForEveryKind) {
  for (std::size_t i = 0; i < kind_count; ++i) {
    const std::string text = to_json(sample(static_cast<kind>(i)), "null");
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const nlohmann::json judged = nlohmann::json::parse(text);
    EXPECT_EQ(judged["kind"], name(static_cast<kind>(i)));
    EXPECT_TRUE(judged["id"].is_null());
    EXPECT_TRUE(parse(text)) << text;
  }
}

}  // namespace
}  // namespace assay
