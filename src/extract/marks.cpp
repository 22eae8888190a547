#include "extract/marks.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "scan/probe.h"

namespace assay::extract {
namespace {

struct entry {
  std::string_view text;
  mark_kind kind;
};

// Rule 3 (tool-call markup), rule 2 (channel) and rule 1 (end tokens) by their first byte, sorted by the second;
// of two that share a beginning the longer comes first. Any other <|name|> is a token, see any_token(). U+FF5C is the
// full-width bar, U+2016 the double one, U+2581 the low block that some tokenizers use for a space.
constexpr entry angle[] = {
    {"</function_calls>", mark_kind::tool_call},
    {"</minimax:tool_call>", mark_kind::tool_call},
    {"</s>", mark_kind::token},
    {"</tool_call>", mark_kind::tool_call},
    {"<ant"
     "ml:function_calls>",
     mark_kind::tool_call},
    {"<ant"
     "ml:invoke name=",
     mark_kind::tool_call},
    {"<bos>", mark_kind::token},
    {"<end_of_turn>", mark_kind::token},
    {"<end_of_utterance>", mark_kind::token},
    {"<eos>", mark_kind::token},
    {"<eos_token>", mark_kind::token},
    {"<function=", mark_kind::tool_call},
    {"<function_calls>", mark_kind::tool_call},
    {"<invoke name=", mark_kind::tool_call},
    {"<minimax:tool_call>", mark_kind::tool_call},
    {"<pad>", mark_kind::token},
    {"<s>", mark_kind::token},
    {"<start_of_turn>", mark_kind::token},
    {"<tool_call>", mark_kind::tool_call},
    {"<tool_calls>", mark_kind::tool_call},
    {"<turn|>", mark_kind::token},
    {"<|DSML|", mark_kind::tool_call},
    {"<|DSML\xEF\xBD\x9C", mark_kind::tool_call},
    {"<|DSML\xE2\x80\x96", mark_kind::tool_call},
    {"<|channel|>", mark_kind::channel},
    {"<|end\xE2\x96\x81of\xE2\x96\x81sentence|>", mark_kind::token},
    {"<|im_start|>assistant", mark_kind::token},
    {"<|python_tag|>", mark_kind::tool_call},
    {"<|start|>assistant", mark_kind::token},
    {"<|tool_call_begin|>", mark_kind::tool_call},
    {"<|tool_calls_section_begin|>", mark_kind::tool_call},
    {"<\xE2\x80\x96"
     "DSML|",
     mark_kind::tool_call},
    {"<\xE2\x80\x96"
     "DSML\xE2\x80\x96",
     mark_kind::tool_call},
    {"<\xE2\x80\x96"
     "DSML\xEF\xBD\x9C",
     mark_kind::tool_call},
    {"<\xEF\xBD\x9C"
     "DSML|",
     mark_kind::tool_call},
    {"<\xEF\xBD\x9C"
     "DSML\xE2\x80\x96",
     mark_kind::tool_call},
    {"<\xEF\xBD\x9C"
     "DSML\xEF\xBD\x9C",
     mark_kind::tool_call},
    {"<\xEF\xBD\x9C"
     "begin\xE2\x96\x81of\xE2\x96\x81sentence\xEF\xBD\x9C>",
     mark_kind::token},
    {"<\xEF\xBD\x9C"
     "end\xE2\x96\x81of\xE2\x96\x81sentence\xEF\xBD\x9C>",
     mark_kind::token},
    {"<\xEF\xBD\x9Ctool\xE2\x96\x81"
     "call",
     mark_kind::tool_call},
};
constexpr entry square[] = {
    {"[/TOOL_CALLS]", mark_kind::tool_call},
    {"[TOOL_CALLS]", mark_kind::tool_call},
};
constexpr entry closing_square[] = {{"]<]minimax[>[", mark_kind::tool_call}};

// Where in `angle` the entries with a given second byte stand.
struct range {
  std::uint8_t begin = 0;
  std::uint8_t end = 0;
};
constexpr std::array<range, 256> by_second_byte = [] {
  std::array<range, 256> out{};
  for (std::size_t i = 0; i < std::size(angle); ++i) {
    range& r = out[static_cast<unsigned char>(angle[i].text[1])];
    if (r.end == 0) r.begin = static_cast<std::uint8_t>(i);
    r.end = static_cast<std::uint8_t>(i + 1);
  }
  return out;
}();
static_assert(
    [] {
      for (const range& r : by_second_byte) {
        for (std::size_t i = r.begin; i < r.end; ++i) {
          if (angle[i].text[1] != angle[r.begin].text[1]) return false;
        }
      }
      return true;
    }(),
    "entries with one second byte must stand together");

struct look_behind {
  char trigger;
  std::string_view before;  // ends where the trigger stands
  std::string_view after;
};
constexpr look_behind behind[] = {
    {'>', "tool_use", ""},
    {'=', "to", "functions."},
    {':', "Action Input", ""},
};

static_assert(behind[0].trigger == '>' && behind[0].before.back() == before_angle);
static_assert(behind[1].trigger == '=' && behind[1].before.back() == before_equals);
static_assert(behind[2].trigger == ':' && behind[2].before.back() == before_colon);

// Is [p, end) a whole `text`, or a beginning of one that the end cuts?
enum class match : std::uint8_t { no, whole, cut };
match matches(const char* p, const char* end, std::string_view text) noexcept {
  if (end - p >= 8 && text.size() >= 8 && scan::eight_at(p) != scan::eight_at(text.data())) return match::no;
  const auto have = std::min(static_cast<std::size_t>(end - p), text.size());
  if (std::memcmp(p, text.data(), have) != 0) return match::no;
  return have == text.size() ? match::whole : match::cut;
}

mark first_of(std::span<const entry> table, const char* p, const char* end, bool final) noexcept {
  bool cut = false;
  for (const entry& e : table) {
    switch (matches(p, end, e.text)) {
      case match::whole:
        if (cut && !final) return {mark_kind::cut};  // a longer one may still come
        return {e.kind, e.text.size()};
      case match::cut:
        cut = true;
        break;
      case match::no:
        break;
    }
  }
  return {cut && !final ? mark_kind::cut : mark_kind::none};
}

// <|name|>: model families name their tokens in this form, and new ones come every month.
mark any_token(const char* p, const char* end, bool final) noexcept {
  constexpr std::ptrdiff_t longest = 40;
  const char* q = p + 2;
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  while (q < end && is_name(*q) && q - p < longest) ++q;
  if (q == end) return {final ? mark_kind::none : mark_kind::cut};
  if (*q != '|' || q == p + 2) return {};
  if (q + 1 == end) return {final ? mark_kind::none : mark_kind::cut};
  if (q[1] != '>') return {};
  return {mark_kind::token, static_cast<std::size_t>(q + 2 - p)};
}

mark reasoning_tag(const char* p, const char* end, bool final) noexcept {
  const bool closing = end - p > 1 && p[1] == '/';
  if (!closing && end - p > 2 && (p[2] | 0x20) != 'h' && (p[2] | 0x20) != 'e') return {};
  bool any_cut = false;
  for (std::size_t i = 0; i < std::size(reasoning_names); ++i) {
    const std::size_t start = closing ? 2 : 1;
    const std::string_view name = reasoning_names[i];
    bool cut = false;
    if (!starts_with_tag(p + start, end, name, cut)) {
      any_cut |= cut;
      continue;
    }
    const char* after = p + start + name.size();
    if (after == end) {
      any_cut = true;
    } else if (*after == '>') {
      return {closing ? mark_kind::close_reasoning : mark_kind::open_reasoning, start + name.size() + 1,
              static_cast<std::uint8_t>(i)};
    }
  }
  return {any_cut && !final ? mark_kind::cut : mark_kind::none};
}

}  // namespace

bool begins_tag(char second) noexcept {
  const char lower = static_cast<char>(second | 0x20);
  return second == '/' || lower == 't' || lower == 'r' || by_second_byte[static_cast<unsigned char>(second)].end != 0;
}

bool starts_with_tag(const char* p, const char* end, std::string_view tag, bool& cut) noexcept {
  for (const char expected : tag) {
    if (p == end) {
      cut = true;
      return false;
    }
    const char c = *p++;
    if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != expected) return false;
  }
  return true;
}

mark mark_at(const char* p, const char* end, bool final) noexcept {
  if (*p == '[') return first_of(square, p, end, final);
  if (*p == ']') return first_of(closing_square, p, end, final);
  if (p + 1 == end) return {final ? mark_kind::none : mark_kind::cut};
  const char second = p[1];
  if (second == '/' || (second | 0x20) == 't' || (second | 0x20) == 'r') {
    const mark tag = reasoning_tag(p, end, final);
    if (tag.kind != mark_kind::none) return tag;
  }
  const range r = by_second_byte[static_cast<unsigned char>(second)];
  if (r.end == 0) return {};
  const mark known = first_of(std::span(angle).subspan(r.begin, r.end - r.begin), p, end, final);
  return known.kind == mark_kind::none && second == '|' ? any_token(p, end, final) : known;
}

mark mark_around(const char* p, const char* begin, const char* end, bool final, const char*& first) noexcept {
  for (const look_behind& b : behind) {
    if (*p != b.trigger) continue;
    if (static_cast<std::size_t>(p - begin) < b.before.size()) return {};
    if (std::memcmp(p - b.before.size(), b.before.data(), b.before.size()) != 0) return {};
    switch (matches(p + 1, end, b.after)) {
      case match::no:
        return {};
      case match::cut:
        return {final ? mark_kind::none : mark_kind::cut};
      case match::whole:
        break;
    }
    first = p - b.before.size();
    // `tool_use>` is the tail of a tag: what stands before it belongs to it where backticks are looked for.
    if (b.trigger == '>' && first > begin && first[-1] == '/') --first;
    if (b.trigger == '>' && first > begin && first[-1] == '<') --first;
    return {mark_kind::tool_call, static_cast<std::size_t>(p + 1 - first) + b.after.size()};
  }
  return {};
}

std::size_t invisible_at(const char* p, const char* end, bool& cut) noexcept {
  // U+0085; U+00A0; U+1680; U+180E; U+2000-200F; U+2028-202F; U+205F-2064; U+3000; U+FEFF
  const auto byte = [&](int i) { return static_cast<unsigned char>(p[i]); };
  const std::ptrdiff_t have = end - p;
  const unsigned char lead = byte(0);
  if (lead != 0xC2 && lead != 0xE1 && lead != 0xE2 && lead != 0xE3 && lead != 0xEF) return 0;
  const std::ptrdiff_t need = lead == 0xC2 ? 2 : 3;
  if (have < need) {
    cut = true;
    return 0;
  }
  if (lead == 0xC2) return byte(1) == 0xA0 || byte(1) == 0x85 ? 2 : 0;
  const unsigned code = ((lead & 0x0FU) << 12U) | ((byte(1) & 0x3FU) << 6U) | (byte(2) & 0x3FU);
  if ((byte(1) & 0xC0U) != 0x80 || (byte(2) & 0xC0U) != 0x80) return 0;
  const bool hidden = code == 0x1680 || code == 0x180E || (code >= 0x2000 && code <= 0x200F) ||
                      (code >= 0x2028 && code <= 0x202F) || (code >= 0x205F && code <= 0x2064) || code == 0x3000 ||
                      code == 0xFEFF;
  return hidden ? 3 : 0;
}

}  // namespace assay::extract
