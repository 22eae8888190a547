// What a schema is refused for, what it is warned about, and what its root allows.
#include <algorithm>

#include "schema/pattern.h"
#include "schema/table.h"

namespace assay {
namespace {

struct refusal {
  std::string schema;
  failure_code code;
  std::string message;  // a part of it
};

TEST(SchemaCompile, RefusesWhatCannotBeHonoured) {
  const std::vector<refusal> rows{
      {R"({"type": "object",})", failure_code::bad_json, "the schema is not JSON"},
      {R"([1])", failure_code::bad_schema, "the schema's root: expected a schema"},
      {R"({"properties": {"a": {"type": "strin"}}})", failure_code::bad_schema,
       "/properties/a/type: expected one of null"},
      {R"({"type": ["string", "string"]})", failure_code::bad_schema, "/type/1: this type is named twice"},
      {R"({"required": "a"})", failure_code::bad_schema, "/required: expected an array of names"},
      {R"({"required": ["a", "a"]})", failure_code::bad_schema, "/required/1: \"a\" is named twice"},
      {R"({"properties": []})", failure_code::bad_schema, "/properties: expected an object"},
      {R"({"properties": {"a": 1}})", failure_code::bad_schema, "/properties/a: expected a schema"},
      {R"({"minLength": -1})", failure_code::bad_schema, "/minLength: expected a whole number"},
      {R"({"minLength": 1.5})", failure_code::bad_schema, "/minLength: expected a whole number"},
      {R"({"minimum": "1"})", failure_code::bad_schema, "/minimum: expected a number, found \"1\""},
      {R"({"multipleOf": 0})", failure_code::bad_schema, "/multipleOf: expected a number above 0"},
      {R"({"uniqueItems": 1})", failure_code::bad_schema, "/uniqueItems: expected true or false"},
      {R"({"enum": "a"})", failure_code::bad_schema, "/enum: expected an array"},
      {R"({"anyOf": []})", failure_code::bad_schema, "/anyOf: expected an array of at least one schema"},
      {R"({"items": [true]})", failure_code::bad_schema, "/items: expected a schema"},
      {R"({"pattern": "(?<=a)b"})", failure_code::bad_pattern, "/pattern: the pattern \"(?<=a)b\" has a look-behind"},
      {R"({"pattern": "(a)\\1"})", failure_code::bad_pattern, "has a back-reference"},
      {R"({"pattern": "a(?=b)c"})", failure_code::bad_pattern, "has a look-ahead"},
      {R"({"pattern": "\\Aa"})", failure_code::bad_pattern, "has the escape \\A"},
      {R"({"pattern": "(?i)a"})", failure_code::bad_pattern, "has the group (?i"},
      {R"({"pattern": "a("})", failure_code::bad_pattern, "has an unclosed group"},
      {R"({"patternProperties": {"[": true}})", failure_code::bad_pattern, "/patternProperties/["},
      {R"({"$ref": "#/$defs/no"})", failure_code::bad_reference, "/$ref: \"#/$defs/no\" leads nowhere"},
      {R"({"$ref": "#no"})", failure_code::bad_reference, "names no anchor"},
      {R"({"$ref": "#"})", failure_code::bad_reference, "leads back"},
      {R"({"allOf": [{"$ref": "#"}]})", failure_code::bad_reference, "leads back"},
      {R"({"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"not": {"$ref": "#/$defs/a"}}}})",
       failure_code::bad_reference, "leads back"},
      {R"({"$ref": "http://example.org/other.json"})", failure_code::unsupported, "remote references are not served"},
      {R"({"$dynamicRef": "#a"})", failure_code::unsupported, "dynamic references"},
      {R"({"$schema": "http://example.org/my-dialect"})", failure_code::unsupported, "/$schema: the dialect"},
      {R"({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": true})",
       failure_code::unsupported, "/exclusiveMinimum"},
  };
  for (const refusal& row : rows) {
    const result<schema> s = schema::compile(row.schema);
    ASSERT_FALSE(s) << row.schema;
    EXPECT_EQ(s.error().code, row.code) << row.schema << ": " << s.error().message;
    EXPECT_NE(s.error().message.find(row.message), std::string::npos) << row.schema << ": " << s.error().message;
  }
}

TEST(SchemaCompile, SaysWhereTheFaultStands) {
  const result<schema> s = schema::compile(R"({"properties": {"a": {"minLength": "x"}}})");
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().offset, 35U);
}

TEST(SchemaCompile, WarnsOfWhatHasNoEffect) {
  const schema unknown = compiled(R"({"required": ["a"], "properties": {"a": {"minLenght": 1}}})");
  ASSERT_EQ(unknown.warnings().size(), 1U);
  EXPECT_EQ(unknown.warnings()[0].pointer, "/properties/a/minLenght");
  EXPECT_EQ(unknown.warnings()[0].message, "\"minLenght\" is not a keyword that is known, so it has no effect");
  const schema open = compiled(R"({"type": "object", "properties": {"a": true}})");
  ASSERT_EQ(open.warnings().size(), 1U);
  EXPECT_NE(open.warnings()[0].message.find("accepts nearly any object"), std::string::npos);
  EXPECT_TRUE(
      compiled(R"({"type": "object", "additionalProperties": false, "title": "t", "$comment": "c", "format": "date"})")
          .warnings()
          .empty());
  const schema beside = compiled(
      R"({"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#/definitions/s", "maxLength": 1}},
    "definitions": {"s": {}}, "required": ["a"]})");
  ASSERT_EQ(beside.warnings().size(), 1U);
  EXPECT_EQ(beside.warnings()[0].pointer, "/properties/a/maxLength");
}

struct allowed_row {
  std::string schema;
  std::vector<type> types;
};

TEST(SchemaCompile, KnowsWhichTypesTheRootAllows) {
  const std::vector<allowed_row> rows{
      {"{}", {type::object}},
      {"true", {type::object}},
      {R"({"properties": {"a": {"type": "array"}}})", {type::object}},
      {R"({"type": "array"})", {type::array}},
      {R"({"type": "integer"})", {type::number}},
      {R"({"enum": ["a", null]})", {type::string, type::null}},
      {R"({"const": 1})", {type::number}},
      {R"({"type": ["integer", "object"], "enum": [1, "x"]})", {type::number}},
      {R"({"$ref": "#/$defs/a", "$defs": {"a": {"type": "array"}}})", {type::array}},
      {R"({"allOf": [{"type": ["array", "object"]}, {"type": ["array", "null"]}]})", {type::array}},
      {R"({"anyOf": [{"type": "array"}, {"type": "null"}]})", {type::array, type::null}},
      {R"({"oneOf": [{"type": "array"}, {"required": ["a"]}]})", {type::array, type::object}},
      {R"({"not": {"type": "array"}})", {type::object}},
  };
  for (const allowed_row& row : rows) {
    const schema s = compiled(row.schema);
    for (const type t : {type::null, type::boolean, type::number, type::string, type::array, type::object}) {
      const bool listed = std::find(row.types.begin(), row.types.end(), t) != row.types.end();
      EXPECT_EQ(s.allows(t), listed) << name(t) << " under " << row.schema;
    }
  }
}

TEST(Pattern, TranslatesForRe2) {
  const auto translated = [](std::string_view text) {
    const result<std::string> out = schemas::translate(text);
    return out ? *out : "refused: " + out.error().message;
  };
  EXPECT_EQ(translated("a/b"), "a/b");
  EXPECT_EQ(translated(R"(\/\-)"), R"(\/\-)");
  EXPECT_EQ(translated(R"(\u0041\x42\cA\0)"), R"(\x{41}\x{42}\x{1}\x00)");
  EXPECT_EQ(translated("(?<n>a)(b)"), "(?:a)(?:b)");
  EXPECT_EQ(translated("[^]"), "(?s:.)");
  EXPECT_EQ(translated("a{,3}b{2}"), R"(a\{,3\}b{2})");
  EXPECT_EQ(translated("(?:ab){1500}"), "(?:(?:ab){1000}(?:ab){500})");
  EXPECT_EQ(translated(R"(\p{Script=Greek}\P{L})"), R"(\p{Greek}\P{L})");
  EXPECT_EQ(translated(R"([\b])"), R"([\x08])");
  EXPECT_EQ(translated(R"(\ud800)"), R"(refused: a bad escape \u)");
}

}  // namespace
}  // namespace assay
