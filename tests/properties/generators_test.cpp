// Every generator at its size: its kind, on a small stack, with memory in proportion, the same in pieces.
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>
#include <string>

#include "assay/check.h"
#include "support/case_file.h"
#include "support/count_new.h"
#include "support/generators.h"

namespace assay::test {

// Names the parameter in a failure.
void PrintTo(const generator& g, std::ostream* out) { *out << g.name; }

namespace {

// Sanitizers make frames several times larger and code many times slower, so there the stack is 1 MiB and N a tenth.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif
constexpr std::size_t stack_bytes = sanitized ? 1U << 20U : 64U << 10U;

void on_small_stack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, stack_bytes), 0);
  pthread_t thread{};
  const auto run = [](void* given) -> void* {
    (*static_cast<const std::function<void()>*>(given))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&work)), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

std::optional<schema> compiled(const generator& g) {
  if (g.schema.empty()) return std::nullopt;
  return *schema::compile(g.schema);
}

std::size_t size_of(const generator& g) { return sanitized && g.size > 5'000 ? g.size / 10 : g.size; }

class Generators : public testing::TestWithParam<generator> {};

TEST_P(Generators, GiveTheirKindOnASmallStackInMemoryInProportion) {
  const generator& g = GetParam();
  const std::string reply = g.reply(size_of(g));
  const std::optional<schema> s = compiled(g);
  on_small_stack([&] {
    const std::size_t before = live_bytes;
    peak_bytes = before;
    outcome o = s ? check(reply, *s) : check(reply);
    const std::size_t used = peak_bytes - before;
    EXPECT_NE(std::find(g.kinds.begin(), g.kinds.end(), o.kind), g.kinds.end()) << name(o.kind) << " " << o.message();
    // The copy of the reply, a cell of 16 bytes for each value (a value may be one byte), both grown by doubling,
    // twice.
    EXPECT_LE(used, 112 * reply.size() + (1U << 20U)) << reply.size();
    EXPECT_LE(o.feedback().size(), max_feedback_bytes);
    EXPECT_LE(o.message().size(), 16U * 1024U);
    EXPECT_LE(o.problems.size(), max_problems);
    if (o.accepted()) EXPECT_TRUE(parse(to_json(o.value.root()), {.max_depth = 100'000}));
    outcome copy = o;
    o = outcome{};
    EXPECT_EQ(copy.accepted(), static_cast<bool>(copy.value));
  });
}

TEST_P(Generators, AreTheSameInPieces) {
  const generator& g = GetParam();
  const std::string reply = g.reply(size_of(g) / 10 + 1);
  const std::optional<schema> s = compiled(g);
  const std::string whole = to_json(check_with(s, reply));
  on_small_stack([&] {
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
      reader r = reader_with(s);
      for (std::size_t at = 0; at < reply.size(); at += step) r.feed(std::string_view{reply}.substr(at, step));
      EXPECT_EQ(to_json(r.finish()), whole) << "pieces of " << step;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, Generators, testing::ValuesIn(generators().begin(), generators().end()),
                         [](const testing::TestParamInfo<generator>& i) { return std::string{i.param.name}; });

TEST(LargeString, Of64MegabytesIsExactWhereTheLimitAllowsIt) {
  const std::size_t size = sanitized ? 4U << 20U : 64U << 20U;
  const std::string reply = "{\"note\":\"" + std::string(size, 'x') + "\"}";
  options o;
  o.max_bytes = reply.size();
  const outcome read = check(reply, o);
  ASSERT_TRUE(read.accepted());
  EXPECT_EQ(read.value["note"].source().size(), size + 2);
  EXPECT_TRUE(read.value["note"].source() == std::string_view{reply}.substr(8, size + 2));
  EXPECT_EQ(name(check(std::string(size_t{16} << 20U, 'x') + "y").kind), "too_long");
}

TEST(DeepNesting, IsAcceptedOnlyWhereTheLimitAllowsItAndFreesItselfInConstantStack) {
  const std::string reply = generator_named("G4")->reply(100'000);
  options o;
  o.max_depth = 100'000;
  on_small_stack([&] {
    outcome read = check(reply, o);
    EXPECT_EQ(name(read.kind), "accepted");
    EXPECT_EQ(to_json(read.value.root()), reply);
    EXPECT_TRUE(equal(read.value.root(), read.value.root()));
    EXPECT_GT(to_pretty_json(read.value.root(), 0).size(), reply.size());
    const outcome twice = check(reply + reply, o);
    EXPECT_EQ(name(twice.kind), "accepted");
  });
  o.max_depth = 99'999;
  EXPECT_EQ(name(check(reply, o).kind), "bad_json");
}

TEST(ReferenceCycle, WithoutProgressDoesNotCompile) {
  EXPECT_FALSE(schema::compile(R"({"$ref":"#"})"));
  EXPECT_FALSE(schema::compile(
      R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"})"));
  EXPECT_TRUE(schema::compile(R"({"type":"object","properties":{"next":{"$ref":"#"}}})"));
}

TEST(BadBytes, AreProseOutsideTheObjectAndBadJsonInside) {
  for (const std::string_view bytes : {"\x80", "\xc3", "\xed\xa0\xbd", "\xf5\x80\x80\x80"}) {
    const std::string bad{bytes};
    EXPECT_EQ(name(check(bad + "{\"a\":1}").kind), "accepted");
    EXPECT_EQ(name(check("{\"a\":1}" + bad).kind), "accepted");
    EXPECT_EQ(name(check("{\"a\":" + bad + "1}").kind), "bad_json");
    EXPECT_EQ(name(check("{\"a\":\"" + bad + "\"}").kind), "bad_json");
    EXPECT_EQ(name(check("{\"" + bad + "\":1}").kind), "bad_json");
  }
  const std::string nul(1, '\0');
  EXPECT_EQ(name(check(nul + "{\"a\":1}" + nul).kind), "accepted");
  EXPECT_EQ(name(check("{\"a\":\"" + nul + "\"}").kind), "bad_json");
  EXPECT_EQ(name(check("{\"a\":" + nul + "1}").kind), "bad_json");
}

TEST(BadBytes, OfACutSequenceAtTheEndAreTruncated) {
  EXPECT_EQ(name(check("{\"a\":\"\xc3").kind), "truncated");
  EXPECT_EQ(name(check("{\"a\":\"\xf0\x9f\x98").kind), "truncated");
  EXPECT_EQ(name(check("{\"a\":\"\xed\xa0\xbd").kind), "bad_json");
  EXPECT_EQ(name(check("{\"a\":\"\xf5").kind), "bad_json");
}

}  // namespace
}  // namespace assay::test
