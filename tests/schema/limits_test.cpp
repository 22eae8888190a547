// No recursion on the value, no blow-up: deep values on a small stack, recursions that ask twice, many problems.
#include <pthread.h>

#include <functional>

#include "schema/table.h"

namespace assay {
namespace {

// Frames under the address sanitizer are several times as large; a recursion of 100,000 would need far more than this.
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t small_stack = 1U << 20U;
#else
constexpr std::size_t small_stack = 64U << 10U;
#endif

void on_small_stack(std::function<void()> job) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, small_stack), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* arg) -> void* {
                  (*static_cast<std::function<void()>*>(arg))();
                  return nullptr;
                },
                &job),
            0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
}

std::string nested(std::size_t depth, std::string_view open, std::string_view middle, std::string_view close) {
  std::string out;
  for (std::size_t i = 0; i < depth; ++i) out += open;
  out += middle;
  for (std::size_t i = 0; i < depth; ++i) out += close;
  return out;
}

constexpr std::size_t deep = 100'000;

void expect_deep(std::string_view schema_text) {
  const schema s = compiled(schema_text);
  const result<document> good = parse(nested(deep, R"({"n":)", "{}", "}"), {deep + 2});
  const result<document> bad = parse(nested(deep, R"({"n":)", "1", "}"), {deep + 2});
  ASSERT_TRUE(good && bad);
  bool fits = false;
  bool misfits = true;
  std::size_t problems = 0;
  on_small_stack([&] {
    fits = s.accepts(good->root());
    misfits = s.accepts(bad->root());
    problems = s.problems(bad->root()).size();
  });
  EXPECT_TRUE(fits) << schema_text;
  EXPECT_FALSE(misfits) << schema_text;
  EXPECT_GE(problems, 1U) << schema_text;
}

TEST(SchemaLimits, TakeAnyDepthOnASmallStack) {
  expect_deep(R"({"type": "object", "properties": {"n": {"$ref": "#"}}})");
  expect_deep(R"({"type": "object", "properties": {"n": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}})");
  expect_deep(R"({"type": "object", "properties": {"n": {"not": {"not": {"$ref": "#"}}}}})");
  expect_deep(R"({"type": "object", "if": true, "then": {"properties": {"n": {"$ref": "#"}}}})");
  expect_deep(R"({"type": "object", "properties": {"n": {"$ref": "#"}}, "unevaluatedProperties": false})");
  expect_deep(R"({"type": "object", "anyOf": [{"properties": {"n": {"$ref": "#"}}}], "unevaluatedProperties": false})");
}

TEST(SchemaLimits, JudgeNoPairTwiceWhereItWouldMultiply) {
  constexpr std::size_t levels = 200;  // 2^200 ways, were they all walked
  const std::string value = nested(levels, R"({"n":)", "1", "}");
  const std::vector<std::string> schemas{
      R"({"type": "object", "properties": {"n": {"anyOf": [{"$ref": "#"}, {"allOf": [{"$ref": "#"}]}]}}})",
      R"({"type": "object", "properties": {"n": {"oneOf": [{"$ref": "#"}, {"allOf": [{"$ref": "#"}, true]}]}}})",
      R"({"type": "object", "properties": {"n": {"$ref": "#"}}, "patternProperties": {"n": {"$ref": "#"}}})",
      R"({"type": "object", "anyOf": [{"properties": {"n": {"$ref": "#"}}}], "unevaluatedProperties": false})",
  };
  const result<document> d = parse(value);
  for (const std::string& text : schemas) {
    const schema s = compiled(text);
    EXPECT_FALSE(s.accepts(d->root())) << text;
    EXPECT_FALSE(s.problems(d->root()).empty()) << text;
  }
}

TEST(SchemaLimits, JudgeNoPairTwiceWithoutRecursionEither) {
  std::string defs;
  for (int i = 0; i < 60; ++i) {
    const std::string next = "{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\"}";
    defs += "\"d" + std::to_string(i) + "\":{\"allOf\":[" + next + "," + next + "]},";
  }
  const schema s =
      compiled("{\"$defs\":{" + defs +
               "\"d60\":{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}},\"$ref\":\"#/$defs/d0\"}");
  const result<document> d = parse(R"(["x", 1])");
  EXPECT_TRUE(s.accepts(d->root()[std::size_t{0}]));
  EXPECT_FALSE(s.accepts(d->root()[std::size_t{1}]));
}

TEST(SchemaLimits, HoldForTheSchemaItself) {
  const result<schema> s = schema::compile(nested(100'000, R"({"not":)", "true", "}"));
  ASSERT_FALSE(s);
  EXPECT_EQ(s.error().code, failure_code::bad_json);
  bool compiles = false;
  on_small_stack([&] { compiles = static_cast<bool>(schema::compile(nested(255, R"({"not":)", "true", "}"))); });
  EXPECT_TRUE(compiles);
  std::string chain;
  for (int i = 0; i < 2'000; ++i) {
    chain += "\"d" + std::to_string(i) + "\":{\"$ref\":\"#/$defs/d" + std::to_string(i + 1) + "\",\"minimum\":0},";
  }
  const schema long_chain =
      compiled("{\"$defs\":{" + chain + "\"d2000\":{\"type\":\"integer\"}},\"$ref\":\"#/$defs/d0\"}");
  const result<document> one = parse("1");
  bool fits = false;
  on_small_stack([&] { fits = long_chain.accepts(one->root()); });
  EXPECT_TRUE(fits);
}

}  // namespace
}  // namespace assay
