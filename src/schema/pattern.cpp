#include "schema/pattern.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "json/utf8.h"

namespace assay::schemas {
namespace {

constexpr std::size_t longest_pattern = 1U << 16U;
constexpr int max_repeat = 1000;     // RE2's own limit
constexpr int most_repeats = 20000;  // written out as a concatenation

// ECMA-262 12.2 and 12.3: white space and line terminators, as members of a class; and all that is not.
constexpr std::string_view space =
    R"(\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr std::string_view no_space =
    R"(\x00-\x08\x0e-\x1f\x21-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e})"
    R"(\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff})";

// Long names of general categories (Unicode 15, PropertyValueAliases) as RE2 writes them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 40> categories{{
    {"Letter", "L"},
    {"Cased_Letter", "LC"},
    {"Uppercase_Letter", "Lu"},
    {"Lowercase_Letter", "Ll"},
    {"Titlecase_Letter", "Lt"},
    {"Modifier_Letter", "Lm"},
    {"Other_Letter", "Lo"},
    {"Mark", "M"},
    {"Combining_Mark", "M"},
    {"Nonspacing_Mark", "Mn"},
    {"Spacing_Mark", "Mc"},
    {"Enclosing_Mark", "Me"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Letter_Number", "Nl"},
    {"Other_Number", "No"},
    {"Punctuation", "P"},
    {"punct", "P"},
    {"Connector_Punctuation", "Pc"},
    {"Dash_Punctuation", "Pd"},
    {"Open_Punctuation", "Ps"},
    {"Close_Punctuation", "Pe"},
    {"Initial_Punctuation", "Pi"},
    {"Final_Punctuation", "Pf"},
    {"Other_Punctuation", "Po"},
    {"Symbol", "S"},
    {"Math_Symbol", "Sm"},
    {"Currency_Symbol", "Sc"},
    {"Modifier_Symbol", "Sk"},
    {"Other_Symbol", "So"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
    {"Line_Separator", "Zl"},
    {"Paragraph_Separator", "Zp"},
    {"Control", "Cc"},
    {"cntrl", "Cc"},
    {"Format", "Cf"},
    {"Private_Use", "Co"},
    {"Other", "C"},
}};

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string code_text(char32_t code) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\\x{";
  for (unsigned shift = 24; shift > 0; shift -= 4) {
    const auto digit = static_cast<std::size_t>(code >> (shift - 4) & 0xFU);
    if (out.size() > 3 || digit != 0 || shift == 4) out += digits[digit];
  }
  return out + "}";
}

class translation {
 public:
  explicit translation(std::string_view source) noexcept : in_(source) {}

  result<std::string> run() {
    while (at_ < in_.size() && error_.empty()) step();
    if (error_.empty() && !groups_.empty()) error_ = "an unclosed group";
    if (!error_.empty()) return failure{failure_code::bad_pattern, error_, at_};
    return std::move(out_);
  }

 private:
  void step() {
    const char c = in_[at_];
    switch (c) {
      case '\\':
        atom([&] { escape(false); });
        return;
      case '[':
        atom([&] { char_class(); });
        return;
      case '.':
        atom([&] { copy_as(R"([^\n\r\x{2028}\x{2029}])"); });
        return;
      case '(':
        open_group();
        return;
      case ')':
        close_group();
        return;
      case '{':
        repeat();
        return;
      case '}':
      case ']':
        atom([&] { copy_as(std::string("\\") + c); });
        return;
      case '*':
      case '+':
      case '?':
      case '|':
      case '^':
      case '$':
        copy_as(std::string(1, c));
        return;
      default: {
        const unsigned length = utf8_at(in_.data() + at_, in_.data() + in_.size()).length;
        atom([&] {
          out_.append(in_.substr(at_, length));
          at_ += length;
        });
      }
    }
  }

  template <class Write>
  void atom(Write write) {
    last_atom_ = out_.size();
    write();
  }

  void copy_as(std::string_view text) {
    out_ += text;
    ++at_;
  }

  void refuse(std::string what) {
    if (error_.empty()) error_ = std::move(what);
  }

  void open_group() {
    groups_.push_back(out_.size());
    out_ += "(?:";
    const std::string_view rest = in_.substr(at_);
    if (rest.substr(0, 3) == "(?:") {
      at_ += 3;
    } else if (rest.substr(0, 4) == "(?<=" || rest.substr(0, 4) == "(?<!") {
      refuse("a look-behind " + std::string(rest.substr(0, 4)));
    } else if (rest.substr(0, 3) == "(?=" || rest.substr(0, 3) == "(?!") {
      refuse("a look-ahead " + std::string(rest.substr(0, 3)) + " that does not follow a leading ^");
    } else if (rest.substr(0, 3) == "(?<") {
      const std::size_t end = rest.find('>');
      if (end == std::string_view::npos) return refuse("an unclosed group name");
      at_ += end + 1;
    } else if (rest.substr(0, 2) == "(?") {
      refuse("the group " + std::string(rest.substr(0, 3)));
    } else {
      ++at_;
    }
  }

  void close_group() {
    if (groups_.empty()) return refuse("a closing ) that nothing opened");
    last_atom_ = groups_.back();
    groups_.pop_back();
    copy_as(")");
  }

  std::optional<int> number() {
    const std::size_t begin = at_;
    long value = 0;
    for (; at_ < in_.size() && is_digit(in_[at_]); ++at_) value = std::min(value * 10 + (in_[at_] - '0'), 1'000'000L);
    if (at_ == begin) return std::nullopt;
    return static_cast<int>(value);
  }

  // {n}, {n,} or {n,m}; a brace that begins none of them stands for itself.
  void repeat() {
    const std::size_t begin = at_++;
    const std::optional<int> least = number();
    std::optional<int> most = least;
    if (least && at_ < in_.size() && in_[at_] == ',') {
      ++at_;
      most = number();
    }
    if (!least || at_ >= in_.size() || in_[at_] != '}') {
      at_ = begin;
      return atom([&] { copy_as("\\{"); });
    }
    ++at_;
    if (most && *most < *least) return refuse("a repeat whose bounds are out of order");
    if (*least > most_repeats || most.value_or(0) > most_repeats) return refuse("a repeat of more than 20000");
    if (*least <= max_repeat && most.value_or(0) <= max_repeat) {
      out_.append(in_.substr(begin, at_ - begin));
      return;
    }
    write_out(*least, most);
  }

  void write_out(int least, std::optional<int> most) {
    const std::string repeated = out_.substr(last_atom_);
    std::string text = "(?:";
    for (int left = least; left > 0; left -= max_repeat) {
      text += repeated + "{" + std::to_string(std::min(left, max_repeat)) + "}";
    }
    if (!most) text += repeated + "*";
    for (int left = most.value_or(least) - least; left > 0; left -= max_repeat) {
      text += repeated + "{0," + std::to_string(std::min(left, max_repeat)) + "}";
    }
    out_.resize(last_atom_);
    out_ += text + ")";
  }

  void char_class() {
    ++at_;
    const bool negated = at_ < in_.size() && in_[at_] == '^';
    if (negated) ++at_;
    if (at_ < in_.size() && in_[at_] == ']') return copy_as(negated ? "(?s:.)" : R"([^\x00-\x{10ffff}])");
    out_ += negated ? "[^" : "[";
    while (at_ < in_.size() && in_[at_] != ']' && error_.empty()) {
      if (in_[at_] == '\\') {
        escape(true);
      } else if (in_[at_] == '[') {
        copy_as("\\[");
      } else {
        copy_as(in_.substr(at_, 1));
      }
    }
    if (at_ >= in_.size()) return refuse("an unclosed character class");
    copy_as("]");
  }

  std::optional<char32_t> hex(std::size_t begin, std::size_t digits) const {
    if (digits == 0 || begin + digits > in_.size()) return std::nullopt;
    char32_t value = 0;
    for (std::size_t i = begin; i < begin + digits; ++i) {
      const char c = in_[i];
      const bool letter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      if ((!is_digit(c) && !letter) || value > 0xFFFFFF) return std::nullopt;
      value = value * 16 + static_cast<char32_t>(letter ? (c & 0xDF) - 'A' + 10 : c - '0');
    }
    return value;
  }

  void code(std::optional<char32_t> value, std::size_t length, std::string_view what) {
    if (!value || *value > 0x10FFFF || (*value >= 0xD800 && *value <= 0xDFFF))
      return refuse("a bad escape " + std::string(what));
    out_ += code_text(*value);
    at_ += length;
  }

  void unicode() {  // at_ is at the backslash of \u
    if (in_.substr(at_ + 2, 1) == "{") {
      const std::size_t close = in_.find('}', at_);
      if (close == std::string_view::npos) return refuse("an unclosed \\u{");
      return code(hex(at_ + 3, close - at_ - 3), close + 1 - at_, "\\u{");
    }
    const std::optional<char32_t> first = hex(at_ + 2, 4);
    if (first && *first >= 0xD800 && *first <= 0xDBFF && in_.substr(at_ + 6, 2) == "\\u") {
      const std::optional<char32_t> second = hex(at_ + 8, 4);
      if (second && *second >= 0xDC00 && *second <= 0xDFFF) {
        return code(0x10000 + ((*first & 0x3FFU) << 10U) + (*second & 0x3FFU), 12, "\\u");
      }
    }
    code(first, 6, "\\u");
  }

  void property() {
    const char letter = in_[at_ + 1];
    const std::size_t close = in_.find('}', at_);
    if (in_.substr(at_ + 2, 1) != "{" || close == std::string_view::npos)
      return refuse("a property without its name in braces");
    std::string_view name = in_.substr(at_ + 3, close - at_ - 3);
    for (const std::string_view prefix : {"Script=", "sc=", "General_Category=", "gc=", "Script_Extensions=", "scx="}) {
      if (name.substr(0, prefix.size()) == prefix) name.remove_prefix(prefix.size());
    }
    for (const auto& [from, to] : categories) {
      if (name == from) name = to;
    }
    if (name == "LC") return refuse("the property Cased_Letter");
    out_.append(1, '\\').append(1, letter).append("{").append(name).append("}");
    at_ = close + 1;
  }

  void escape(bool in_class) {
    if (at_ + 1 >= in_.size()) return refuse("a backslash at its end");
    const char c = in_[at_ + 1];
    switch (c) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 'f':
      case 'n':
      case 'r':
      case 't':
      case 'v':
        return take(std::string("\\") + c);
      case 'b':
        return take(in_class ? R"(\x08)" : R"(\b)");
      case 'B':
        return in_class ? refuse("\\B in a character class") : take(R"(\B)");
      case 's':
        return take(in_class ? std::string(space) : "[" + std::string(space) + "]");
      case 'S':
        return take(in_class ? std::string(no_space) : "[" + std::string(no_space) + "]");
      case '0':
        if (at_ + 2 < in_.size() && is_digit(in_[at_ + 2])) return refuse("an octal escape");
        return take(R"(\x00)");
      case 'x':
        return code(hex(at_ + 2, 2), 4, "\\x");
      case 'u':
        return unicode();
      case 'c':
        if (at_ + 2 >= in_.size() || !is_letter(in_[at_ + 2])) return refuse("a bad escape \\c");
        return code(static_cast<char32_t>(in_[at_ + 2] & 0x1F), 3, "\\c");
      case 'p':
      case 'P':
        return property();
      case 'k':
        return refuse("a back-reference \\k");
      default:
        return identity(c);
    }
  }

  void take(std::string_view text) {
    out_ += text;
    at_ += 2;
  }

  void identity(char c) {
    if (is_digit(c)) return refuse(std::string("a back-reference \\") + c);
    if (is_letter(c)) return refuse(std::string("the escape \\") + c);
    if (static_cast<unsigned char>(c) < 0x80 && c > ' ' && c != '_') return take(std::string("\\") + c);
    ++at_;
    copy_as(in_.substr(at_, 1));
  }

  std::string_view in_;
  std::size_t at_ = 0;
  std::string out_;
  std::size_t last_atom_ = 0;
  std::vector<std::size_t> groups_;
  std::string error_;
};

// The end of the group that opens at `open` (past its parenthesis), or npos.
std::size_t group_end(std::string_view source, std::size_t open) {
  std::size_t depth = 0;
  bool in_class = false;
  for (std::size_t i = open; i < source.size(); ++i) {
    const char c = source[i];
    if (c == '\\') {
      ++i;
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

bool has_top_alternative(std::string_view source) {
  bool in_class = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (c == '\\') {
      ++i;
    } else if (in_class) {
      in_class = c != ']';
    } else if (c == '[') {
      in_class = true;
    } else if (c == '(') {
      const std::size_t end = group_end(source, i);
      if (end == std::string_view::npos) return false;
      i = end - 1;
    } else if (c == '|') {
      return true;
    }
  }
  return false;
}

struct piece {
  std::string source;
  bool negated = false;
};

// `^(?=A)(?!B)REST` is `^A` and not `^B` and `^REST`; anything else is one piece.
std::vector<piece> split(std::string_view source) {
  const auto looks_ahead = [](std::string_view s) { return s.substr(0, 3) == "(?=" || s.substr(0, 3) == "(?!"; };
  std::vector<piece> pieces;
  if (source.empty() || source.front() != '^' || !looks_ahead(source.substr(1)) || has_top_alternative(source)) {
    return {{std::string(source), false}};
  }
  std::string_view rest = source.substr(1);
  while (looks_ahead(rest)) {
    const std::size_t end = group_end(rest, 0);
    if (end == std::string_view::npos) return {{std::string(source), false}};
    pieces.push_back({"^(?:" + std::string(rest.substr(3, end - 4)) + ")", rest[2] == '!'});
    rest.remove_prefix(end);
  }
  if (!rest.empty() && (rest.front() == '?' || rest.front() == '*' || rest.front() == '+' || rest.front() == '{')) {
    return {{std::string(source), false}};  // a look-ahead that is repeated
  }
  pieces.push_back({"^" + std::string(rest), false});
  return pieces;
}

}  // namespace

result<std::string> translate(std::string_view source) { return translation{source}.run(); }

result<std::unique_ptr<const pattern>> pattern::compile(std::string_view source) {
  if (source.size() > longest_pattern) return failure{failure_code::bad_pattern, "more than 65536 bytes"};
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_never_capture(true);
  options.set_max_mem(8 << 20);
  auto out = std::make_unique<pattern>();
  out->source_ = source;
  for (const piece& p : split(source)) {
    result<std::string> text = translate(p.source);
    if (!text) return text.error();
    auto expression = std::make_unique<re2::RE2>(*text, options);
    if (!expression->ok()) {
      return failure{failure_code::bad_pattern, "something that RE2 cannot take (" + expression->error() + ")"};
    }
    out->parts_.push_back({std::move(expression), p.negated});
  }
  return std::unique_ptr<const pattern>{std::move(out)};
}

bool pattern::found_in(std::string_view text) const {
  return std::all_of(parts_.begin(), parts_.end(), [&](const part& p) {
    const re2::StringPiece piece{text.data(), text.size()};
    return p.expression->Match(piece, 0, text.size(), re2::RE2::UNANCHORED, nullptr, 0) != p.negated;
  });
}

}  // namespace assay::schemas
