#include <type_traits>

#include "json/parsed.h"

namespace assay {
namespace {

using namespace std::literals;

TEST(Node, NamesItsTypes) {
  const document d = parsed(R"([null,true,1,"s",[],{}])");
  std::string names;
  for (node item : d.root()) names += std::string(name(item.type())) + " ";
  EXPECT_EQ(names, "null boolean number string array object ");
}

TEST(Node, GivesItsBytesAsWritten) {
  const std::string_view text = R"( {"a" : [ 1.50, "\u00e9" ],"b":{ }, "c": true } )";
  const document d = parsed(text);
  EXPECT_EQ(d.root().source(), R"({"a" : [ 1.50, "\u00e9" ],"b":{ }, "c": true })");
  EXPECT_EQ(d["a"].source(), R"([ 1.50, "\u00e9" ])");
  EXPECT_EQ(d["a"][1].source(), R"("\u00e9")");
  EXPECT_EQ(d["b"].source(), "{ }");
  EXPECT_EQ(d["c"].source(), "true");
  EXPECT_EQ(d.root().begin().key().source(), "\"a\"");
  EXPECT_EQ(text.substr(d["a"][1].offset(), 8), R"("\u00e9")");
  EXPECT_EQ(d.root().offset(), 1U);
}

struct decoding {
  std::string_view written;
  std::string_view text;
};
const decoding decodings[] = {
    {R"("")", ""sv},
    {R"("plain")", "plain"sv},
    {R"("\"\\\/")", "\"\\/"sv},
    {R"("\b\f\n\r\t")", "\b\f\n\r\t"sv},
    {R"("a\u0000b")", "a\0b"sv},
    {R"("\u00e9\u00E9")", "éé"sv},
    {R"("\u20AC")", "€"sv},
    {R"("\ud83d\ude00")", "😀"sv},
    {R"("\uD800\uDC00\uDBFF\uDFFF")", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"sv},
    {R"("é€😀")", "é€😀"sv},
    {R"("one\ntwo\nthree")", "one\ntwo\nthree"sv},
};

TEST(Node, DecodesStrings) {
  for (const decoding& d : decodings) {
    const document doc = parsed(d.written);
    EXPECT_EQ(doc.root().text(), d.text) << d.written;
    EXPECT_TRUE(doc.root().equals(d.text)) << d.written;
    EXPECT_FALSE(doc.root().equals(std::string(d.text) + "x")) << d.written;
    EXPECT_FALSE(doc.root().equals("x" + std::string(d.text))) << d.written;
    EXPECT_TRUE(d.text.empty() || !doc.root().equals(d.text.substr(1))) << d.written;
    EXPECT_TRUE(d.text.empty() || !doc.root().equals(d.text.substr(0, d.text.size() - 1))) << d.written;
  }
}

TEST(Node, FindsMembersByDecodedKey) {
  const document d = parsed(R"({"a":1,"\u0062":2,"":3,"c/d":{"~":4}})");
  EXPECT_EQ(d["a"].source(), "1");
  EXPECT_EQ(d["b"].source(), "2");
  EXPECT_EQ(d[""].source(), "3");
  EXPECT_FALSE(d["\\u0062"]);
  EXPECT_FALSE(d["A"]);
  EXPECT_EQ(d["c/d"]["~"].source(), "4");
}

TEST(Node, FindsItemsByIndex) {
  const document d = parsed("[10,[20,21],30]");
  EXPECT_EQ(d.root()[0].source(), "10");
  EXPECT_EQ(d.root()[2].source(), "30");
  EXPECT_EQ(d.root()[1][1].source(), "21");
  EXPECT_FALSE(d.root()[3]);
  EXPECT_FALSE(d.root()["0"]);
  EXPECT_FALSE(parsed("[]").cell_count() == 0);
}

TEST(Node, CountsItemsAndMembers) {
  EXPECT_EQ(parsed("[]").cell_count(), 1U);
  const document d = parsed(R"({"none":[],"two":[[1,2,3],{}],"one":{"a":[1,2]},"scalar":"four"})");
  EXPECT_EQ(d.root().size(), 4U);
  EXPECT_EQ(d["none"].size(), 0U);
  EXPECT_EQ(d["two"].size(), 2U);
  EXPECT_EQ(d["one"].size(), 1U);
  EXPECT_EQ(d["scalar"].size(), 0U);
}

TEST(Node, CountsWhatTheCellCannot) {
  const document d = parsed("[1,2,3]");
  cell cells[4];
  std::copy_n(d.root().cells(), 4, cells);
  cells[0].bits |= cell::many << 8U;  // as on a tape with 2^24 items
  const node many{d.root().base(), cells, 0};
  EXPECT_EQ(many.size(), 3U);
  EXPECT_EQ(many[2].source(), "3");
  EXPECT_FALSE(many[3]);
}

TEST(Node, WalksKeysAndValuesInOrder) {
  const document d = parsed(R"({"z":[1,{"y":2}],"a":{},"m":"x"})");
  std::string seen;
  for (auto i = d.root().begin(); i != d.root().end(); ++i) {
    seen += i.key().text() + "=" + std::string((*i).source()) + ";";
  }
  EXPECT_EQ(seen, R"(z=[1,{"y":2}];a={};m="x";)");
  EXPECT_TRUE(d["m"].begin() == d["m"].end());
  EXPECT_FALSE(d["z"].begin().key());
}

TEST(Node, AnswersEmptyWhereNothingIs) {
  const document d = parsed(R"({"a":1})");
  const node missing = d["x"]["y"][3]["z"];
  EXPECT_FALSE(missing);
  EXPECT_EQ(missing.type(), type::null);
  EXPECT_FALSE(missing.is(type::null));
  EXPECT_EQ(missing.source(), "");
  EXPECT_EQ(missing.text(), "");
  EXPECT_EQ(missing.size(), 0U);
  EXPECT_EQ(missing.offset(), 0U);
  EXPECT_FALSE(missing.truth());
  EXPECT_FALSE(missing.equals(""));
  EXPECT_TRUE(missing.begin() == missing.end());
  EXPECT_EQ(missing.at("").error().code, failure_code::bad_reference);
  EXPECT_EQ(d["a"].text(), "");
  EXPECT_FALSE(document{}.cell_count() != 0);
}

// The example of RFC 6901 section 5.
TEST(Pointer, FollowsTheStandardsExample) {
  const document d =
      parsed(R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})");
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"/foo", R"(["bar","baz"])"},
      {"/foo/0", "\"bar\""},
      {"/", "0"},
      {"/a~1b", "1"},
      {"/c%d", "2"},
      {"/e^f", "3"},
      {"/g|h", "4"},
      {"/i\\j", "5"},
      {"/k\"l", "6"},
      {"/ ", "7"},
      {"/m~0n", "8"},
      {"/foo/1", "\"baz\""},
      {"", d.text()},
  };
  for (const auto& [pointer, source] : cases) {
    const result<node> found = d.root().at(pointer);
    ASSERT_TRUE(found) << pointer << ": " << found.error().message;
    EXPECT_EQ(found->source(), source) << pointer;
  }
}

TEST(Pointer, NamesTheStepThatFailed) {
  const document d = parsed(R"({"a":[{"b":"s"},null],"~1":[1],"0":"zero"})");
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"/x/y", R"(the root is an object without the member "x")"},
      {"/a/0/c", R"(the value at "/a/0" is an object without the member "c")"},
      {"/a/2", R"(the value at "/a" is an array of 2 items, so there is no item 2)"},
      {"/a/01", R"(the value at "/a" is an array of 2 items, and "01" is not an index)"},
      {"/a/-", R"(the value at "/a" is an array of 2 items, and "-" is not an index)"},
      {"/a/+1", R"(the value at "/a" is an array of 2 items, and "+1" is not an index)"},
      {"/a/", R"(the value at "/a" is an array of 2 items, and "" is not an index)"},
      {"/a/99999999999999999999999",
       R"(the value at "/a" is an array of 2 items, and "99999999999999999999999" is not an index)"},
      {"/a/0/b/0", R"(the value at "/a/0/b" is a string, so there is no "0" in it)"},
      {"/a/1/x", R"(the value at "/a/1" is null, so there is no "x" in it)"},
      {"/~01/1", R"(the value at "/~01" is an array of 1 item, so there is no item 1)"},
      {"a", R"("a" is not a JSON Pointer, which is empty or starts with "/")"},
      {"/~2", R"("~2" is not a step of a JSON Pointer: "~" is followed by neither 0 nor 1)"},
      {"/a~", R"("a~" is not a step of a JSON Pointer: "~" is followed by neither 0 nor 1)"},
  };
  for (const auto& [pointer, message] : cases) {
    const result<node> found = d.root().at(pointer);
    ASSERT_FALSE(found) << pointer;
    EXPECT_EQ(found.error().code, failure_code::bad_reference);
    EXPECT_EQ(found.error().message, message);
  }
  EXPECT_EQ((*d.root().at("/~01/0")).source(), "1");
  EXPECT_EQ((*d.root().at("/0")).text(), "zero");
}

TEST(Document, CopiesItsBytesAndItsTape) {
  document copy;
  {
    const document d = parsed(R"({"a":["\ud83d\ude00",2.50]})");
    copy = d;
    EXPECT_NE(copy.text().data(), d.text().data());
    EXPECT_NE(copy.root().cells(), d.root().cells());
  }
  EXPECT_EQ(copy.text(), R"({"a":["\ud83d\ude00",2.50]})");
  EXPECT_EQ(copy["a"][0].text(), "😀");
  const document& self = copy;
  copy = self;
  EXPECT_EQ(copy["a"][1].source(), "2.50");
  EXPECT_EQ(std::string(copy.text().data() + copy.text().size(), 64), std::string(64, '\0'));
  const document none = document{document{}};
  EXPECT_FALSE(none);
  EXPECT_FALSE(none.root());
}

template <class Value>
concept roots_a_temporary = requires(Value v) { std::forward<Value>(v).root(); };
template <class Value>
concept reads_a_temporary = requires(Value v) { std::forward<Value>(v).text(); };
template <class Value>
concept indexes_a_temporary = requires(Value v) { std::forward<Value>(v)["key"]; };
static_assert(!roots_a_temporary<document> && !reads_a_temporary<document> && !indexes_a_temporary<document>);
static_assert(roots_a_temporary<document&> && reads_a_temporary<document&> && indexes_a_temporary<document&>);
static_assert(std::is_trivially_copyable_v<node> && sizeof(node) <= 24);

}  // namespace
}  // namespace assay
