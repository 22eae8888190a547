// For each reason to be doomed: the latest byte at which doomed() must say so, and near misses that never are.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "assay/check.h"
#include "support/case_file.h"

namespace assay::test {
namespace {

struct row {
  std::string_view reason;
  std::string_view schema;  // empty: any object
  std::string_view open;    // not doomed yet
  std::string_view mend;    // after `open` it makes an accepted reply
  std::string_view settle;  // after `open` it settles the matter
  std::string_view next;    // the next byte that is not white space, with the white space: by now it must be doomed
};

constexpr std::string_view member = R"({"type":"object","properties":{"a":{"type":"integer","maximum":9},)"
                                    R"("b":{"type":"string","pattern":"^x","maxLength":3},"c":{"enum":["u","v"]},)"
                                    R"("d":{"const":true},"e":{"type":"array","items":{"type":"string"},"maxItems":2},)"
                                    R"("f":{"prefixItems":[{"type":"null"}]},"g":{"$ref":"#/$defs/h"},)"
                                    R"("i":{"allOf":[{"minimum":1},{"multipleOf":2}]}},)"
                                    R"("additionalProperties":false,"$defs":{"h":{"type":"object","properties":)"
                                    R"({"k":{"type":"number"}}}}})";
constexpr std::string_view needs_a = R"({"type":"object","required":["a"]})";
constexpr std::string_view one_member = R"({"type":"object","maxProperties":1})";

const std::vector<row> rows{
    {"two different candidates", "", R"({"a":1} {"a":)", "1}", "2}", " x"},
    {"two different candidates, of other lengths", "", R"({"a":1} {)", R"("a":1})", "}", "\n."},
    {"an array beside an object", "", R"({"a":1} [)", "1]", "[1]]", " x"},
    {"a broken candidate", "", R"({"a":)", "1}", "x", " x"},
    {"a raw newline in a string", "", R"({"a":"b)", "\"}", "\n", " x"},
    {"a duplicate key", "", R"({"a":1,"a)", "b\":1}", "\":1}", " x"},
    {"a number with a leading zero", "", R"({"a":0)", "}", "1", " x"},
    {"invalid UTF-8", "", "{\"a\":\"", "\"}", "\xff", " x"},
    {"a candidate broken deep inside", "",
     "{\"a\":"
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
     "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}", "x", " x"},
    {"a broken array in which an object began", "", "[{\"a\":1}", "", ",x", " x"},
    {"a closed array of objects where none is allowed", "", "[", "x] {\"a\":1}", "{}]", " x"},
    {"tool markup", "", "<tool_cal", " {\"a\":1}", "l>", " x"},
    {"tool markup beside an answer", "", "{\"a\":1} [TOOL_CALL", "", "S]", " x"},
    {"a marker in words", "", "Action Inpu", " {\"a\":1}", "t:", " x"},
    {"a tool's closing tag", "", "{\"a\":1} </tool_call", "", ">", " x"},
    {"a harmony call", "", "<|channel|>commentary to", " <|message|><|channel|>final<|message|>{\"a\":1}",
     "=f<|message|>", " x"},
    {"a bracket after the root", "", "{\"a\":1}", "", "]", " x"},
    {"a brace after the root", "", "{\"a\":1} so", "", "}", " x"},
    {"a member after the root", "", R"({"a":1}, "b")", "x", ":", " 2"},
    {"a near-object after the answer", "", "{\"a\":1} {b", "}", ": 2}", " x"},
    {"an answer inside a near-object", "", "{b: ", "} {\"a\":1}", "{\"a\":1}", " x"},
    {"the schema refuses: required", needs_a, R"({"b":1)", ",\"a\":1}", "}", " x"},
    {"a member one too many", one_member, R"({"b":1)", "}", ",\"c\":2", ",\""},
    {"a member that is not allowed", member, R"({"a":1)", "}", ",\"z\":2", ",\""},
    {"type", member, R"({"a":1)", "}", ".5", ",\""},
    {"type, of an array that closed", member, R"({"b":)", "\"x\"}", "[1]", ","},
    {"type, of an object in an array", member, R"({"e":["u",)", "\"v\"]}", "{\"k\":[1,{}]}", ","},
    {"maximum", member, R"({"a":1)", "}", "0", ",\""},
    {"pattern", member, R"({"b":")", "x\"}", "y\"", ","},
    {"maxLength", member, R"({"b":"xyz)", "\"}", "w\"", ","},
    {"enum", member, R"({"c":")", "u\"}", "w\"", ","},
    {"const", member, R"({"d":)", "true}", "false", ","},
    {"items", member, R"({"e":["u",)", "\"v\"]}", "1]", ","},
    {"maxItems", member, R"({"e":["u","v")", "]}", ",\"w\"]", ","},
    {"prefixItems", member, R"({"f":[)", "null]}", "0]", ","},
    {"properties through $ref", member, R"({"g":{"k":)", "1}}", "\"x\"}", ","},
    {"allOf", member, R"({"i":)", "2}", "3", ",\""},
};

options choices() {
  options o;
  o.reasoning = reasoning::none;
  return o;
}

std::optional<schema> compiled(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return *schema::compile(text);
}

class Doomed : public testing::TestWithParam<row> {};

TEST_P(Doomed, ByTheByteAfterTheOneThatSettlesIt) {
  const row& r = GetParam();
  const std::optional<schema> s = compiled(r.schema);
  const std::string text = std::string{r.open} + std::string{r.settle} + std::string{r.next};
  reader whole = reader_with(s, choices());
  EXPECT_EQ(whole.feed(text), progress::doomed) << text;
  reader bytes = reader_with(s, choices());
  for (const char c : text) bytes.feed({&c, 1});
  EXPECT_TRUE(bytes.doomed()) << text;
  EXPECT_FALSE(bytes.finish({finish::stop, false}).accepted());
}

TEST_P(Doomed, NotBefore) {
  const row& r = GetParam();
  const std::optional<schema> s = compiled(r.schema);
  reader fed = reader_with(s, choices());
  for (const char c : r.open) fed.feed({&c, 1});
  const std::string mended = std::string{r.open} + std::string{r.mend};
  const outcome o = check_with(s, mended, choices());
  if (o.accepted()) EXPECT_FALSE(fed.doomed()) << r.open;
  if (!r.mend.empty()) EXPECT_TRUE(o.accepted()) << mended << "\n" << o.message();
}

TEST_P(Doomed, OnlyByTooLongWhereATagMayDropAll) {
  const row& r = GetParam();
  const std::optional<schema> s = compiled(r.schema);
  reader fed = reader_with(s);
  EXPECT_EQ(fed.feed(std::string{r.open} + std::string{r.settle} + std::string{r.next}), progress::open);
}

INSTANTIATE_TEST_SUITE_P(All, Doomed, testing::ValuesIn(rows), [](const testing::TestParamInfo<row>& i) {
  std::string text{i.param.reason};
  std::replace_if(text.begin(), text.end(), [](char c) { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z'); }, '_');
  return text;
});

struct near_miss {
  std::string_view schema;
  std::string_view reply;
};

// Each of these, or something that begins with it, is accepted: doomed() must never say so.
const std::vector<near_miss> near_misses{
    {"", R"({"a":1} {"a":1.0})"},
    {"", R"({"a":"</think><tool_call>"})"},
    {"", "The `<tool_call>` tag. {\"a\":1}"},
    {"", "<think>{\"a\": x <tool_call> {\"b\":2} {\"c\":3}</think>{\"a\":1}"},
    {"", "[1, x] {a: b} {\"a\":1}"},
    {"", R"({"a":1,})"},
    {"", R"({"a":1}, "b" is left)"},
    {"", "{\"a\":1} and {b}"},
    {member, R"({"i":2})"},
    {member, R"({"e":["u","v"],})"},
    {R"({"type":"object","anyOf":[{"properties":{"a":{"type":"string"}}},{"required":["b"]}]})", R"({"a":1,"b":2})"},
    {R"({"type":"object","if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}})", R"({"a":1,"b":2})"},
    {R"({"type":"object","not":{"properties":{"a":{"const":1}}}})", R"({"b":1,"a":2})"},
    {R"({"type":"object","minProperties":2,"required":["b"]})", R"({"a":1,"b":2})"},
    {R"({"type":"number","minimum":10})", "12"},
    {R"({"type":"number","multipleOf":5})", "1e1"},
    {R"({"type":["number","object"]})", "7 {\"a\":1}"},
};

TEST(Doomed, NeverAReplyThatIsAccepted) {
  for (const near_miss& n : near_misses) {
    const std::optional<schema> s = compiled(n.schema);
    reader fed = reader_with(s, choices());
    for (std::size_t i = 0; i < n.reply.size(); ++i) {
      ASSERT_EQ(fed.feed(n.reply.substr(i, 1)), progress::open) << n.reply << " at byte " << i;
    }
    EXPECT_TRUE(fed.finish().accepted()) << n.reply;
  }
}

TEST(Doomed, NeverByANullThatIsLeftOut) {
  options o = choices();
  o.null_is_absent = true;
  const std::optional<schema> s = compiled(member);
  reader fed = reader_with(s, o);
  EXPECT_EQ(fed.feed(R"({"b":null,"c":null,"a":1})"), progress::open);
  EXPECT_TRUE(fed.finish().accepted());
}

TEST(Doomed, ByANullThatIsRequired) {
  options o = choices();
  o.null_is_absent = true;
  const std::optional<schema> s =
      compiled(R"({"type":"object","properties":{"a":{"type":"string"}},"required":["a"]})");
  reader fed = reader_with(s, o);
  fed.feed(R"({"a":null,"b":1} )");
  EXPECT_FALSE(fed.finish().accepted());
}

TEST(Doomed, ByTooLongWhateverTheReasoning) {
  options o;
  o.max_bytes = 10;
  reader fed{o};
  EXPECT_EQ(fed.feed(R"({"a":"123)"), progress::open);
  EXPECT_EQ(fed.feed("4\"}"), progress::doomed);
  EXPECT_EQ(fed.finish({finish::stopped, false}).kind, kind::too_long);
}

TEST(Doomed, NoCaseThatIsAcceptedOrDeclined) {
  for (const check_case& c : all_cases()) {
    if (c.kind != kind::accepted && c.kind != kind::declined) continue;
    for (const reasoning way : {reasoning::tags, reasoning::none}) {
      options o = c.options;
      o.reasoning = way;
      const std::optional<schema> s = schema_of(c);
      reader fed = reader_with(s, o);
      for (const char byte : c.reply) fed.feed({&byte, 1});
      const bool doomed = fed.doomed();
      const outcome o_end = fed.finish();
      EXPECT_FALSE(doomed && (o_end.kind == kind::accepted || o_end.kind == kind::declined)) << c.line;
    }
  }
}

TEST(Doomed, IsForgottenWhenTheNextReplyBegins) {
  reader fed{choices()};
  EXPECT_EQ(fed.feed("{\"a\": x} "), progress::doomed);
  EXPECT_EQ(fed.finish().kind, kind::bad_json);
  EXPECT_FALSE(fed.doomed());
  EXPECT_EQ(fed.feed("{\"a\": 1}"), progress::open);
  EXPECT_TRUE(fed.finish().accepted());
}

}  // namespace
}  // namespace assay::test
