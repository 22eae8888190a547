#include "json/value_reader.h"

#include <algorithm>
#include <cstring>

#include "json/hash_bytes.h"
#include "json/utf8.h"
#include "scan/probe.h"
#include "scan/scan.h"

namespace assay {
namespace {

std::uint32_t load4(const char* p) noexcept {
  std::uint32_t word = 0;
  std::memcpy(&word, p, sizeof word);
  return word;
}

std::uint16_t load2(const char* p) noexcept {
  std::uint16_t word = 0;
  std::memcpy(&word, p, sizeof word);
  return word;
}

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Behind a number without an exponent that is written as it should be, within a few digits; null: look closer.
const char* plain_number_end(const char* p, std::uint32_t& flags) noexcept {
  constexpr std::ptrdiff_t few = 64;
  const char* const digits = p + (*p == '-' ? 1 : 0);
  const char* q = digits;
  while (is_digit(*q)) ++q;
  if (q == digits || (*digits == '0' && q - digits > 1)) return nullptr;
  if (*q == '.') {
    const char* const fraction = ++q;
    while (is_digit(*q)) ++q;
    if (q == fraction) return nullptr;
    flags |= cell::fraction;
  }
  return *q == 'e' || *q == 'E' || q - p > few ? nullptr : q;
}

// The comma that nothing but white space parts from the bracket at `p`.
std::uint32_t comma_before(const char* p, const char* text) noexcept {
  while (p[-1] != ',') --p;
  return static_cast<std::uint32_t>(p - 1 - text);
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

void tape::grow() { reserve(std::max<std::size_t>({16, usual_, std::size_t{size_} * 2})); }

std::unique_ptr<cell[]> tape::take() {
  std::unique_ptr<cell[]> out;
  usual_ = size_ + size_ / 4 + 2;  // the next value will need as much: one allocation, and no copy
  if (std::size_t{size_} * 2 >= capacity_) {
    out = std::move(cells_);
    capacity_ = 0;
  } else {
    out = std::make_unique_for_overwrite<cell[]>(size_);
    std::memcpy(out.get(), cells_.get(), size_ * sizeof(cell));
  }
  size_ = 0;
  return out;
}

void value_reader::start(std::size_t offset, std::size_t max_depth, bool of_reply) {
  state_ = at::value;
  pos_ = offset;
  begin_ = offset;
  max_depth_ = max_depth;
  of_reply_ = of_reply;
  object_began_ = false;
  tape_.clear();
  commas_.clear();
  depth_ = 0;
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
// It is longer than a function should be because each label is a line or two of one table. What changes with each
// token lives in locals; `leave` and `flush` put it back. Nothing but white space and zeros stands behind the end, so
// that a byte which is what the grammar wants is within the text, and only one that is not needs the question.
// NOLINTNEXTLINE(readability-function-size): one table of states, see above
value_reader::status value_reader::run(const char* text, std::size_t limit, bool final) {
  const char* const end = text + limit;
  const text_range in{text, end};
  const char* p = text + pos_;
  const auto where = [text](const char* q)
                         __attribute__((always_inline)) { return static_cast<std::uint32_t>(q - text); };
  if (frames_.empty()) frames_.resize(few_frames);
  frame* top = frames_.data() + depth_;
  frame* last = last_frame();
  if (tape_.empty_handed()) tape_.grow();
  cell* free = tape_.cells() + tape_.size();  // the next cell, which is number `size`
  std::uint32_t size = tape_.size();
  std::uint32_t room = tape_.room();  // up to this size a value and the key behind it have their cells
  std::uint64_t signature = 0;        // of the last key
  bool cut = false;
  const auto flush = [&]() __attribute__((always_inline)) {
    tape_.resize(size);
    depth_ = static_cast<std::size_t>(top - frames_.data());
  };
  const auto leave = [&](status s) __attribute__((always_inline)) {
    flush();
    return s;
  };
  const auto put = [&](const char* begin, std::uint32_t length, std::uint32_t bits) __attribute__((always_inline)) {
    free->offset = where(begin);
    free->length = length;
    free->bits = bits;
    free->next = ++size;
    ++free;
  };
  const auto deeper = [&] {
    flush();
    if (depth_ >= max_depth_) return false;
    frames_.resize(frames_.size() * 2);
    top = frames_.data() + depth_;
    last = last_frame();
    return true;
  };
  const auto open = [&](type kind) __attribute__((always_inline)) {
    ++top;
    *top = {size, 0, 0, 0, kind};
    put(p, 0, static_cast<std::uint32_t>(kind));
    free[-1].next = 0;
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
  p = scan::skip_space(p, end);
  if (*p == ']') goto closed;
  if (p == end) return leave(pause(at::item_or_close, p, text));
  goto value;

item:  // after a comma in an array
  p = scan::skip_space(p, end);
  if (*p == ']') {
    if (!of_reply_) return leave(fail(wanted::value, p, text, where(p)));
    commas_.push_back(comma_before(p, text));
    goto closed;
  }
  if (p == end) return leave(pause(at::item, p, text));

value:
  if (size > room) [[unlikely]] {
    tape_.resize(size);
    tape_.grow();
    free = tape_.cells() + size;
    room = tape_.room();
  }
  if (*p == '"') [[likely]] {
    const unsigned stop = scan::plain16(++p);
    if (p[stop] == '"') [[likely]] {
      put(p, stop, static_cast<std::uint32_t>(type::string));
      p += stop + 1;
      goto after;
    }
    in_key_ = false;
    goto long_string;
  }
  if (*p == '{') {
    const char* next = p + 1;
    if (*next != '"') {
      next = scan::skip_space(next, end);
      if (*next != '"' && *next != '}') {
        if (next == end) return leave(pause(at::value, p, text));
        return leave(fail(wanted::object_start, p, text, where(p)));
      }
    }
    if (top == last && !deeper()) return leave(fail(wanted::depth, p, text, where(p)));
    object_began_ = true;
    open(type::object);
    p = next;
    if (*p == '"') [[likely]]
      goto begin_key;
    goto closed;
  }
  switch (*p) {
    case '[':
      if (top == last && !deeper()) return leave(fail(wanted::depth, p, text, where(p)));
      open(type::array);
      ++p;
      goto item_or_close;
    case 't':
      if (load4(p) != load4("true")) goto literal;
      put(p, 4, static_cast<std::uint32_t>(type::boolean) | cell::truth);
      p += 4;
      goto after;
    case 'f':
      if (load4(p + 1) != load4("alse")) goto literal;
      put(p, 5, static_cast<std::uint32_t>(type::boolean));
      p += 5;
      goto after;
    case 'n':
      if (load4(p) != load4("null")) goto literal;
      put(p, 4, static_cast<std::uint32_t>(type::null));
      p += 4;
      goto after;
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
      std::uint32_t flags = static_cast<std::uint32_t>(type::number);
      const char* number_end = plain_number_end(p, flags);
      if (number_end == nullptr || number_end == end) {
        flush();
        number_end = read_number(p, in, final, flags, cut);
        if (cut) return leave(pause(at::value, p, text));
        if (number_end == nullptr) return leave(status::broken);
      }
      put(p, static_cast<std::uint32_t>(number_end - p), flags);
      p = number_end;
      goto after;
    }
    default:
      break;
  }
  if (const char* next = scan::skip_space(p, end); next != p) {
    p = next;
    goto value;
  }
  if (p == end) return leave(pause(at::value, p, text));
  return leave(
      fail(top->kind == type::array && top->count == 0 ? wanted::value_or_close : wanted::value, p, text, where(p)));

literal:
  if (!read_literal(p, in)) return leave(status::broken);
  return leave(pause(at::value, p, text));

key_or_close:
  p = scan::skip_space(p, end);
  if (*p == '"') goto begin_key;
  if (*p == '}') goto closed;
  if (p == end) return leave(pause(at::key_or_close, p, text));
  return leave(fail(wanted::key_or_close, p, text, where(p)));

key:  // after a comma in an object
  if (load4(p) == load4("\n  \""))
      [[likely]] {  // as most replies are laid out: guessed right, where the ends of blanks are counted
    p += 3;
    goto begin_key;
  }
  p = scan::skip_space(p, end);
  if (*p != '"') {
    if (*p == '}' && of_reply_) {
      commas_.push_back(comma_before(p, text));
      goto closed;
    }
    if (p == end) return leave(pause(at::key, p, text));
    return leave(fail(wanted::key, p, text, where(p)));
  }

begin_key: {
  const unsigned stop = scan::plain16(++p);
  if (p[stop] != '"') [[unlikely]] {
    in_key_ = true;
    goto long_string;
  }
  put(p, stop, static_cast<std::uint32_t>(type::string));
  signature = key_signature(p, stop);
  p += stop + 1;
  goto new_key;
}

long_string: {  // `p` is behind the quote; it is not plain and short
  string_begin_ = where(p);
  string_flags_ = 0;
  const scan::probe found = scan::probe16(p);
  if (p[found.stop] == '"') {
    if (short_utf8(p, p + found.stop) == p + found.stop) {
      string_flags_ = cell::high;
      p += found.stop;
      goto string_read;
    }
  } else if (found.stop == 16) {
    scan::seen seen;
    const char* stop = scan::active().string_run(p, end, seen);
    if (*stop == '"' && seen.utf8 && stop != end) {
      string_flags_ = (seen.escaped ? cell::escaped : 0U) | (seen.high ? cell::high : 0U);
      p = stop;
      goto string_read;
    }
  }
}

string:
  p = read_string(p, in, cut);
  if (cut) return leave(status::more);
  if (p == nullptr) return leave(status::broken);

string_read:  // `p` is at the closing quote
  put(text + string_begin_, where(p) - string_begin_, static_cast<std::uint32_t>(type::string) | string_flags_);
  if (!in_key_) {
    ++p;
    goto after;
  }

  signature = (string_flags_ & cell::escaped) != 0 ? escaped_signature(text, free[-1])
                                                   : key_signature(text + string_begin_, free[-1].length);
  ++p;

new_key: {  // the last cell; `p` is behind it
  const auto bit = static_cast<unsigned>((signature * 0x9E3779B97F4A7C15U) >> 58U);
  const bool maybe_seen = (top->key_bits >> bit & 1U) != 0;
  top->key_bits |= std::uint64_t{1} << bit;
  if (maybe_seen) [[unlikely]] {
    flush();
    if (!key_is_new(text, *top)) return leave(fail(wanted::unique_key, p - 1, text, free[-1].offset - 1));
  }
}
  if (load2(p) == load2(": ")) [[likely]] {
    p += 2;
    goto value;
  }

colon:
  if (*p != ':') {
    p = scan::skip_space(p, end);
    if (p == end) return leave(pause(at::colon, p, text));
    if (*p != ':') return leave(fail(wanted::colon, p, text, where(p)));
  }
  ++p;
  goto value;

closed: {
  cell& c = tape_.cells()[top->cell];
  c.length = where(p) + 1 - c.offset;
  c.next = size;
  c.bits |= std::min(top->count, cell::many) << 8U;
  --top;
  ++p;
}

after:
  if (top->kind == type::object) [[likely]] {
    if (*p == ',') [[likely]] {
      top->count++;
      ++p;
      goto key;
    }
    p = scan::skip_space(p, end);
    if (*p == ',') {
      top->count++;
      ++p;
      goto key;
    }
    if (*p == '}') {
      top->count++;
      goto closed;
    }
    if (p == end) return leave(pause(at::after, p, text));
    return leave(fail(wanted::comma_or_brace, p, text, where(p)));
  }
  if (top->kind == type::array) {
    if (*p != ',') p = scan::skip_space(p, end);
    if (*p == ',') {
      top->count++;
      ++p;
      goto item;
    }
    if (*p == ']') {
      top->count++;
      goto closed;
    }
    if (p == end) return leave(pause(at::after, p, text));
    return leave(fail(wanted::comma_or_bracket, p, text, where(p)));
  }
  pos_ = where(p);
  return leave(status::complete);
}

}  // namespace assay
