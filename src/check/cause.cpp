// Why a model's JSON broke, as far as the bytes around the fault tell. A hint for people and for the model; it never
// changes what is accepted. Each line of the tables is a habit that models have.
#include <string>

#include "check/engine.h"
#include "check/messages.h"

namespace assay {
namespace {

struct habit {
  std::string_view begins;  // what stands at the fault
  std::string_view cause;
};

// Where a value was expected.
constexpr habit in_place_of_a_value[] = {
    {"True", "Python words: write true, false, null in lower case"},
    {"False", "Python words: write true, false, null in lower case"},
    {"None", "Python words: write null"},
    {"NaN", "NaN is not JSON: write null or a number"},
    {"Infinity", "Infinity is not JSON: write null or a number"},
    {"undefined", "undefined is not JSON: write null or leave the member out"},
    {"...", "an ellipsis in place of the value: write the value"},
    {"\xE2\x80\xA6", "an ellipsis in place of the value: write the value"},
    {"'", "single quotes: strings stand in double quotes"},
    {"`", "a backtick string: strings stand in double quotes"},
    {"\xE2\x80\x9C", "curly quotes: strings stand in straight double quotes"},
    {"\xE2\x80\x9E", "curly quotes: strings stand in straight double quotes"},
    {"//", "a comment: JSON has none"},
    {"/*", "a comment: JSON has none"},
    {"#", "a comment: JSON has none"},
    {"+", "a plus sign: numbers have none"},
    {".", "a number needs a digit before its point"},
    {",", "a value is missing before the comma"},
    {"**", "markdown in place of a value: put the text in double quotes"},
    {"<", "a placeholder or a tag in place of a value"},
    {"\\\"", "the object is escaped as if it stood in a string: send it plain"},
    {"}", "a value is missing"},
    {"]", "a value is missing"},
};

// Where a comma or a closing bracket was expected, or a key.
constexpr habit after_a_value[] = {
    {"//", "a comment: JSON has none"},
    {"/*", "a comment: JSON has none"},
    {"#", "a comment: JSON has none"},
    {"+", "strings joined by +: write one string"},
    {"\"", "a comma is missing, or a double quote inside the string is not escaped as \\\""},
    {";", "a semicolon in place of a comma"},
    {"_", "an underscore in a number"},
    {"*", "arithmetic in place of a value: write the result"},
    {"\xE2\x80\x9D", "a curly quote closes the string: use straight double quotes"},
    {"\xEF\xBB\xBF", "an invisible byte-order mark stands between the tokens"},
    {"\xE2\x80\x8B", "an invisible character stands between the tokens"},
    {"\xEF\xBC\x8C", "a full-width comma: use the ASCII one"},
    {"```", "the fence was closed before the object was"},
    {"<", "a tag or token stands inside the object"},
};

constexpr habit in_place_of_a_key[] = {
    {"'", "single quotes: keys stand in double quotes"},
    {"\xE2\x80\x9C", "curly quotes: keys stand in straight double quotes"},
    {"\xE2\x80\x98", "curly quotes: keys stand in straight double quotes"},
    {"&quot;", "HTML entities: write plain double quotes"},
    {"\\\"", "the object is escaped as if it stood in a string: send it plain"},
    {"...", "an ellipsis in place of members: write them all"},
    {"//", "a comment: JSON has none"},
    {"/*", "a comment: JSON has none"},
    {"#", "a comment: JSON has none"},
    {",", "a member is missing before the comma"},
    {">", "each line is quoted with \">\": send the object plain"},
    {"{", "an object in place of a key"},
};

constexpr habit in_place_of_a_colon[] = {
    {"=", "an equals sign in place of the colon"},
    {"\xEF\xBC\x9A", "a full-width colon: use the ASCII one"},
    {"\"", "the colon is missing"},
    {",", "a value is missing: each key needs one"},
    {"}", "a value is missing: each key needs one"},
};

template <std::size_t N>
std::string look_up(std::string_view rest, const habit (&table)[N]) {
  for (const habit& h : table) {
    if (rest.starts_with(h.begins)) return std::string(h.cause);
  }
  return {};
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// The last byte before `at` that is not white space, 0 at the start.
char before(std::string_view text, std::size_t at) noexcept {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n' || text[at - 1] == '\t' || text[at - 1] == '\r')) --at;
  return at == 0 ? '\0' : text[at - 1];
}

std::string after_value_cause(std::string_view text, std::size_t at, std::string_view rest, bool object) {
  const char c = rest.front();
  if (std::string known = look_up(rest, after_a_value); !known.empty()) return known;
  if (c == '}' || c == ']') return object ? "an object is closed by \"]\"" : "an array is closed by \"}\"";
  if (is_digit(c) && at > 0 && text[at - 1] == '0') return "a number with a leading zero";
  if (at > 0 && is_digit(text[at - 1]) && is_word(c))
    return "letters in a number: write it in decimal digits, or as a string";
  if (before(text, at) == '"') return "a double quote inside the string is not escaped as \\\"";
  if (c == ':') return "a key and its colon without the comma before";
  return is_word(c) ? "text without quotes, or a bracket that is not closed" : "";
}

std::string control_cause(std::string_view rest) {
  if (rest.front() == '\n' || rest.front() == '\r') {
    return "a raw line break inside the string: write \\n, or the closing quote is missing";
  }
  return rest.front() == '\t' ? "a raw tab inside the string: write \\t" : "a raw control character inside the string";
}

std::string escape_cause(std::string_view rest) {
  if (rest.front() == '\'') return "an apostrophe needs no backslash";
  if (rest.front() == 'x') return "\\x is not JSON: write \\u and four digits";
  return "a backslash (a path, a pattern, LaTeX) must be written \\\\";
}

std::string key_cause(std::string_view rest) {
  if (std::string known = look_up(rest, in_place_of_a_key); !known.empty()) return known;
  return is_word(rest.front()) || is_digit(rest.front()) ? "keys stand in double quotes" : "";
}

std::string grammar_cause(std::string_view text, const violation& v) {
  const std::string_view rest = text.substr(v.offset);
  if (rest.empty()) return {};
  switch (v.what) {
    case wanted::value:
    case wanted::value_or_close: {
      std::string known = look_up(rest, in_place_of_a_value);
      return !known.empty() || !is_word(rest.front()) ? known : "text without quotes: strings stand in double quotes";
    }
    case wanted::digit:
      return rest.starts_with("Infinity") ? "Infinity is not JSON: write null or a number" : "";
    case wanted::literal:
      return "text without quotes: strings stand in double quotes";
    case wanted::key:
    case wanted::key_or_close: {
      if (v.what == wanted::key && is_digit(rest.front()) && v.offset > 1 && is_digit(before(text, v.offset - 1))) {
        return "a comma in a number: write its digits only";
      }
      return key_cause(rest);
    }
    case wanted::object_start: {
      const std::size_t next = rest.find_first_not_of(" \t\r\n", 1);
      return next == std::string_view::npos ? "" : key_cause(rest.substr(next));
    }
    case wanted::colon: {
      std::string known = look_up(rest, in_place_of_a_colon);
      return known.empty() ? "a double quote inside a string is not escaped as \\\", or a colon is missing" : known;
    }
    case wanted::comma_or_brace:
      return after_value_cause(text, v.offset, rest, true);
    case wanted::comma_or_bracket:
      return after_value_cause(text, v.offset, rest, false);
    case wanted::no_control:
      return control_cause(rest);
    case wanted::escape:
      return escape_cause(rest);
    case wanted::hex:
      return "\\u needs four hexadecimal digits; a backslash (a path, LaTeX) must be written \\\\";
    case wanted::latex:
      return "LaTeX or a path: a backslash must be written \\\\";
    case wanted::surrogate:
      return "a \\u escape of half a character: write the character itself";
    default:
      return {};
  }
}

}  // namespace

std::string cause_of(std::string_view text, const breakage& b) {
  if (b.why == extract::breach::grammar) return grammar_cause(text, b.fault);
  if (b.why == extract::breach::closed_early) return "a closing bracket too many, or one too early";
  const std::string_view rest = text.substr(b.fault.offset);
  const std::size_t next = rest.find_first_not_of(" \t\r\n", 1);
  return next == std::string_view::npos ? "" : key_cause(rest.substr(next));
}

}  // namespace assay
