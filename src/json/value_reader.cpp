#include "json/value_reader.h"

#include <algorithm>
#include <cstring>

#include "json/hash_bytes.h"
#include "scan/probe.h"
#include "scan/scan.h"

namespace assay {
namespace {

constexpr std::size_t max_digits = 1000;
constexpr unsigned max_exponent = 1000;

// What stands behind the limit of run() is white space or padding that is zero, so a byte above ' ' is within the limit
// and needs no comparison with it. Mostly there is nothing to skip, one space, or a line break and an indent.
// Branches rather than arithmetic: they are guessed right, and what follows need not wait for a sum.
inline const char* skip_space(const char* p, const char* end) noexcept {
  if (static_cast<unsigned char>(*p) > ' ') return p;
  if (*p == ' ' && static_cast<unsigned char>(p[1]) > ' ') return p + 1;
  if (*p == '\n') {
    const char* q = p + 1;
    constexpr std::uint64_t spaces = 0x2020202020202020U;
    for (int i = 0; i < 4 && load8(q) == spaces; ++i) q += 8;
    while (*q == ' ') ++q;
    if (static_cast<unsigned char>(*q) > ' ') return q;
  }
  return p < end ? scan::active().space_end(p, end) : end;
}

std::uint32_t load4(const char* p) noexcept {
  std::uint32_t word = 0;
  std::memcpy(&word, p, sizeof word);
  return word;
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The first byte that cannot follow in the ill-formed sequence at `p` (Unicode 15, table 3-7); `end` if it is only cut.
const char* misfit(const char* p, const char* end) noexcept {
  const auto lead = static_cast<unsigned char>(*p);
  if (lead < 0xC2 || lead > 0xF4) return p;
  const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  unsigned low = 0x80;
  unsigned top = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) top = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) top = 0x8F;
  for (int i = 1; i <= more; ++i) {
    if (p + i == end) return end;
    const auto c = static_cast<unsigned char>(p[i]);
    if (c < low || c > top) return p + i;
    low = 0x80;
    top = 0xBF;
  }
  return end;
}

// The comma that nothing but white space parts from the bracket at `p`.
std::uint32_t comma_before(const char* p, const char* text) noexcept {
  while (p[-1] != ',') --p;
  return static_cast<std::uint32_t>(p - 1 - text);
}

// Utf-8 of the scripts of two and three bytes in short runs, where a call to the kernel would cost more than it saves.
// Returns where it gave up; everything before is well formed.
const char* short_utf8(const char* p, const char* end) noexcept {
  while (p < end) {
    const auto c = static_cast<unsigned char>(p[0]);
    const auto c1 = static_cast<unsigned char>(p[1]);
    const auto c2 = static_cast<unsigned char>(p[2]);
    if (c < 0x80) {
      p += 1;
    } else if (c >= 0xE1 && c != 0xED && c <= 0xEF && (c1 & 0xC0U) == 0x80 && (c2 & 0xC0U) == 0x80 && end - p >= 3) {
      p += 3;
    } else if (c >= 0xC2 && c < 0xE0 && (c1 & 0xC0U) == 0x80 && end - p >= 2) {
      p += 2;
    } else {
      break;
    }
  }
  return p;
}

}  // namespace

std::string_view description(wanted what) noexcept {
  switch (what) {
    case wanted::value:
      return "a value";
    case wanted::value_or_close:
      return "a value or \"]\"";
    case wanted::key_or_close:
      return "a key in double quotes or \"}\"";
    case wanted::key:
      return "a key in double quotes";
    case wanted::colon:
      return "\":\" after the key";
    case wanted::comma_or_brace:
      return "\",\" or \"}\"";
    case wanted::comma_or_bracket:
      return "\",\" or \"]\"";
    case wanted::object_start:
      return "a value (a \"{\" must be followed by a key in double quotes or \"}\")";
    case wanted::literal:
      return "true, false or null";
    case wanted::digit:
      return "a digit";
    case wanted::shorter_number:
      return "a number of at most 1,000 digits";
    case wanted::smaller_exponent:
      return "an exponent from -1,000 to 1,000";
    case wanted::escape:
      return "one of \" \\ / b f n r t u after the backslash";
    case wanted::hex:
      return "four hexadecimal digits after \\u";
    case wanted::surrogate:
      return "both halves of a surrogate pair";
    case wanted::no_control:
      return "no control character inside a string";
    case wanted::utf8:
      return "well-formed UTF-8";
    case wanted::latex:
      return "no letter straight after \\b or \\f";
    case wanted::unique_key:
      return "each key once in an object";
    case wanted::depth:
      return "fewer open brackets";
    case wanted::end_of_text:
      return "nothing after the value";
  }
  return "";
}

void tape::reserve(std::size_t wanted_cells) {
  if (wanted_cells <= capacity_) return;
  auto grown = std::make_unique_for_overwrite<cell[]>(wanted_cells);
  if (size_ != 0) std::memcpy(grown.get(), cells_.get(), size_ * sizeof(cell));
  cells_ = std::move(grown);
  capacity_ = static_cast<std::uint32_t>(wanted_cells);
}

void tape::grow() { reserve(std::max<std::size_t>({64, usual_, std::size_t{size_} * 2})); }

std::unique_ptr<cell[]> tape::take() {
  std::unique_ptr<cell[]> out;
  if (std::size_t{size_} * 2 >= capacity_) {
    out = std::move(cells_);
    usual_ = capacity_;  // the next value will need as much: one allocation, whatever its size
    capacity_ = 0;
  } else {
    out = std::make_unique_for_overwrite<cell[]>(size_);
    std::memcpy(out.get(), cells_.get(), size_ * sizeof(cell));
  }
  size_ = 0;
  return out;
}

void value_reader::start(std::size_t offset, std::size_t max_depth, bool tolerant) {
  state_ = at::value;
  pos_ = offset;
  begin_ = offset;
  max_depth_ = max_depth;
  tolerant_ = tolerant;
  object_began_ = false;
  tape_.clear();
  frames_.clear();
  commas_.clear();
  key_count_ = 0;
  if (next_id_ > 0x7FFFFFFFU) {
    slots_.clear();
    used_slots_ = 0;
    next_id_ = 1;
  }
}

value_reader::status value_reader::pause(at state, const char* p, const char* text) noexcept {
  state_ = state;
  pos_ = static_cast<std::size_t>(p - text);
  return status::more;
}

value_reader::status value_reader::fail(wanted what, const char* p, const char* text, std::size_t token) noexcept {
  pos_ = static_cast<std::size_t>(p - text);
  fault_ = {pos_, what, token};
  return status::broken;
}

// The loop of the grammar: one label a state, so that a value costs no call and a pause can come back to its label.
// It is longer than a function should be because each label is a line or two of one table. The tape's end and the
// innermost container live in locals; `leave` puts them back.
value_reader::status value_reader::run(const char* text, std::size_t limit, bool final) {
  const char* const end = text + limit;
  const text_range in{text, end};
  const char* p = text + pos_;
  const auto where = [text](const char* q) { return static_cast<std::uint32_t>(q - text); };
  cell* cells = tape_.cells();
  std::uint32_t size = tape_.size();
  std::uint32_t capacity = tape_.capacity();
  frame* top = frames_.empty() ? nullptr : &frames_.back();
  bool cut = false;
  const auto slot_for_cell = [&]() -> cell& {
    if (size == capacity) {
      tape_.resize(size);
      tape_.grow();
      cells = tape_.cells();
      capacity = tape_.capacity();
    }
    return cells[size++];
  };
  const auto leave = [&](status s) {
    tape_.resize(size);
    return s;
  };
  const auto open = [&](type kind) {
    frames_.push_back({size, key_count_, 0, 0, kind == type::object});
    top = &frames_.back();
    slot_for_cell() = {where(p), 0, 0, static_cast<std::uint32_t>(kind)};
  };
  switch (state_) {
    case at::value:
      goto value;
    case at::item_or_close:
      goto item_or_close;
    case at::item:
      goto item;
    case at::key_or_close:
      goto key_or_close;
    case at::key:
      goto key;
    case at::colon:
      goto colon;
    case at::after:
      goto after;
    case at::string:
      goto string;
  }

item_or_close:
  p = skip_space(p, end);
  if (p == end) return leave(pause(at::item_or_close, p, text));
  if (*p == ']') goto closed;
  goto value;

item:  // after a comma in an array
  p = skip_space(p, end);
  if (p == end) return leave(pause(at::item, p, text));
  if (*p == ']') {
    if (!tolerant_) return leave(fail(wanted::value, p, text, where(p)));
    commas_.push_back(comma_before(p, text));
    goto closed;
  }

value:
  p = skip_space(p, end);
  if (p == end) return leave(pause(at::value, p, text));
  switch (*p) {
    case '"': {
      const scan::probe found = scan::probe16(++p);
      string_begin_ = where(p);
      if (p[found.stop] == '"' && !found.high) {
        cell& string_cell = slot_for_cell();  // apart: g++ 12 may evaluate the braces after the call
        string_cell = {string_begin_, found.stop, size, static_cast<std::uint32_t>(type::string)};
        p += found.stop + 1;
        goto after;
      }
      in_key_ = false;
      string_flags_ = 0;
      goto string;
    }
    case '{': {
      const char* next = skip_space(p + 1, end);
      if (next == end) return leave(pause(at::value, p, text));
      if (*next != '"' && *next != '}') return leave(fail(wanted::object_start, p, text, where(p)));
      if (frames_.size() >= max_depth_) return leave(fail(wanted::depth, p, text, where(p)));
      object_began_ = true;
      open(type::object);
      p = next;
      if (*p == '"') goto begin_key;
      goto closed;
    }
    case '[':
      if (frames_.size() >= max_depth_) return leave(fail(wanted::depth, p, text, where(p)));
      open(type::array);
      ++p;
      goto item_or_close;
    case 't':
    case 'f':
    case 'n': {
      const char* begin = p;
      const std::uint32_t length = *p == 'f' ? 5 : 4;
      const bool truth = *p == 't';
      if (load4(p + length - 4) == load4(truth ? "true" : *p == 'f' ? "alse" : "null")) {
        const std::uint32_t bits = static_cast<std::uint32_t>(*p == 'n' ? type::null : type::boolean);
        cell& literal = slot_for_cell();
        literal = {where(p), length, size, bits | (truth ? cell::truth : 0)};
        p += length;
        goto after;
      }
      p = read_literal(p, in, slot_for_cell(), cut);
      if (p == nullptr || cut) --size;
      if (cut) return leave(pause(at::value, begin, text));
      if (p == nullptr) return leave(status::broken);
      cells[size - 1].next = size;
      goto after;
    }
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
      const char* begin = p;
      p = read_number(p, in, final, slot_for_cell(), cut);
      if (p == nullptr || cut) --size;
      if (cut) return leave(pause(at::value, begin, text));
      if (p == nullptr) return leave(status::broken);
      cells[size - 1].next = size;
      goto after;
    }
    default:
      break;
  }
  return leave(fail(top != nullptr && !top->object && top->count == 0 ? wanted::value_or_close : wanted::value, p, text,
                    where(p)));

key_or_close:
  p = skip_space(p, end);
  if (p == end) return leave(pause(at::key_or_close, p, text));
  if (*p == '}') goto closed;
  if (*p != '"') return leave(fail(wanted::key_or_close, p, text, where(p)));
  goto begin_key;

key:  // after a comma in an object
  p = skip_space(p, end);
  if (p == end) return leave(pause(at::key, p, text));
  if (*p == '}' && tolerant_) {
    commas_.push_back(comma_before(p, text));
    goto closed;
  }
  if (*p != '"') return leave(fail(wanted::key, p, text, where(p)));

begin_key: {
  const scan::probe found = scan::probe16(++p);
  string_begin_ = where(p);
  string_flags_ = 0;
  if (p[found.stop] == '"' && !found.high) {
    p += found.stop;
    goto end_key;
  }
  in_key_ = true;
}

string:
  p = read_string(p, in, cut);
  if (cut) return leave(status::more);
  if (p == nullptr) return leave(status::broken);
  if (!in_key_) {
    cell& string_cell = slot_for_cell();  // apart: g++ 12 may evaluate the braces after the call
    string_cell = {string_begin_, where(p) - string_begin_, size,
                   static_cast<std::uint32_t>(type::string) | string_flags_};
    ++p;
    goto after;
  }

end_key: {
  const std::uint32_t length = where(p) - string_begin_;
  cell& string_cell = slot_for_cell();  // apart: g++ 12 may evaluate the braces after the call
  string_cell = {string_begin_, length, size, static_cast<std::uint32_t>(type::string) | string_flags_};
  if (key_count_ == keys_.size()) grow_keys();
  key* const keys = keys_.data();
  const bool escaped = (string_flags_ & cell::escaped) != 0;
  const std::uint64_t mark = escaped ? escaped_signature(text, size - 1) : key_signature(text + string_begin_, length);
  bool seen = false;
  const std::uint32_t last = std::min(key_count_, top->keys + few_keys);
  for (std::uint32_t i = top->keys; i < last; ++i) seen |= keys[i].signature == mark;
  keys[key_count_++] = {mark, size - 1};
  if (seen || key_count_ - top->keys > few_keys) {
    tape_.resize(size);
    if (!key_is_new(text, *top)) return leave(fail(wanted::unique_key, p, text, string_begin_ - 1));
  }
  ++p;
}

colon:
  p = skip_space(p, end);
  if (p == end) return leave(pause(at::colon, p, text));
  if (*p != ':') return leave(fail(wanted::colon, p, text, where(p)));
  ++p;
  goto value;

closed: {
  cell& c = cells[top->cell];
  c.length = where(p) + 1 - c.offset;
  c.next = size;
  c.bits |= std::min(top->count, cell::many) << 8U;
  key_count_ = top->keys;
  frames_.pop_back();
  top = frames_.empty() ? nullptr : &frames_.back();
  ++p;
}

after:
  if (top == nullptr) {
    pos_ = where(p);
    return leave(status::complete);
  }
  if (*p != ',') p = skip_space(p, end);
  if (*p == ',' && p != end) {
    top->count++;
    ++p;
    if (top->object) goto key;
    goto item;
  }
  if (p == end) return leave(pause(at::after, p, text));
  if (*p == (top->object ? '}' : ']')) {
    top->count++;
    goto closed;
  }
  return leave(fail(top->object ? wanted::comma_or_brace : wanted::comma_or_bracket, p, text, where(p)));
}

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
      if (!is_letter(next[1])) return next + 1;
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

const char* value_reader::read_literal(const char* p, text_range in, cell& out, bool& cut) {
  const std::string_view word = *p == 't' ? "true" : *p == 'f' ? "false" : "null";
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (p + i == in.end) {
      cut = true;
      return p;
    }
    if (p[i] != word[i]) {
      fail(wanted::literal, p + i, in.text, static_cast<std::size_t>(p - in.text));
      return nullptr;
    }
  }
  const type t = *p == 'n' ? type::null : type::boolean;
  out = {static_cast<std::uint32_t>(p - in.text), static_cast<std::uint32_t>(word.size()), 0,
         static_cast<std::uint32_t>(t) | (*p == 't' ? cell::truth : 0)};
  return p + word.size();
}

// RFC 8259 section 6. A number that reaches the end of the text is whole only as a root, and only under `final`.
const char* value_reader::read_number(const char* p, text_range in, bool final, cell& out, bool& cut) {
  const char* const begin = p;
  const auto token = static_cast<std::size_t>(begin - in.text);
  std::uint32_t flags = static_cast<std::uint32_t>(type::number);
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
  if (q == in.end && !(final && frames_.empty() && at_end == nullptr)) {
    cut = true;
    return begin;
  }
  out = {static_cast<std::uint32_t>(token), static_cast<std::uint32_t>(q - begin), 0, flags};
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
