#include "assay/outcome.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace assay {
namespace {

constexpr std::array<std::string_view, kind_count> kind_names{"accepted",  "empty",     "refusal",  "no_json",
                                                              "tool_call", "truncated", "bad_json", "ambiguous",
                                                              "schema",    "declined",  "too_long"};
constexpr std::array<std::string_view, finish_count> finish_names{"unknown", "stop",       "length",  "filter",
                                                                  "refusal", "tool_calls", "stopped", "aborted"};
constexpr std::array<std::string_view, 2> fix_names{"trailing_comma", "null_is_absent"};

struct layer {
  around flag;
  std::string_view name;
};
constexpr std::array<layer, 4> layers{
    {{around_prose, "prose"}, {around_fence, "fence"}, {around_reasoning, "reasoning"}, {around_tokens, "tokens"}}};

template <class Word, std::size_t Size>
std::string_view name_in(const std::array<std::string_view, Size>& names, Word word) noexcept {
  const auto i = static_cast<std::size_t>(word);
  return i < Size ? names[i] : std::string_view{};
}

template <class Word, std::size_t Size>
std::optional<Word> find_in(const std::array<std::string_view, Size>& names, std::string_view text) noexcept {
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return {};
  return static_cast<Word>(found - names.begin());
}

// Writes the members of one object; every name is a plain word.
class members {
 public:
  explicit members(std::string& out) : out_(out) { out_.push_back('{'); }

  // Begins a member whose value the caller appends to the returned text.
  std::string& member(std::string_view name) {
    if (!first_) out_.push_back(',');
    first_ = false;
    return out_.append("\"").append(name).append("\":");
  }
  void text(std::string_view name, std::string_view value) { append_json_string(member(name), value); }
  void text_if_any(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  void number(std::string_view name, std::size_t value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    member(name).append(digits, end);
  }
  void close() { out_.push_back('}'); }

 private:
  std::string& out_;
  bool first_ = true;
};

template <class Items, class Append>
void append_array(std::string& out, const Items& items, Append append) {
  out.push_back('[');
  const std::size_t begin = out.size();
  for (const auto& item : items) {
    if (out.size() != begin) out.push_back(',');
    append(out, item);
  }
  out.push_back(']');
}

void append_span(std::string& out, const span& where) {
  members m{out};
  m.number("begin", where.begin);
  m.number("end", where.end);
  m.close();
}

void append_fix(std::string& out, const fix& f) {
  members m{out};
  m.text("rule", name(f.rule));
  m.number("begin", f.where.begin);
  m.number("end", f.where.end);
  if (f.rule == fix_rule::null_is_absent) m.text("pointer", f.pointer);
  m.close();
}

void append_problem(std::string& out, const problem& p) {
  members m{out};
  m.text("message", p.message);
  m.text("pointer", p.pointer);
  m.text_if_any("keyword", p.keyword);
  m.text_if_any("expected", p.expected);
  m.text_if_any("found", p.found);
  m.text_if_any("hint", p.hint);
  m.number("offset", p.offset);
  m.number("line", p.line);
  m.number("column", p.column);
  m.close();
}

void append_around(std::string& out, std::uint8_t flags) {
  out.push_back('[');
  std::string_view separator;
  for (const layer& l : layers) {
    if ((flags & l.flag) == 0) continue;
    out.append(separator).append("\"").append(l.name).append("\"");
    separator = ",";
  }
  out.push_back(']');
}

}  // namespace

std::string_view name(kind k) noexcept { return name_in(kind_names, k); }
std::string_view name(finish f) noexcept { return name_in(finish_names, f); }
std::string_view name(fix_rule r) noexcept { return name_in(fix_names, r); }

std::optional<kind> kind_named(std::string_view text) noexcept { return find_in<kind>(kind_names, text); }
std::optional<finish> finish_named(std::string_view text) noexcept { return find_in<finish>(finish_names, text); }

// A character is a byte that continues none: right for UTF-8. A sum for each few bytes is narrow enough that the
// compiler adds many at once, which counts on a line of many megabytes.
position position_of(std::string_view text, std::size_t offset) noexcept {
  const auto count = [](std::string_view part, auto is) {
    std::size_t all = 0;
    while (!part.empty()) {
      std::uint8_t some = 0;
      const std::string_view next = part.substr(0, 192);
      for (const char c : next) some = static_cast<std::uint8_t>(some + (is(c) ? 1 : 0));
      all += some;
      part.remove_prefix(next.size());
    }
    return all;
  };
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return {count(before, [](char c) { return c == '\n'; }) + 1,
          count(before.substr(line_begin), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }) + 1};
}

std::string to_json(const outcome& o, std::string_view id) {
  const bool valued = o.kind == kind::accepted || o.kind == kind::declined;
  std::string out;
  members m{out};
  if (!id.empty()) m.member("id").append(id);
  m.text("kind", name(o.kind));
  if (valued) {
    if (o.value) m.member("value").append(to_json(o.value.root()));
    append_span(m.member("span"), o.where);
    append_array(m.member("fixes"), o.fixes, append_fix);
  }
  append_around(m.member("around"), o.around);
  m.text_if_any("reason", o.reason);
  if (!o.accepted()) m.text("message", o.message_text);
  m.text_if_any("feedback", o.feedback_text);
  if (!valued) append_array(m.member("problems"), o.problems, append_problem);
  if (o.problem_count > o.problems.size()) m.number("problem_count", o.problem_count);
  m.close();
  return out;
}

}  // namespace assay
