#include "extract/walker.h"

#include <array>
#include <cstring>

#include "scan/probe.h"
#include "scan/scan.h"

namespace assay::extract {
namespace {

constexpr std::size_t longest_fence_word = 32;
constexpr std::size_t longest_fence_gap = 16;  // blanks before and behind the word

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) noexcept {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '+' || c == '-' || c == '.' || c == '#';
}
// The bit in rules::scalars of the scalar that begins with `c`.
unsigned scalar_bit(char c) noexcept {
  if (c == '"') return 1U << static_cast<unsigned>(type::string);
  if (c == '-' || (c >= '0' && c <= '9')) return 1U << static_cast<unsigned>(type::number);
  if (c == 't' || c == 'f') return 1U << static_cast<unsigned>(type::boolean);
  return c == 'n' ? 1U << static_cast<unsigned>(type::null) : 0;
}
constexpr std::array<bool, 256> triggers = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view{"{}[]<>=:`~"}) table[static_cast<unsigned char>(c)] = true;
  return table;
}();
bool is_trigger(char c) noexcept { return triggers[static_cast<unsigned char>(c)]; }

// What may follow a "[" that is more than prose: "]", the beginning of a value or of a mark.
constexpr std::array<bool, 256> in_array = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view{"]\"{[-0123456789tfn/T"}) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

// A run of the byte at `p` may go to the end of the text, but not past it: nothing but white space and zeros is there.
const char* after_run(const char* p) noexcept {
  const char first = *p;
  while (*p == first) ++p;
  return p;
}

// An array that holds an object or an array: `cells` is its tape.
bool holds_container(const tape& t) noexcept {
  for (std::uint32_t i = 1; i < t.size(); ++i) {
    const type kind = t.cells()[i].type();
    if (kind == type::object || kind == type::array) return true;
  }
  return false;
}

}  // namespace

step walker::next(const char* text, std::size_t limit, bool final) {
  text_ = text;
  p_ = text + pos_;
  end_ = text + limit;
  act did = ahead_ == ahead::none ? act::on : look_ahead();
  while (did == act::on) {
    switch (mode_) {
      case mode::text:
        did = read_text(final);
        break;
      case mode::value:
        did = read_value(final);
        break;
      case mode::after:
        did = read_after(final);
        break;
      case mode::reasoning:
        did = read_reasoning(final);
        break;
      case mode::header:
        did = read_header(final);
        break;
      case mode::dropping:
        did = read_dropped(final);
        break;
    }
  }
  pos_ = offset(p_);
  if (did == act::event) return step_;
  if (final && mode_ == mode::header && !call_told_ && header_so_far().find("to=") != std::string_view::npos) {
    call_told_ = true;
    where_ = {opened_, limit};
    return step::tool_call;
  }
  if (final && whole_) {  // it was the whole reply
    whole_ = false;
    blank_ = false;
    where_ = {reader_.begin(), reader_.offset()};
    return step::value;
  }
  return step::more;
}

walker::act walker::report(step s, span where) noexcept {
  step_ = s;
  where_ = where;
  settled_ = where.end;
  return act::event;
}

walker::act walker::broken(breach why, std::size_t begin, std::size_t settled) noexcept {
  why_ = why;
  fault_ = {begin, wanted::value, begin};
  return report(step::broken, {begin, settled});
}

// Something that is neither skipped nor a candidate stands at p_.
void walker::prose() noexcept {
  if (blank_) text_begin_ = whole_ ? reader_.begin() : offset(p_);
  blank_ = false;
  whole_ = false;
  quiet_ = false;
  around_ |= around_prose;
}

// The text's place stands in a local while nothing but prose goes by: what is stored and loaded again is waited for.
inline walker::act walker::read_text(bool final) {
  const char* p = p_;
  for (;;) {
    if (quiet_) {
      p = scan::skip_space(p, end_);
      if (*p == '`' && p != end_) {
        p = after_run(p);
        around_ |= around_fence;
        after_fence_ = true;
        continue;
      }
      p_ = p;
      const act did = read_quiet(final);
      p = p_;
      if (did != act::on || mode_ != mode::text) return did;
      if (quiet_) continue;
    }
    if (!is_trigger(*p)) p = scan::active().mark(p, end_);
    if (p == end_) {
      p_ = p;
      return act::wait;
    }
    if (const char* next = past_prose(p); next != nullptr) {
      p = next;
      continue;
    }
    p_ = p;
    const act did = handle(final);
    if (did != act::on || mode_ != mode::text) return did;
    p = p_;
  }
}

// In prose: behind the byte at `p`, or the run of them, if it changes nothing that is kept; null: look closer.
inline const char* walker::past_prose(const char* p) noexcept {
  const char next = p[1];
  const bool cut = p + 1 == end_;
  switch (*p) {
    case '`':
      around_ |= around_fence;
      return after_run(p);
    case ':':
      if (p[-1] == before_colon || (depth_ > 0 && !colon_ && brace_is_late_) ||
          (older_open_ && !older_colon_ && older_is_late_)) {
        return nullptr;
      }
      colon_ = depth_ > 0;
      older_colon_ = older_open_;
      break;
    case '=':
      if (p[-1] == before_equals) return nullptr;
      break;
    case '>':
      if (p[-1] == before_angle) return nullptr;
      break;
    case '{':
      if (static_cast<unsigned char>(next) <= ' ' || next == '"' || next == '}') return nullptr;
      open_brace(p);
      break;
    case '}':
      if (depth_ == 0 || (depth_ == 1 && colon_ && !near_)) return nullptr;
      --depth_;
      break;
    case '<':
      if (cut || begins_tag(next)) return nullptr;
      break;
    case ']':
      if (cut || next == '<') return nullptr;
      break;
    case '[': {
      // No array: neither a value nor "]" follows, or an object that does not begin like one.
      const bool brace = next == '{' && static_cast<unsigned char>(p[2]) > ' ' && p[2] != '"' && p[2] != '}';
      if (!brace && (static_cast<unsigned char>(next) <= ' ' || in_array[static_cast<unsigned char>(next)]))
        return nullptr;
      prose_begin_ = offset(p + 1);
      break;
    }
    default:
      return nullptr;
  }
  around_ |= around_prose;
  return p + 1;
}

// Until there is prose, each byte is looked at: is it one of those that do not count?
inline walker::act walker::read_quiet(bool final) {
  if (p_ == end_) return act::wait;
  const char c = *p_;
  if (after_fence_ && c != '`' && c != '~') return on_fence_word(final);
  if (is_trigger(c)) return handle(final);
  if (static_cast<unsigned char>(c) >= 0x80) {
    bool cut = false;
    const std::size_t length = invisible_at(p_, end_, cut);
    if (cut && !final) return act::wait;
    if (length != 0) {
      p_ += length;
      return act::on;
    }
  }
  if ((rules_.scalars & scalar_bit(c)) != 0 && blank_ && !whole_) {
    begin_value();
    return act::on;
  }
  prose();
  return act::on;
}

inline walker::act walker::handle(bool final) {
  switch (*p_) {
    case '{':
      return on_open_brace(final);
    case '}':
      return on_close_brace();
    case '[':
      return on_open_bracket(final);
    case '<':
    case ']':
      return on_tag(final);
    case '>':
    case '=': {
      const char* first = p_;
      const mark m = mark_around(p_, text_ + prose_begin_, end_, final, first);
      return on_mark(m, first, final);
    }
    case ':':
      return on_colon(final);
    default:
      return on_ticks(final);
  }
}

inline walker::act walker::on_open_brace(bool final) {
  const char* next = scan::skip_space(p_ + 1, end_);
  if (next == end_ && !final) return act::wait;
  if (next != end_ && (*next == '"' || *next == '}')) {
    begin_value();
    return act::on;
  }
  prose();
  open_brace(p_++);
  return act::on;
}

void walker::open_brace(const char* p) noexcept {
  if (depth_++ != 0) return;
  brace_ = offset(p);
  colon_ = false;
  brace_is_late_ = complete_;
}

inline walker::act walker::on_close_brace() {
  const std::size_t at = offset(p_);
  prose();
  ++p_;
  if (depth_ == 0) return complete_ ? broken(breach::closed_early, at, at) : act::on;
  if (--depth_ == 0 && colon_ && !near_) near_ = brace_;
  return act::on;
}

inline walker::act walker::on_colon(bool final) {
  const char* first = p_;
  const mark m = mark_around(p_, text_ + prose_begin_, end_, final, first);
  if (m.kind != mark_kind::none) return on_mark(m, first, final);
  const bool newly_near = depth_ > 0 && !colon_;
  const bool newly_older = older_open_ && !older_colon_;
  const std::size_t at = offset(p_);
  colon_ = depth_ > 0;
  older_colon_ = older_open_;
  prose();
  ++p_;
  if (newly_older && older_is_late_) return broken(breach::near_object, older_brace_, at);
  if (newly_near && brace_is_late_) return broken(breach::near_object, brace_, at);
  return act::on;
}

inline walker::act walker::on_open_bracket(bool final) {
  const mark m = mark_at(p_, end_, final);
  if (m.kind != mark_kind::none) return on_mark(m, p_, final);
  begin_value();
  return act::on;
}

// A run of backticks, or of three tildes or more, with the word that ends its line.
inline walker::act walker::on_ticks(bool final) {
  const char tick = *p_;
  const char* after = p_;
  while (after != end_ && *after == tick) ++after;
  // A run that a feed cut: what stands before is a fence by itself, or it would have been waited for.
  const bool goes_on = tick == '~' && p_ - text_ >= 3 && p_[-1] == '~' && p_[-2] == '~' && p_[-3] == '~';
  if (tick == '~' && after - p_ < 3 && !goes_on) {
    if (after == end_ && !final) return act::wait;
    prose();
    p_ = after;
    return act::on;
  }
  around_ |= around_fence;
  after_fence_ = quiet_;
  p_ = after;
  return act::on;
}

// p_ is behind a fence and the white space after it. The word counts only on the fence's own line.
inline walker::act walker::on_fence_word(bool final) {
  const char* word = p_;
  const char* before = word;
  std::size_t gap = 0;
  while (before > text_ && (before[-1] == ' ' || before[-1] == '\t') && gap <= longest_fence_gap) --before, ++gap;
  const bool same_line = before > text_ && (before[-1] == '`' || before[-1] == '~') && gap <= longest_fence_gap;
  const char* after = word;
  if (same_line && is_letter(*word)) {
    while (after != end_ && is_word(*after) && after - word < static_cast<std::ptrdiff_t>(longest_fence_word)) ++after;
  }
  if (after != word) {
    const char* line = after;
    while (line != end_ && (*line == ' ' || *line == '\t') &&
           line - after < static_cast<std::ptrdiff_t>(longest_fence_gap)) {
      ++line;
    }
    if (line == end_ && !final) return act::wait;
    if (line == end_ || *line == '\n' || *line == '\r') p_ = line;
  }
  after_fence_ = false;
  return act::on;
}

void walker::begin_value() {
  if (whole_) prose();  // there is more than that one value
  value_was_blank_ = blank_;
  mode_ = mode::value;
  after_fence_ = false;
  reader_.start(offset(p_), rules_.max_depth, true);
}

inline walker::act walker::read_value(bool final) {
  const auto status = reader_.run(text_, offset(end_), final);
  if (status == value_reader::status::more) {
    p_ = end_;
    return act::wait;
  }
  mode_ = mode::text;
  if (status == value_reader::status::complete) return finish_value();
  const char opener = text_[reader_.begin()];
  fault_ = reader_.fault();
  where_ = {reader_.begin(), fault_.offset};
  p_ = text_ + reader_.begin();
  prose();
  p_ = text_ + fault_.offset;
  prose_begin_ = is_letter(opener) ? reader_.begin() : fault_.offset;  // `to=` may have begun as `true` might
  if (broke_ || (opener != '{' && (opener != '[' || !reader_.object_began()))) return act::on;
  broke_ = true;
  why_ = breach::grammar;
  return report(step::broken, where_);
}

inline walker::act walker::finish_value() {
  where_ = {reader_.begin(), reader_.offset()};
  p_ = text_ + where_.end;
  prose_begin_ = where_.end;
  const char opener = text_[where_.begin];
  const bool candidate = opener == '{' || (opener == '[' && (rules_.arrays || holds_container(reader_.cells())));
  if (!candidate) {
    if (value_was_blank_) {
      whole_ = true;  // until something else stands there
    } else {
      p_ = text_ + where_.begin;
      prose();
      p_ = text_ + where_.end;
    }
    return act::on;
  }
  const bool in_near_object = (depth_ > 0 && colon_) || older_colon_;
  const std::size_t outermost = older_open_ ? older_brace_ : brace_;
  if (depth_ > 0) {
    older_open_ = true;
    older_is_late_ |= brace_is_late_;
    older_brace_ = outermost;
  }
  blank_ = false;
  whole_ = false;
  complete_ = true;
  depth_ = 0;
  colon_ = false;
  quiet_ = true;
  mode_ = mode::after;
  if (in_near_object) return broken(breach::near_object, outermost, where_.end);
  return report(step::value, where_);
}

// Straight after a complete candidate (rule 10).
inline walker::act walker::read_after(bool final) {
  p_ = scan::skip_space(p_, end_);
  if (p_ == end_) return act::wait;
  if (*p_ == ',' && ahead_ != ahead::none) {  // one look-ahead at a time: this comma ends the key of the one before
    const act did = look_ahead();
    if (did != act::on) return did;
    if (ahead_ != ahead::none && !final) return act::wait;
  }
  mode_ = mode::text;
  if (*p_ == ']') return broken(breach::closed_early, offset(p_), offset(p_));
  if (*p_ != ',' || ahead_ != ahead::none) return act::on;
  ahead_ = ahead::before_key;
  comma_ = offset(p_);
  ahead_pos_ = comma_ + 1;
  return look_ahead();
}

// Is the comma followed by `"key":`? Goes on as far as there is text.
walker::act walker::look_ahead() {
  const char* q = text_ + ahead_pos_;
  const auto settle = [&](ahead state) {
    ahead_ = state;
    ahead_pos_ = offset(q);
    return act::on;
  };
  if (ahead_ == ahead::before_key) {
    q = scan::skip_space(q, end_);
    if (q == end_) return settle(ahead::before_key);
    if (*q != '"') return settle(ahead::none);
    ahead_ = ahead::in_key;
    ++q;
  }
  while (ahead_ == ahead::in_key) {
    scan::seen seen;
    q = scan::active().string_run(q, end_, seen);
    if (q == end_ || (*q == '\\' && q + 1 == end_)) return settle(ahead::in_key);
    if (*q == '\\') {
      q += 2;
      continue;
    }
    if (*q != '"') return settle(ahead::none);
    ahead_ = ahead::after_key;
    ++q;
  }
  q = scan::skip_space(q, end_);
  if (q == end_) return settle(ahead::after_key);
  ahead_ = ahead::none;
  return *q == ':' ? broken(breach::closed_early, comma_, offset(q)) : act::on;
}

cut_in walker::ending() const noexcept {
  switch (mode_) {
    case mode::value:
      return cut_in::value;
    case mode::reasoning:
      return cut_in::reasoning;
    case mode::header:
      return cut_in::header;
    default:
      break;
  }
  if (headers_ && !final_header_) return cut_in::header;
  if (ahead_ == ahead::in_key || ahead_ == ahead::after_key) return cut_in::member;
  if (depth_ > 0) return cut_in::brace;
  return cut_in::nothing;
}

std::size_t walker::cut_offset() const noexcept {
  switch (ending()) {
    case cut_in::value:
      return reader_.begin();
    case cut_in::brace:
      return brace_;
    case cut_in::member:
      return comma_;
    case cut_in::reasoning:
    case cut_in::header:
      return opened_;
    case cut_in::nothing:
      break;
  }
  return 0;
}

}  // namespace assay::extract
