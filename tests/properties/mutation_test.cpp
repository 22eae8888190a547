// Flipping, deleting or inserting one byte never yields a value that is not in the new text, nor breaks what must hold
// of every outcome: one kind, determinism, pieces equal the whole, bounded and well-formed messages.
#include <gtest/gtest.h>

#include <string>

#include "assay/check.h"
#include "support/case_file.h"
#include "support/generators.h"
#include "support/independent.h"

namespace assay::test {
namespace {

constexpr std::string_view inserted = "{}[]\",:\\ \n0a-.e`<>\x80\xc3";

// nlohmann refuses to write what is not UTF-8.
bool well_formed(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

// Everything that must hold of the outcome of any bytes.
std::string broken_promise(const std::optional<schema>& s, std::string_view reply, std::size_t cut) {
  const outcome o = check_with(s, reply);
  if (o.accepted()) return disagreement(o, reply);
  if (o.value) return "a value beside " + std::string{name(o.kind)};
  if (o.message().empty()) return "no message for " + std::string{name(o.kind)};
  if (o.feedback().size() > max_feedback_bytes) return "feedback too long";
  if (!well_formed(o.feedback()) || !well_formed(o.message())) return "a message that is not UTF-8";
  reader r = reader_with(s);
  const outcome pieces = feed_split(r, reply, {cut});
  if (to_json(pieces) != to_json(o)) return "in pieces: " + to_json(pieces) + " and whole: " + to_json(o);
  return {};
}

class Mutation : public testing::TestWithParam<check_case> {};

TEST_P(Mutation, OfOneByteNeverInventsAValue) {
  const check_case& c = GetParam();
  const std::optional<schema> s = schema_of(c);
  noise random{42};
  const std::size_t step = c.reply.size() > 600 ? c.reply.size() / 100 : 1;
  for (std::size_t at = 0; at < c.reply.size(); at += step) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string flipped = c.reply;
      flipped[at] = static_cast<char>(static_cast<unsigned char>(flipped[at]) ^ 1U << bit);
      ASSERT_EQ(broken_promise(s, flipped, random.below(flipped.size())), "") << flipped;
    }
    std::string shorter = c.reply;
    shorter.erase(at, 1);
    ASSERT_EQ(broken_promise(s, shorter, random.below(shorter.size() + 1)), "") << shorter;
    for (const char extra : inserted) {
      std::string longer = c.reply;
      longer.insert(at, 1, extra);
      ASSERT_EQ(broken_promise(s, longer, random.below(longer.size())), "") << longer;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Mutation, testing::ValuesIn(all_cases()),
                         [](const testing::TestParamInfo<check_case>& i) { return test_name(i.param); });

TEST(Outcome, IsTheSameEveryTimeAndFromAReaderThatWasUsedBefore) {
  for (const check_case& c : all_cases()) {
    const std::optional<schema> s = schema_of(c);
    const std::string first = to_json(check_with(s, c.reply, c.options));
    EXPECT_EQ(to_json(check_with(s, c.reply, c.options)), first);
    reader r = reader_with(s, c.options);
    for (const check_case& before : {case_named("draft-then-final-truncated"), case_named("r7-depth-257"), c}) {
      feed_split(r, before.reply, {before.reply.size() / 2});
    }
    EXPECT_EQ(to_json(feed_split(r, c.reply, {})), first) << c.line;
  }
}

TEST(Feedback, IsBoundedWellFormedAndShowsNoInvisibleCharacter) {
  for (const check_case& c : all_cases()) {
    const outcome o = check_with(schema_of(c), c.reply, c.options);
    const std::string& said = o.feedback();
    EXPECT_LE(said.size(), max_feedback_bytes);
    EXPECT_TRUE(well_formed(said));
    for (std::size_t i = 0; i < said.size(); ++i) {
      const auto byte = static_cast<unsigned char>(said[i]);
      EXPECT_TRUE(byte >= 0x20 || byte == '\n') << c.line << "\n" << said;
    }
    for (const std::string_view hidden : {"\xe2\x80\x8b", "\xef\xbb\xbf", "\xe2\x81\xa0", "\xc2\xa0", "\x7f"}) {
      EXPECT_EQ(said.find(hidden), std::string::npos) << c.line << "\n" << said;
    }
  }
}

TEST(Feedback, NeverHoldsTheTextThatWasCutOff) {
  const outcome o = check(R"({"title": "A rather particular sentence that was being wri)");
  EXPECT_EQ(name(o.kind), "truncated");
  EXPECT_EQ(o.feedback().find("particular"), std::string::npos) << o.feedback();
}

TEST(Feedback, StaysBoundedForManyAndLongProblems) {
  const result<schema> s = schema::compile(R"({"type":"object","additionalProperties":false})");
  ASSERT_TRUE(s);
  std::string reply = "{";
  for (int i = 0; i < 5000; ++i) reply += (i == 0 ? "\"" : ",\"") + std::string(300, 'k') + std::to_string(i) + "\":1";
  const outcome o = check(reply + "}", *s);
  EXPECT_EQ(name(o.kind), "schema");
  EXPECT_LE(o.problems.size(), max_problems);
  EXPECT_LE(o.feedback().size(), max_feedback_bytes);
  EXPECT_LE(o.message().size(), 16U * 1024U);
}

}  // namespace
}  // namespace assay::test
