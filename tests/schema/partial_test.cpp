// A value that grows: the byte at which it can no longer be mended; and the nulls that count as not there.
#include "schema/partial.h"

#include "json/value_reader.h"
#include "scan/scan.h"
#include "schema/nulls.h"
#include "schema/table.h"

namespace assay {
namespace {

// Feeds `text` byte by byte and says how much of it had been read when it was refused, and why; or "".
std::string refused(std::string_view schema_text, std::string_view text, bool null_is_absent = false) {
  const schema s = compiled(schema_text);
  schemas::partial watch{s.compiled(), null_is_absent};
  value_reader reader;
  reader.start(0, 256, true);
  for (std::size_t size = 1; size <= text.size(); ++size) {
    std::string padded{text.substr(0, size)};
    padded.append(scan::padding, '\0');
    reader.run(padded.data(), size, false);
    const auto out = watch.advance(padded.data(), reader.cells().cells(), reader.cells().size());
    if (out) return std::string(text.substr(0, size)) + " | " + out->message;
  }
  return "";
}

TEST(Partial, RefusesAtTheByteThatSettlesIt) {
  constexpr std::string_view s =
      R"({"type": "object", "properties": {"q": {"enum": ["a", "b"]}, "n": {"type": "integer", "minimum": 1},
    "t": {"type": "string", "minLength": 2, "maxLength": 3, "pattern": "^x"}, "l": {"type": "array", "items": {"type": "string"}, "maxItems": 2, "minItems": 1},
    "c": {"const": {"k": 1}}, "p": {"prefixItems": [true], "items": false}, "o": {"required": ["k"]}}, "additionalProperties": false, "maxProperties": 3})";
  EXPECT_EQ(refused(s, R"({"q":"c","n":1})"), R"({"q":"c" | /q is "c", which is not one of the 2 allowed values)");
  EXPECT_EQ(refused(s, R"({"n":0,"q":"a"})"), R"({"n":0, | /n: expected at least 1, found 0)");
  EXPECT_EQ(refused(s, R"({"n":"1"})"), R"({"n":"1" | /n: expected an integer, found the string "1")");
  EXPECT_EQ(refused(s, R"({"t":"x"})"), R"({"t":"x" | /t: expected at least 2 characters, found 1 character)");
  EXPECT_EQ(refused(s, R"({"t":"xxxx"})"), R"({"t":"xxxx" | /t: expected at most 3 characters, found 4 characters)");
  EXPECT_EQ(refused(s, R"({"t":"yy"})"), R"({"t":"yy" | /t: expected a string that matches ^x, found "yy")");
  EXPECT_EQ(refused(s, R"({"l":["a",1]})"), R"({"l":["a",1] | /l/1: expected a string, found the number 1)");
  EXPECT_EQ(refused(s, R"({"l":["a","b","c"]})"), R"({"l":["a","b","c" | /l: expected at most 2 items, found 3 items)");
  EXPECT_EQ(refused(s, R"({"l":[],"q":"a"})"), R"({"l":[] | /l: expected at least 1 item, found 0 items)");
  EXPECT_EQ(refused(s, R"({"p":[1,2]})"), R"({"p":[1,2] | /p/1: no value is allowed here, found the number 2)");
  EXPECT_EQ(refused(s, R"({"x":1,"q":"a"})"),
            R"({"x":1, | unexpected property "x"; allowed are "q", "n", "t", "l", "c", "p", "o")");
  EXPECT_EQ(refused(s, R"({"c":{"k":2}})"), R"({"c":{"k":2} | /c is an object, which is not {"k": 1})");
  EXPECT_EQ(refused(s, R"({"o":{"j":1},"q":"a"})"), R"({"o":{"j":1} | /o: required property "k" is missing)");
  EXPECT_EQ(refused(s, R"({"q":"a","n":1,"t":"xx","l":["a"]})"),
            R"({"q":"a","n":1,"t":"xx","l":[ | expected at most 3 members, found 4 members)");
  EXPECT_EQ(refused(s, R"({"q":"a","n":1,"t":"xx"})"), "");
}

TEST(Partial, SeesThroughAllOfAndReferencesAlone) {
  EXPECT_EQ(
      refused(
          R"({"allOf": [{"$ref": "#/$defs/x"}], "$defs": {"x": {"properties": {"a": {"$ref": "#/$defs/y"}}}, "y": {"type": "null"}}})",
          R"({"a":1,"b":2})"),
      R"({"a":1, | /a: expected null, found the number 1)");
  EXPECT_EQ(refused(R"({"properties": {"a": {"anyOf": [{"type": "null"}]}, "b": {"not": {}}}})", R"({"a":1,"b":2})"),
            "");
  EXPECT_EQ(
      refused(
          R"({"$defs": {"n": {"properties": {"v": {"type": "integer"}, "n": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"})",
          R"({"n":{"n":{"v":"x"}}})"),
      R"({"n":{"n":{"v":"x" | /n/n/v: expected an integer, found the string "x")");
}

TEST(Partial, PassesOverANullThatWillBeLeftOut) {
  constexpr std::string_view s =
      R"({"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["b"], "additionalProperties": false, "maxProperties": 1})";
  EXPECT_EQ(refused(s, R"({"a":null,"x":null,"b":""})", true), "");
  EXPECT_EQ(refused(s, R"({"a":null,"b":""})"), R"({"a":null | /a: expected a string, found null)");
  EXPECT_EQ(refused(s, R"({"b":null})", true), R"({"b":null | /b: expected a string, found null)");
}

TEST(Partial, NeverRefusesWhatFitsInTheEnd) {
  const std::vector<std::pair<std::string_view, std::string_view>> rows{
      {R"({"properties": {"a": {"minItems": 2, "uniqueItems": true, "enum": [[1, 2]]}}})", R"({"a":[1,2]})"},
      {R"({"patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": false})",
       R"({"x1":1,"x\u0032":2})"},
      {R"({"required": ["z"], "minProperties": 2, "propertyNames": {"maxLength": 1}})", R"({"a":{"b":[]},"z":[[]]})"},
  };
  for (const auto& [s, text] : rows) {
    const result<document> whole = parse(text);
    ASSERT_TRUE(compiled(s).accepts(whole->root())) << text;
    EXPECT_EQ(refused(s, text), "");
  }
}

TEST(Nulls, AreThoseThatTheirOwnSchemaRefuses) {
  const auto names = [](std::string_view s, std::string_view text) {
    const result<document> d = parse(text);
    std::string out;
    for (const std::uint32_t key : schemas::refused_nulls(compiled(s).compiled(), d->root())) {
      out += pointer_to(d->text().data(), d->root().cells(), key) + " ";
    }
    return out;
  };
  constexpr std::string_view s =
      R"({"properties": {"a": {"type": "string"}, "b": {"type": ["string", "null"]}, "c": {"type": "string"},
    "o": {"$ref": "#"}, "l": {"items": {"$ref": "#"}}}, "required": ["c"], "additionalProperties": {"type": "integer"}})";
  EXPECT_EQ(names(s, R"({"a":null,"b":null,"c":null,"x":null,"o":{"a":null},"l":[{"y":null},{"b":null}]})"),
            "/a /x /o/a /l/0/y ");
  EXPECT_EQ(names(R"({"allOf": [{"properties": {"a": {"type": "string"}}}], "properties": {"a": true}})",
                  R"({"a":null,"b":null})"),
            "/a ");
  EXPECT_EQ(names(R"({"properties": {"a": true}, "additionalProperties": false})", R"({"a":null,"b":null})"), "/b ");
}

}  // namespace
}  // namespace assay
