// Each keyword: values that fit, and the near miss beside them.
#include "schema/table.h"

namespace assay {
namespace {

TEST(Schema, JudgesTypes) {
  expect_rows({
      {"true", {"1", "{}", "null"}, {}},
      {"false", {}, {"1", "{}", "null"}},
      {R"({"type": "integer"})",
       {"1", "1.0", "1e2", "-0", "25227143063332189585438"},
       {"1.5", "1e-1", "\"1\"", "true", "9007199254740993.5"}},
      {R"({"type": "number"})", {"1", "1.5"}, {"\"1\"", "null"}},
      {R"({"type": ["string", "null"]})", {"\"\"", "null"}, {"0", "false"}},
      {R"({"type": "object"})", {"{}"}, {"[]", "\"{}\""}},
      {R"({"type": "boolean"})", {"true", "false"}, {"\"true\"", "0"}},
  });
}

TEST(Schema, JudgesValues) {
  expect_rows({
      {R"({"enum": ["billing", "sales", 1, null, [1, {"a": 2}]]})",
       {R"("billing")", R"("s\u0061les")", "1.0", "null", R"([1.0, {"a": 2e0}])"},
       {R"("Billing")", R"("billin")", R"("billingg")", R"("")", "2", "false", "[1]"}},
      {R"({"const": {"a": 1, "b": 2}})", {R"({"b": 2, "a": 1})"}, {R"({"a": 1})", R"({"a": 1, "b": 3})"}},
      {R"({"enum": ["a", "b"], "const": "b"})", {R"("b")"}, {R"("a")", R"("c")"}},
      {R"({"enum": ["", "12345678", "123456789", "1234567890123456x890", "1234567890123456y890"]})",
       {R"("")", R"("12345678")", R"("123456789")", R"("1234567890123456x890")", R"("1234567890123456y890")"},
       {R"("1")", R"("1234567")", R"("1234567890123456z890")"}},
  });
}

TEST(Schema, ComparesNumbersExactly) {
  expect_rows({
      {R"({"minimum": 1})", {"1", "1.0", "2", "\"0\""}, {"0", "0.999999999999999999999999", "-1"}},
      {R"({"minimum": 0, "maximum": 1})", {"0", "-0", "-0.0", "0.8731", "1.0", "1.00", "1e0"}, {"-0.5", "1.5", "1.01"}},
      {R"({"minimum": -2, "exclusiveMaximum": -1})", {"-2", "-2.0", "-1.5", "-1.01"}, {"-2.01", "-1", "-1.0", "-0.5"}},
      {R"({"maximum": 9007199254740992})", {"9007199254740992"}, {"9007199254740993", "9007199254740992.5"}},
      {R"({"exclusiveMinimum": 0.1})", {"0.10000000000000000001"}, {"0.1", "0.10", "0"}},
      {R"({"exclusiveMaximum": 1e3})", {"999.99"}, {"1000", "1e3"}},
      {R"({"multipleOf": 0.01})", {"0.07", "19.99", "0", "1e3", "-0.03"}, {"0.075", "1e-3"}},
      {R"({"multipleOf": 3})", {"9", "9.0", "3e2", "-6"}, {"10", "1e2", "4.5"}},
      {R"({"multipleOf": 123456789012345678901})",
       {"246913578024691357802", "123456789012345678901e3"},
       {"246913578024691357803", "1"}},
  });
}

TEST(Schema, CountsCharactersOfStrings) {
  expect_rows({
      {R"({"minLength": 3})",
       {R"("abc")", R"("äöü")", R"("\u00e4bc")", "12"},
       {R"("ab")", R"("äö")", R"("😀😀")", R"("\ud83d\ude00a")"}},
      {R"({"maxLength": 2})", {R"("ab")", R"("😀😀")", R"("\ud83d\ude00\n")"}, {R"("abc")", R"("😀😀a")"}},
  });
}

TEST(Schema, SearchesPatterns) {
  expect_rows({
      {R"({"pattern": "[A-Z]{2}[0-9]{2}"})", {R"("xxAB12yy")", R"("\u0041B12")", "1"}, {R"("xxAb12")"}},
      {R"({"pattern": "^\\d+$"})", {R"("12")"}, {R"("12\n")", R"("١")", R"("")"}},
      {R"({"pattern": "^\\S$"})", {R"("a")"}, {R"("\u00a0")", R"("\ufeff")", R"(" ")"}},
      {R"({"pattern": "^.$"})", {R"("a")", R"("\u0085")"}, {R"("\n")", R"("\u2028")"}},
      {R"({"pattern": "^(?=.*[0-9])(?!.*x)[a-z0-9]+$"})", {R"("a1")"}, {R"("a")", R"("a1x")", R"("A1")"}},
      {R"({"pattern": "^\\p{Letter}\\u{1F600}\\uD83D\\uDE00$"})", {R"("é😀😀")"}, {R"("1😀😀")"}},
      {R"({"pattern": "^a{1001}$"})", {}, {R"("aaa")"}},
      {R"({"pattern": "[[a]]"})", {R"("[]")", R"("a]")"}, {R"("a")"}},
  });
}

TEST(Schema, JudgesMembers) {
  expect_rows({
      {R"({"required": ["a", "b"]})",
       {R"({"a": 1, "b": 2})", R"({"\u0061": 1, "b": 2})", "[]"},
       {R"({"a": 1})", R"({"A": 1, "b": 2})"}},
      {R"({"properties": {"a": {"type": "string"}}, "additionalProperties": false})",
       {"{}", R"({"a": ""})"},
       {R"({"a": 1})", R"({"b": ""})", R"({"a": "", "b": 1})"}},
      {R"({"properties": {"a": true}, "patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": {"type": "string"}})",
       {R"({"a": null, "x-1": 1, "b": ""})"},
       {R"({"x-1": ""})", R"({"b": 1})"}},
      {R"({"propertyNames": {"maxLength": 2}})", {R"({"ab": 1})"}, {R"({"abc": 1})"}},
      {R"({"minProperties": 1, "maxProperties": 2})",
       {R"({"a": 1})", R"({"a": 1, "b": 2})"},
       {"{}", R"({"a": 1, "b": 2, "c": 3})"}},
      {R"({"dependentRequired": {"a": ["b"]}})", {R"({"b": 1})", R"({"a": 1, "b": 2})"}, {R"({"a": 1})"}},
      {R"({"dependentSchemas": {"a": {"required": ["b"]}}})", {R"({"c": 1})", R"({"a": 1, "b": 1})"}, {R"({"a": 1})"}},
  });
}

TEST(Schema, TakesMoreThan64RequiredNames) {
  std::string required;
  std::string members;
  for (int i = 0; i < 70; ++i) {
    required += (i == 0 ? "\"n" : ",\"n") + std::to_string(i) + "\"";
    members += (i == 0 ? "\"n" : ",\"n") + std::to_string(i) + "\":1";
  }
  const std::string all = "{" + members + "}";
  const std::string one_other = "{" + members.substr(0, members.rfind("\"n69\"")) + "\"n70\":1}";
  expect_rows({{"{\"required\":[" + required + "]}", {all}, {one_other}}});
}

TEST(Schema, JudgesItems) {
  expect_rows({
      {R"({"items": {"type": "integer"}})", {"[]", "[1, 2]", "{}"}, {"[1, \"2\"]"}},
      {R"({"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false})",
       {"[]", "[1]", "[1, \"\"]"},
       {"[\"\"]", "[1, \"\", 2]"}},
      {R"({"minItems": 1, "maxItems": 2})", {"[1]", "[1, 2]"}, {"[]", "[1, 2, 3]"}},
      {R"({"uniqueItems": true})",
       {"[1, 2, \"1\", true, [1], {}]", "[[1], [2]]"},
       {"[1, 1.0]", R"(["a", "\u0061"])", R"([{"a": 1, "b": 2}, {"b": 2, "a": 1}])"}},
      {R"({"contains": {"type": "string"}})", {"[1, \"\"]"}, {"[]", "[1]"}},
      {R"({"contains": {"type": "string"}, "minContains": 2, "maxContains": 3})",
       {R"(["", 1, ""])", R"(["", "", ""])"},
       {R"([""])", R"(["", "", "", ""])"}},
      {R"({"contains": {"type": "string"}, "minContains": 0})", {"[]", "[1]"}, {}},
  });
}

TEST(Schema, FindsEqualItemsAmongMany) {
  std::string items = "[0";
  for (int i = 1; i < 1000; ++i) items += "," + std::to_string(i);
  expect_rows({{R"({"uniqueItems": true})", {items + "]"}, {items + ",5e0]"}}});
}

TEST(Schema, CombinesSubschemas) {
  expect_rows({
      {R"({"allOf": [{"minimum": 1}, {"maximum": 2}]})", {"1", "2"}, {"0", "3"}},
      {R"({"anyOf": [{"type": "string"}, {"minimum": 5}]})", {"\"\"", "5"}, {"4"}},
      {R"({"oneOf": [{"type": "integer"}, {"minimum": 0}]})", {"-1", "0.5", "\"\""}, {"5", "-0.5"}},
      {R"({"not": {"type": "string"}})", {"1"}, {"\"\""}},
      {R"({"not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}})", {"{}"}, {R"({"a": 1})", R"({"b": 1})"}},
      {R"({"type": "object", "if": {"properties": {"k": {"const": 1}}, "required": ["k"]}, "then": {"required": ["a"]}, "else": {"required": ["b"]}})",
       {R"({"k": 1, "a": 1})", R"({"k": 2, "b": 1})", R"({"b": 1})"},
       {R"({"k": 1, "b": 1})", R"({"k": 2, "a": 1})"}},
      {R"({"then": false, "else": false})", {"1"}, {}},
  });
}

TEST(Schema, FollowsReferences) {
  expect_rows({
      {R"({"$defs": {"n": {"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/n"}}, "required": ["v"]}}, "$ref": "#/$defs/n"})",
       {R"({"v": 1, "next": {"v": 2}})"},
       {R"({"v": 1, "next": {"v": 2, "next": {"v": "3"}}})"}},
      {R"({"properties": {"c": {"$ref": "#"}}, "additionalProperties": false})",
       {R"({"c": {"c": {}}})"},
       {R"({"c": {"d": 1}})"}},
      {R"({"$defs": {"a~/%": {"type": "string"}}, "items": {"$ref": "#/$defs/a~0~1%25"}})", {R"([""])"}, {"[1]"}},
      {R"({"$defs": {"x": {"$anchor": "here", "minimum": 3}}, "$ref": "#here", "maximum": 5})", {"4"}, {"2", "6"}},
      {R"({"$id": "http://e.org/root", "$defs": {"x": {"$id": "sub", "$defs": {"y": {"type": "null"}}, "$ref": "#/$defs/y"}}, "items": {"$ref": "sub"}})",
       {"[null]"},
       {"[1]"}},
      {R"({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"s": {"type": "string"}}, "properties": {"a": {"$ref": "#/definitions/s", "maxLength": 1}}})",
       {R"({"a": "long"})"},
       {R"({"a": 1})"}},
      {R"({"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}], "additionalItems": false, "dependencies": {"a": ["b"], "c": {"required": ["d"]}}})",
       {R"([""])", R"({"a": 1, "b": 1})", R"({"c": 1, "d": 1})"},
       {"[1]", R"(["", 1])", R"({"a": 1})", R"({"c": 1})"}},
  });
}

TEST(Schema, KnowsWhatIsUnevaluated) {
  expect_rows({
      {R"({"allOf": [{"properties": {"a": true}}], "properties": {"b": true}, "unevaluatedProperties": false})",
       {R"({"a": 1, "b": 2})"},
       {R"({"a": 1, "c": 2})"}},
      {R"({"anyOf": [{"properties": {"a": {"type": "string"}}}, {"properties": {"b": true}}], "unevaluatedProperties": false})",
       {R"({"a": ""})", R"({"a": "", "b": 1})"},
       {R"({"a": 1})"}},
      {R"({"if": {"required": ["k"]}, "then": {"properties": {"k": true, "a": true}}, "else": {"properties": {"b": true}}, "unevaluatedProperties": {"type": "null"}})",
       {R"({"k": 1, "a": 1})", R"({"b": 1, "c": null})"},
       {R"({"k": 1, "b": 1})", R"({"a": 1})"}},
      {R"({"prefixItems": [true], "anyOf": [{"contains": {"type": "string"}}, true], "unevaluatedItems": false})",
       {"[1]", R"([1, ""])"},
       {"[1, 2]", R"([1, "", 2])"}},
      {R"({"$defs": {"t": {"properties": {"c": {"$ref": "#/$defs/t"}}, "unevaluatedProperties": false}}, "$ref": "#/$defs/t"})",
       {R"({"c": {"c": {}}})"},
       {R"({"c": {"c": {"d": 1}}})"}},
  });
}

}  // namespace
}  // namespace assay
