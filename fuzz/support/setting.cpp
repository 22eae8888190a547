#include "support/setting.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace assay::fuzz {
namespace {

constexpr std::array<std::string_view, 8> schemas{
    "",
    R"({"type":"object","properties":{"label":{"enum":["bug","feature"]},"n":{"type":"integer","maximum":9}},)"
    R"("required":["label"],"additionalProperties":false})",
    R"({"type":["object","string","number"]})",
    R"({"type":"array","items":{"type":"object","required":["id"]},"uniqueItems":true})",
    R"({"anyOf":[{"type":"boolean"},{"type":"null"},{"type":"object","minProperties":1}]})",
    R"({"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}}}},)"
    R"("$ref":"#/$defs/n"})",
    R"({"type":"object","properties":{"a":{"type":"string","pattern":"^x","maxLength":4}},"maxProperties":2})",
    R"({"type":"object","properties":{"done":{"type":"boolean"},"why":{"type":"string"}}})",
};

const std::array<std::optional<schema>, schemas.size()>& compiled() {
  static const auto all = [] {
    std::array<std::optional<schema>, schemas.size()> made;
    for (std::size_t i = 1; i < schemas.size(); ++i) made[i] = *schema::compile(schemas[i]);
    return made;
  }();
  return all;
}

// The value's bytes with its commas blanked; none where a member was left out.
std::optional<std::string> tidied(const outcome& o, std::string_view reply) {
  std::string text{reply.substr(o.where.begin, o.where.end - o.where.begin)};
  for (const fix& f : o.fixes) {
    if (f.rule != fix_rule::trailing_comma) return std::nullopt;
    text[f.where.begin - o.where.begin] = ' ';
  }
  return text;
}

}  // namespace

setting setting_of(std::uint8_t choice) {
  setting s{compiled()[choice % schemas.size()], {}};
  if ((choice & 8U) != 0) s.options.reasoning = reasoning::none;
  if ((choice & 16U) != 0) s.options.several = (choice & 32U) != 0 ? several::last : several::fits;
  if ((choice & 64U) != 0) s.options.max_depth = 3;
  if ((choice & 128U) != 0) {
    s.options.null_is_absent = true;
    s.options.declined = declines{"/done", "/why"};
  }
  return s;
}

outcome check_with(const setting& s, std::string_view reply, const facts& f) {
  return s.contract ? check(reply, *s.contract, s.options, f) : check(reply, s.options, f);
}

reader reader_with(const setting& s) { return s.contract ? reader{*s.contract, s.options} : reader{s.options}; }

void require(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", sentence);
  std::abort();
}

void require_promises(const setting& s, std::string_view reply, const outcome& o) {
  const bool gives = o.kind == kind::accepted || o.kind == kind::declined;
  require(gives == static_cast<bool>(o.value), "accepted and declined carry a value, and no other kind does");
  require(o.accepted() == o.message().empty(), "every kind but accepted has a message");
  require(o.feedback().size() <= max_feedback_bytes, "feedback is at most 2 KB");
  require(o.problems.size() <= max_problems, "at most 10 problems are kept");
  require(static_cast<bool>(parse(to_json(o), {.max_depth = 1000})), "the outcome's JSON is JSON");
  for (const problem& p : o.problems) require(p.offset <= reply.size(), "a problem stands inside the reply");
  if (!gives) return;
  require(o.where.end <= reply.size() && o.where.begin < o.where.end, "the span lies in the reply");
  const std::optional<std::string> text = tidied(o, reply);
  if (!text) return;
  const result<document> again = parse(*text);
  require(static_cast<bool>(again), "the span with its fixes applied is strict JSON");
  require(equal(again->root(), o.value.root()), "the value is what its span holds");
  if (s.contract) require(s.contract->accepts(o.value.root()), "an accepted value fits its schema");
}

}  // namespace assay::fuzz
