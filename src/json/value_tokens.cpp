// The tokens of the value reader: strings with their escapes and UTF-8, numbers, literals (rules 6 and 7).
#include <algorithm>
#include <cstring>

#include "json/utf8.h"
#include "json/value_reader.h"
#include "scan/scan.h"

namespace assay {
namespace {

constexpr std::size_t max_digits = 1000;
constexpr unsigned max_exponent = 1000;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The first byte that cannot follow in the ill-formed sequence at `p`; `end` if it is only cut.
const char* misfit(const char* p, const char* end) noexcept {
  const auto lead = static_cast<unsigned char>(*p);
  return lead < 0xC2 || lead > 0xF4 ? p : p + utf8_at(p, end).length;
}

}  // namespace

// From `p` (inside the string, at string_begin_ or where a feed stopped) to its closing quote. null: broken; `cut`:
// paused.
const char* value_reader::read_string(const char* p, text_range in, bool& cut) {
  for (;;) {
    scan::seen seen;
    const char* stop = scan::active().string_run(p, in.end, seen);
    if (seen.escaped) string_flags_ |= cell::escaped;
    if (seen.high) string_flags_ |= cell::high;
    if (!seen.utf8) {
      const char* bad = check_utf8(p, stop, in, cut);
      if (cut) {  // a sequence that the end of the text cuts: go on from its first byte
        pause(at::string, bad, in.text);
        return bad;
      }
      if (bad != nullptr) {
        fail(wanted::utf8, bad, in.text, string_begin_ - 1);
        return nullptr;
      }
    }
    if (stop == in.end) {
      cut = true;
      pause(at::string, stop, in.text);
      return stop;
    }
    if (*stop == '"') return stop;
    if (*stop != '\\') {
      fail(wanted::no_control, stop, in.text, string_begin_ - 1);
      return nullptr;
    }
    string_flags_ |= cell::escaped;
    p = read_escape(stop, in, cut);
    if (cut) {
      pause(at::string, stop, in.text);
      return stop;
    }
    if (p == nullptr) return nullptr;
  }
}

// null: [p, stop) is well formed. Else the first byte that cannot stand there, or with `cut` the start of a sequence
// that the end of the text cuts.
const char* value_reader::check_utf8(const char* p, const char* stop, text_range in, bool& cut) {
  const char* bad = stop - p <= 48 ? short_utf8(p, stop) : p;
  if (bad != stop) bad = scan::active().utf8_end(bad, stop);
  if (bad == stop) return nullptr;
  const char* at_fault = misfit(bad, stop);
  if (at_fault == stop && stop == in.end) {
    cut = true;
    return bad;
  }
  return at_fault;
}

// `p` is at the backslash. Returns the byte after the escape.
const char* value_reader::read_escape(const char* p, text_range in, bool& cut) {
  const char* next = p + 1;
  if (next == in.end) {
    cut = true;
    return p;
  }
  switch (*next) {
    case '"':
    case '\\':
    case '/':
    case 'n':
    case 'r':
    case 't':
      return next + 1;
    case 'b':
    case 'f':
      if (next + 1 == in.end) {
        cut = true;
        return p;
      }
      if (!of_reply_ || !is_letter(next[1])) return next + 1;
      fail(wanted::latex, next + 1, in.text, string_begin_ - 1);
      return nullptr;
    case 'u':
      return read_unicode_escape(next + 1, in, cut);
    default:
      break;
  }
  fail(wanted::escape, next, in.text, string_begin_ - 1);
  return nullptr;
}

// `p` is after \u. The second half of a pair must follow at once; a half alone is at fault where it shows itself.
const char* value_reader::read_unicode_escape(const char* p, text_range in, bool& cut) {
  const auto hex4 = [&](const char* q, char least, char most) -> const char* {
    for (int i = 0; i < 4; ++i, ++q) {
      if (q == in.end) {
        cut = true;
        return q;
      }
      const int value = hex_value(*q);
      if (value < 0) {
        fail(wanted::hex, q, in.text, string_begin_ - 1);
        return nullptr;
      }
      // Only the first two digits decide whether it is a half: D8-DB begin a pair, DC-DF end one.
      if (i == 1 && hex_value(q[-1]) == 0xD && (value < least || value > most)) {
        fail(wanted::surrogate, q, in.text, string_begin_ - 1);
        return nullptr;
      }
    }
    return q;
  };
  const char* after = hex4(p, 0, 0xB);
  if (cut || after == nullptr) return after;
  if (hex_value(p[0]) != 0xD || hex_value(p[1]) < 8) return after;
  for (const char expected : {'\\', 'u', 'd'}) {
    if (after == in.end) {
      cut = true;
      return after;
    }
    if ((*after | (expected == 'd' ? 0x20 : 0)) != expected) {
      fail(wanted::surrogate, after, in.text, string_begin_ - 1);
      return nullptr;
    }
    if (expected != 'd') ++after;
  }
  return hex4(after, 0xC, 0xF);
}

// What is not one of the three words. True: the end of the text may cut one.
bool value_reader::read_literal(const char* p, text_range in) {
  const std::string_view word = *p == 't' ? "true" : *p == 'f' ? "false" : "null";
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (p + i == in.end) return true;
    if (p[i] != word[i]) {
      fail(wanted::literal, p + i, in.text, static_cast<std::size_t>(p - in.text));
      return false;
    }
  }
  return true;
}

// RFC 8259 section 6. A number that reaches the end of the text is whole only as a root, and only under `final`.
const char* value_reader::read_number(const char* p, text_range in, bool final, std::uint32_t& flags, bool& cut) {
  const char* const begin = p;
  const auto token = static_cast<std::size_t>(begin - in.text);
  flags = static_cast<std::uint32_t>(type::number);
  const char* at_end = nullptr;  // where a digit is missing at the end of the text
  if (*p == '-') ++p;
  const auto digits = [&](const char* q) {
    while (q < in.end && is_digit(*q)) ++q;
    return q;
  };
  const char* q = (p < in.end && *p == '0') ? p + 1 : digits(p);
  const char* missing = q == p ? q : nullptr;
  if (missing == nullptr && q < in.end && *q == '.') {
    flags |= cell::fraction;
    p = q + 1;
    q = digits(p);
    if (q == p) missing = q;
  }
  if (missing == nullptr && q < in.end && (*q == 'e' || *q == 'E')) {
    flags |= cell::fraction;
    p = q + 1;
    if (p < in.end && (*p == '+' || *p == '-')) ++p;
    q = digits(p);
    if (q == p) missing = q;
    if (read_long_number(begin, {in.text, q}) == nullptr) return nullptr;
  } else if (static_cast<std::size_t>(q - begin) > max_digits && read_long_number(begin, {in.text, q}) == nullptr) {
    return nullptr;
  }
  if (missing != nullptr) {
    at_end = missing == in.end ? missing : nullptr;
    if (at_end == nullptr) {
      fail(wanted::digit, missing, in.text, token);
      return nullptr;
    }
  }
  if (q == in.end && !(final && depth_ == 0 && at_end == nullptr)) {
    cut = true;
    return begin;
  }
  return q;
}

// Counts digits and the exponent of the number's bytes [p, in.end): null, with the fault, where a limit is passed.
const char* value_reader::read_long_number(const char* p, text_range in) {
  const auto token = static_cast<std::size_t>(p - in.text);
  std::size_t digits = 0;
  unsigned exponent = 0;
  bool in_exponent = false;
  for (; p < in.end; ++p) {
    if (*p == 'e' || *p == 'E') in_exponent = true;
    if (!is_digit(*p)) continue;
    if (++digits > max_digits) {
      fail(wanted::shorter_number, p, in.text, token);
      return nullptr;
    }
    if (in_exponent) exponent = exponent * 10 + static_cast<unsigned>(*p - '0');
    if (exponent > max_exponent) {
      fail(wanted::smaller_exponent, p, in.text, token);
      return nullptr;
    }
  }
  return p;
}

}  // namespace assay
