#include "json/value_reader.h"

#include <algorithm>
#include <cstring>

#include "json/hash_bytes.h"
#include "scan/probe.h"
#include "scan/scan.h"

namespace assay {
namespace {

std::uint32_t load4(const char* p) noexcept {
  std::uint32_t word = 0;
  std::memcpy(&word, p, sizeof word);
  return word;
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

void value_reader::start(std::size_t offset, std::size_t max_depth, bool of_reply) {
  state_ = at::value;
  pos_ = offset;
  begin_ = offset;
  max_depth_ = max_depth;
  of_reply_ = of_reply;
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
// NOLINTNEXTLINE(readability-function-size): one table of states, see above
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
    frames_.push_back({size, key_count_, 0, 0, 0, kind == type::object});
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
  p = scan::skip_space(p, end);
  if (p == end) return leave(pause(at::item_or_close, p, text));
  if (*p == ']') goto closed;
  goto value;

item:  // after a comma in an array
  p = scan::skip_space(p, end);
  if (p == end) return leave(pause(at::item, p, text));
  if (*p == ']') {
    if (!of_reply_) return leave(fail(wanted::value, p, text, where(p)));
    commas_.push_back(comma_before(p, text));
    goto closed;
  }

value:
  p = scan::skip_space(p, end);
  if (p == end) return leave(pause(at::value, p, text));
  if (*p == '"') {
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
  switch (*p) {
    case '{': {
      const char* next = scan::skip_space(p + 1, end);
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
  p = scan::skip_space(p, end);
  if (p == end) return leave(pause(at::key_or_close, p, text));
  if (*p == '}') goto closed;
  if (*p != '"') return leave(fail(wanted::key_or_close, p, text, where(p)));
  goto begin_key;

key:  // after a comma in an object
  p = scan::skip_space(p, end);
  if (p == end) return leave(pause(at::key, p, text));
  if (*p == '}' && of_reply_) {
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
  const std::uint64_t bit = std::uint64_t{1} << ((mark * 0x9E3779B97F4A7C15U) >> 58U);
  const bool maybe_seen = (top->key_bits & bit) != 0;
  top->key_bits |= bit;
  keys[key_count_++] = {mark, size - 1};
  if (maybe_seen || key_count_ - top->keys > few_keys) {
    tape_.resize(size);
    if (!key_is_new(text, *top)) return leave(fail(wanted::unique_key, p, text, string_begin_ - 1));
  }
  ++p;
}

colon:
  p = scan::skip_space(p, end);
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
  if (*p != ',') p = scan::skip_space(p, end);
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

}  // namespace assay
