#include <nlohmann/json.hpp>

#include "json/parsed.h"
#include "support/exact.h"

namespace assay {
namespace {

using namespace std::literals;

TEST(Writer, KeepsTokensAndOrderAndDropsSpace) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {" null ", "null"},
      {"\t-0.50E+1\n", "-0.50E+1"},
      {R"( "\u0061\/" )", R"("\u0061\/")"},
      {"[ ]", "[]"},
      {"{ }", "{}"},
      {"[ 1 , [ ] , { } , [ 2 ] ]", "[1,[],{},[2]]"},
      {R"({ "b" : 1.0 , "a" : { "c" : [ { } ] } , "d" : [ [ ] ] })", R"({"b":1.0,"a":{"c":[{}]},"d":[[]]})"},
  };
  for (const auto& [text, compact] : cases) {
    const document d = parsed(text);
    EXPECT_EQ(to_json(d.root()), compact);
  }
}

TEST(Writer, WritesPartsAndKeys) {
  const document d = parsed(R"({"a b": [ 1, { "c": 2 } ], "e": 3})");
  EXPECT_EQ(to_json(d["a b"]), R"([1,{"c":2}])");
  EXPECT_EQ(to_json(d["a b"][1]), R"({"c":2})");
  EXPECT_EQ(to_json(d.root().begin().key()), R"("a b")");
  EXPECT_EQ(to_json(d["missing"]), "");
  EXPECT_EQ(to_pretty_json(d["missing"]), "");
}

TEST(Writer, Indents) {
  const document d = parsed(R"({"a":[1,[],{"b":{}}],"c":[[2]]})");
  EXPECT_EQ(to_pretty_json(d.root()), R"({
  "a": [
    1,
    [],
    {
      "b": {}
    }
  ],
  "c": [
    [
      2
    ]
  ]
})");
  EXPECT_EQ(to_pretty_json(d["c"], 1), "[\n [\n  2\n ]\n]");
  EXPECT_EQ(to_pretty_json(d["c"], 0), "[\n[\n2\n]\n]");
  EXPECT_EQ(to_pretty_json(d["c"], -3), "[\n[\n2\n]\n]");
}

TEST(Writer, IndentsAsAnIndependentWriterDoes) {
  const std::string_view text = R"([{"k":[true,false,null,"x",{},[],[[{}]],{"y":{"z":[1]}}]},-1,""])";
  const document d = parsed(text);
  EXPECT_EQ(to_pretty_json(d.root(), 4), nlohmann::ordered_json::parse(text).dump(4));
  EXPECT_EQ(to_json(d.root()), nlohmann::ordered_json::parse(text).dump());
}

// The tape decides, not the bytes: what the reader passed over or left out is not written.
TEST(Writer, WritesWhatTheTapeHolds) {
  const document d = parsed(R"({"a": 1, "b": null, "c": [2]})");
  std::vector<cell> cells(d.root().cells(), d.root().cells() + d.cell_count());
  cells.erase(cells.begin() + 3, cells.begin() + 5);  // the member "b"
  cells[0].next -= 2;
  for (std::size_t i = 3; i < cells.size(); ++i) cells[i].next -= 2;
  EXPECT_EQ(to_json(node{d.root().base(), cells.data(), 0}), R"({"a":1,"c":[2]})");
}

TEST(JsonString, EscapesWhatMustBe) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", R"("")"},
      {"plain é 😀 \x7f", "\"plain é 😀 \x7f\""},
      {"\"\\/", R"("\"\\/")"},
      {"a\nb\tc\rd", R"("a\nb\tc\rd")"},
      {"\0\x01\x1f"sv, R"("\u0000\u0001\u001f")"},
      {"\b1\fa", R"("\u00081\u000ca")"},  // never \f before a letter: the reader takes that for LaTeX
      {"\xff", "\"\uFFFD\""},
      {"a\xC3", "\"a\uFFFD\""},
      {"\xC3(", "\"\uFFFD(\""},
      {"\xE2\x82z\xAC", "\"\uFFFDz\uFFFD\""},      // the longest start of a character is one U+FFFD
      {"\xED\xA0\x80", "\"\uFFFD\uFFFD\uFFFD\""},  // a surrogate is no start
      {"\xC0\xAF", "\"\uFFFD\uFFFD\""},            // nor is an overlong form
      {"\xF4\x90\x80\x80", "\"\uFFFD\uFFFD\uFFFD\uFFFD\""},
      {"\xF0\x9F\x98", "\"\uFFFD\""},
  };
  for (const auto& [text, written] : cases) {
    std::string out = "x";
    const test::exact bytes{text};
    append_json_string(out, bytes.view());
    EXPECT_EQ(out, "x" + std::string(written));
  }
}

TEST(JsonString, IsReadBackAsItWas) {
  std::string all;
  for (int c = 0; c < 128; ++c) all += static_cast<char>(c);
  for (int c = 0; c < 128; ++c) all += std::string(1, static_cast<char>(c)) + "é€😀";
  std::string out;
  append_json_string(out, all);
  const document d = parsed(out);
  EXPECT_EQ(d.root().text(), all);
  EXPECT_EQ(nlohmann::json::parse(out).get<std::string>(), all);
}

// Bytes that are not UTF-8, against an independent writer that replaces them.
TEST(JsonString, ReplacesBytesAsAnIndependentWriterDoes) {
  std::string text;
  for (unsigned i = 0; i < 20000; ++i) {
    text += static_cast<char>(static_cast<unsigned char>((i * 2654435761U) >> 13U));
    if (i % 3 == 0) text += static_cast<char>(static_cast<unsigned char>(0xE0 + i % 32));
    if (i % 5 == 0) text += "\xF0\x9F\x98\x80";
  }
  std::string out;
  append_json_string(out, text);
  const std::string judged = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  EXPECT_EQ(nlohmann::json::parse(out), nlohmann::json::parse(judged));
}

}  // namespace
}  // namespace assay
