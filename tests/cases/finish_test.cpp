// Every fact that a provider may give, crossed with every kind that the text alone would have.
#include <gtest/gtest.h>

#include <array>

#include "assay/check.h"
#include "support/case_file.h"

namespace assay::test {
namespace {

struct sample {
  kind alone;
  std::string_view reply;
};

// One reply for each kind; max_bytes is 200 and `/done` may decline.
const std::array<sample, kind_count> samples{{
    {kind::accepted, R"({"done": true})"},
    {kind::empty, "<think>hm</think>\n"},
    {kind::refusal, "I'm sorry, but I can't help with that."},
    {kind::no_json, "Which account?"},
    {kind::tool_call, R"(<tool_call>{"done": true}</tool_call>)"},
    {kind::truncated, R"({"done": tr)"},
    {kind::bad_json, R"({"done": yes})"},
    {kind::ambiguous, R"({"done": true} {"done": false})"},
    {kind::schema, R"({"done": 1})"},
    {kind::declined, R"({"done": false})"},
    {kind::too_long,
     R"({"done": true}                                                                                )"
     R"(                                                                                             )"},
}};

constexpr kind by_text = kind{255};

struct rule {
  facts given;
  kind becomes;  // by_text: what the text alone says
};

// "They win over the text", the table of finish facts in the reading rules. Without reasoning = none only too_long
// dooms a reply, so `stopped` leaves the kind to the text.
const std::array<rule, 2 * finish_count> rules{{
    {{finish::unknown, false}, by_text},
    {{finish::stop, false}, by_text},
    {{finish::length, false}, kind::truncated},
    {{finish::filter, false}, kind::refusal},
    {{finish::refusal, false}, kind::refusal},
    {{finish::tool_calls, false}, kind::tool_call},
    {{finish::stopped, false}, by_text},
    {{finish::aborted, false}, kind::truncated},
    {{finish::unknown, true}, kind::refusal},
    {{finish::stop, true}, kind::refusal},
    {{finish::length, true}, kind::refusal},
    {{finish::filter, true}, kind::refusal},
    {{finish::refusal, true}, kind::refusal},
    {{finish::tool_calls, true}, kind::refusal},
    {{finish::stopped, true}, kind::refusal},
    {{finish::aborted, true}, kind::refusal},
}};

const std::optional<schema>& contract() {
  static const std::optional<schema> s =
      *schema::compile(R"({"type": "object", "properties": {"done": {"type": "boolean"}}, "required": ["done"]})");
  return s;
}

options choices() {
  options o;
  o.max_bytes = 150;
  o.declined = declines{"/done", ""};
  return o;
}

TEST(Finish, IsCrossedWithEveryKind) {
  for (const sample& text : samples) {
    ASSERT_EQ(name(check_with(contract(), text.reply, choices()).kind), name(text.alone));
    for (const rule& r : rules) {
      const kind wanted = r.becomes == by_text ? text.alone : r.becomes;
      const outcome whole = check_with(contract(), text.reply, choices(), r.given);
      EXPECT_EQ(name(whole.kind), name(wanted))
          << name(text.alone) << " " << name(r.given.finish) << " refused " << r.given.refused;
      EXPECT_EQ(static_cast<bool>(whole.value), wanted == kind::accepted || wanted == kind::declined);
      reader fed = reader_with(contract(), choices());
      EXPECT_EQ(to_json(feed_bytes(fed, text.reply, r.given)), to_json(whole));
    }
  }
}

TEST(Finish, LengthCutsEvenAnEmptyText) {
  EXPECT_EQ(check("", {}, {finish::length, false}).kind, kind::truncated);
  EXPECT_EQ(check("", {}, {finish::aborted, false}).kind, kind::truncated);
  EXPECT_EQ(check("", {}, {finish::stop, false}).kind, kind::empty);
}

struct stop {
  std::string_view reply;  // as it stood when we stopped reading
  kind becomes;
};

// With reasoning = none a reply is doomed early, and `stopped` is what the first dooming byte made it.
const std::array<stop, 7> stops{{
    {R"({"done": true} {"done": false} and {"d)", kind::ambiguous},
    {R"({"done": yes, "more": ")", kind::bad_json},
    {R"(<tool_call>{"done")", kind::tool_call},
    {R"({"done": 1, "more": ")", kind::schema},
    {R"({"done": tr)", kind::truncated},  // nothing doomed it: the text decides
    {R"({"done": true})", kind::accepted},
    {R"({"done": 1} {"done": yes)", kind::schema},  // the first dooming byte, not the later one
}};

TEST(Finish, StoppedIsWhatItsFirstDoomingByteMadeIt) {
  options o;
  o.reasoning = reasoning::none;
  for (const stop& s : stops) {
    const outcome whole = check_with(contract(), s.reply, o, {finish::stopped, false});
    EXPECT_EQ(name(whole.kind), name(s.becomes)) << s.reply;
    reader fed = reader_with(contract(), o);
    EXPECT_EQ(to_json(feed_bytes(fed, s.reply, {finish::stopped, false})), to_json(whole)) << s.reply;
  }
}

}  // namespace
}  // namespace assay::test
