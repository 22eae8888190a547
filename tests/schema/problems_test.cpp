// The sentences of problems: one each, with pointer, keyword, place and near misses.
#include "schema/table.h"

namespace assay {
namespace {

constexpr std::string_view verdict =
    R"({"type": "object", "properties": {"queue": {"enum": ["billing", "refunds", "other"]},
  "rationale": {"type": "string", "minLength": 1}}, "required": ["queue", "rationale"], "additionalProperties": false})";

// "message|pointer|keyword|offset|hint", a line each.
std::string told(std::string_view schema_text, std::string_view value, std::size_t max = max_problems) {
  const result<document> d = parse(value);
  if (!d) return "not JSON";
  std::string out;
  for (const problem& p : compiled(schema_text).problems(d->root(), max)) {
    out += (out.empty() ? "" : "\n") + p.message + "|" + p.pointer + "|" + p.keyword + "|" + std::to_string(p.offset) +
           "|" + p.hint;
  }
  return out;
}

TEST(Problems, NameTheValueTheRuleAndTheNearMiss) {
  EXPECT_EQ(told(verdict, R"({"queue":"biling","rationale":"","extra":1})"),
            "/queue is \"biling\", which is not one of the 3 allowed values|/queue|enum|9|did you mean \"billing\"?\n"
            "/rationale: expected at least 1 character, found 0 characters|/rationale|minLength|30|\n"
            "unexpected property \"extra\"; allowed are \"queue\", \"rationale\"|/extra|additionalProperties|33|");
  EXPECT_EQ(told(verdict, R"({"queue":"Billing","rationale":"x"})"),
            "/queue is \"Billing\", which is not one of the 3 allowed values|/queue|enum|9|did you mean \"billing\"?");
  EXPECT_EQ(told(verdict, R"({"queue":"weather","rationale":"x"})"),
            "/queue is \"weather\", which is not one of the 3 allowed values|/queue|enum|9|");
  EXPECT_EQ(
      told(verdict, "{}"),
      "required property \"queue\" is missing||required|0|\nrequired property \"rationale\" is missing||required|0|");
  EXPECT_EQ(told(verdict, "3"), "expected an object, found the number 3||type|0|");
  EXPECT_EQ(told(verdict, R"({"queue":"other","rationale":"x"})"), "");
}

TEST(Problems, TellTypes) {
  constexpr std::string_view s =
      R"({"properties": {"p": {"type": "integer"}, "q": {"type": ["string", "null"]}, "r": {"type": "array"}, "b": {"type": "boolean"}}})";
  EXPECT_EQ(told(s, R"({"p":"1"})"),
            "/p: expected an integer, found the string \"1\"|/p|type|5|the number 1 stands in a string; send it "
            "without the quotes");
  EXPECT_EQ(told(s, R"({"p":"one"})"), "/p: expected an integer, found the string \"one\"|/p|type|5|");
  EXPECT_EQ(told(s, R"({"p":1.5})"), "/p: expected an integer, found the number 1.5|/p|type|5|");
  EXPECT_EQ(told(s, R"({"q":[]})"), "/q: expected a string or null, found an empty array|/q|type|5|");
  EXPECT_EQ(told(s, R"({"r":{"id":1}})"),
            "/r: expected an array, found an object|/r|type|5|a single object stands where an array is wanted; put it "
            "into an array");
  EXPECT_EQ(told(s, R"({"r":"[1]"})"),
            "/r: expected an array, found the string \"[1]\"|/r|type|5|an array stands in a string; send it without "
            "the quotes");
  EXPECT_EQ(told(s, R"({"b":"false"})"),
            "/b: expected true or false, found the string \"false\"|/b|type|5|false stands in a string; send it "
            "without the quotes");
}

TEST(Problems, KnowWhatAnObjectLooksLikeInstead) {
  const auto hint = [](std::string_view value) {
    const result<document> d = parse(value);
    return compiled(verdict).problems(d->root()).at(0).hint;
  };
  EXPECT_EQ(hint(R"({"response": {"queue": "other", "rationale": "x"}})"),
            "the object is wrapped in \"response\"; send the inner object itself");
  EXPECT_EQ(hint(R"({"output": {"output": {"queue": "other", "rationale": "x"}}})"),
            "the object is wrapped in \"output\"; send the inner object itself");
  EXPECT_EQ(hint(R"({"response": {"queue": "other"}})"), "");
  EXPECT_EQ(hint(R"({"name": "submit", "arguments": {"queue": "other"}})"),
            "this is the shape of a tool call; send the object itself");
  EXPECT_EQ(hint(R"({"type": "object", "properties": {"queue": {}}})"),
            "this is a schema, not a value that fits it; send the value");
  EXPECT_EQ(hint(R"([{"queue": "other", "rationale": "x"}])"), "the object stands in an array; send the object itself");
  EXPECT_EQ(hint(R"([1, 2])"), "");
}

TEST(Problems, NameTheKeyThatTheMissingOneHasBecome) {
  EXPECT_EQ(told(verdict, R"({"Queue":"other","rationale":"x"})"),
            "required property \"queue\" is missing, and there is an unexpected property \"Queue\"||required|0|did you "
            "mean \"queue\"?");
  EXPECT_EQ(told(verdict, "{\"qu\u0435ue\":\"other\",\"rationale\":\"x\"}"),
            "required property \"queue\" is missing, and there is an unexpected property "
            "\"qu\u0435ue\"||required|0|did you mean \"queue\"?");
  EXPECT_EQ(told(verdict, R"({"query":"other","rationale":"x"})"),
            "required property \"queue\" is missing||required|0|\n"
            "unexpected property \"query\"; allowed are \"queue\", \"rationale\"|/query|additionalProperties|1|");
}

TEST(Problems, ExplainTheNearestBranch) {
  constexpr std::string_view s = R"({"oneOf": [
    {"type": "object", "properties": {"t": {"const": "reply"}, "x": {"type": "string"}}, "required": ["t", "x"]},
    {"type": "object", "properties": {"t": {"const": "close"}, "code": {"type": "integer"}}, "required": ["t", "code"]},
    {"type": "null"}]})";
  EXPECT_EQ(told(s, R"({"t":"close","code":"x"})"),
            "/code: expected an integer, found the string \"x\"|/code|type|20|");
  EXPECT_EQ(told(s, R"({"t":"reply"})"), "required property \"x\" is missing||required|0|");
  EXPECT_EQ(told(s, "5"), "expected an object or null, found the number 5||type|0|");
  constexpr std::string_view two =
      R"({"oneOf": [{"properties": {"t": {"const": "reply"}}}, {"properties": {"t": {"const": "close"}}}]})";
  EXPECT_EQ(told(two, R"({"t":"clos"})"),
            "/t is \"clos\", which fits none of the alternatives|/t|const|5|did you mean \"close\"?");
  EXPECT_EQ(told(two, "{}"), "the value fits 2 of the 2 alternatives, and must fit exactly one||oneOf|0|");
}

TEST(Problems, StandInDocumentOrderAndAreBounded) {
  EXPECT_EQ(
      told(R"({"properties": {"a": {"type": "null"}, "b": {"type": "null"}}, "required": ["c"]})", R"({"b":1,"a":2})"),
      "required property \"c\" is missing||required|0|\n/b: expected null, found the number 1|/b|type|5|\n/a: expected "
      "null, found the number 2|/a|type|11|");
  std::string many = "[0";
  for (int i = 0; i < 5000; ++i) many += ",0";
  const result<document> d = parse(many + "]");
  EXPECT_EQ(compiled(R"({"items": {"type": "string"}})").problems(d->root()).size(), max_problems);
  EXPECT_EQ(compiled(R"({"items": {"type": "string"}})").problems(d->root(), 3).back().pointer, "/2");
}

TEST(Problems, AreTheDeepOnesUnderRecursion) {
  EXPECT_EQ(
      told(
          R"({"$defs": {"n": {"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/n"}}, "required": ["v"]}}, "$ref": "#/$defs/n"})",
          R"({"v":1,"next":{"v":2,"next":{"v":"three"}}})"),
      "/next/next/v: expected an integer, found the string \"three\"|/next/next/v|type|33|");
}

TEST(Problems, CoverEveryKeyword) {
  const auto keyword = [](std::string_view s, std::string_view value) {
    const result<document> d = parse(value);
    const std::vector<problem> found = compiled(s).problems(d->root());
    return found.empty() ? "none" : found.front().keyword;
  };
  EXPECT_EQ(keyword(R"({"maximum": 3})", "4"), "maximum");
  EXPECT_EQ(keyword(R"({"exclusiveMinimum": 3})", "3"), "exclusiveMinimum");
  EXPECT_EQ(keyword(R"({"multipleOf": 3})", "4"), "multipleOf");
  EXPECT_EQ(keyword(R"({"maxLength": 3})", "\"abcd\""), "maxLength");
  EXPECT_EQ(keyword(R"({"pattern": "^a"})", "\"b\""), "pattern");
  EXPECT_EQ(keyword(R"({"minItems": 1})", "[]"), "minItems");
  EXPECT_EQ(keyword(R"({"maxItems": 1})", "[1,2]"), "maxItems");
  EXPECT_EQ(keyword(R"({"uniqueItems": true})", "[1,1]"), "uniqueItems");
  EXPECT_EQ(keyword(R"({"contains": {"const": 1}})", "[2]"), "contains");
  EXPECT_EQ(keyword(R"({"contains": {"const": 1}, "maxContains": 1})", "[1,1]"), "maxContains");
  EXPECT_EQ(keyword(R"({"minProperties": 1})", "{}"), "minProperties");
  EXPECT_EQ(keyword(R"({"maxProperties": 0})", R"({"a":1})"), "maxProperties");
  EXPECT_EQ(keyword(R"({"propertyNames": {"maxLength": 1}})", R"({"ab":1})"), "propertyNames");
  EXPECT_EQ(keyword(R"({"dependentRequired": {"a": ["b"]}})", R"({"a":1})"), "dependentRequired");
  EXPECT_EQ(keyword(R"({"not": {}})", "1"), "not");
  EXPECT_EQ(keyword(R"({"const": 2})", "1"), "const");
  EXPECT_EQ(keyword(R"({"properties": {"a": true}, "unevaluatedProperties": false})", R"({"b":1})"),
            "unevaluatedProperties");
  EXPECT_EQ(keyword(R"({"prefixItems": [true], "unevaluatedItems": false})", "[1,2]"), "unevaluatedItems");
}

}  // namespace
}  // namespace assay
