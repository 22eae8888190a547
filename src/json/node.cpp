#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "assay/json.h"
#include "json/strings.h"
#include "scan/scan.h"

namespace assay {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

// RFC 6901 section 4: digits without a leading zero. Anything else is no index.
bool read_index(std::string_view step, std::size_t& index) noexcept {
  if (step.empty() || (step.size() > 1 && step[0] == '0') || step[0] < '0' || step[0] > '9') return false;
  const char* const end = step.data() + step.size();
  const auto [stop, error] = std::from_chars(step.data(), end, index);
  return error == std::errc{} && stop == end;
}

// Replaces ~1 and ~0 in one pass, so that ~01 becomes ~1; false where a ~ starts neither.
bool unescape_step(std::string_view step, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] != '~') {
      out.push_back(step[i]);
      continue;
    }
    if (++i == step.size() || (step[i] != '0' && step[i] != '1')) return false;
    out.push_back(step[i] == '0' ? '~' : '/');
  }
  return true;
}

// Why `step` leads nowhere from `value`, which is at `place`.
failure no_such_step(node value, std::string_view step, std::string_view place) {
  const std::string where = place.empty() ? "the root" : "the value at " + quoted(place);
  std::string message = where + " is ";
  switch (value.type()) {
    case type::object:
      message += "an object without the member " + quoted(step);
      break;
    case type::array: {
      std::size_t index = 0;
      const bool is_index = read_index(step, index);
      message += "an array of " + std::to_string(value.size()) + (value.size() == 1 ? " item" : " items");
      message += is_index ? ", so there is no item " + std::string(step) : ", and " + quoted(step) + " is not an index";
      break;
    }
    default:
      message += (value.type() == type::null ? "" : "a ") + std::string(name(value.type())) + ", so there is no ";
      message += quoted(step) + " in it";
      break;
  }
  return {failure_code::bad_reference, std::move(message), value.offset()};
}

}  // namespace

std::string_view name(type t) noexcept {
  static constexpr std::array<std::string_view, 6> names{"null", "boolean", "number", "string", "array", "object"};
  const auto i = static_cast<std::size_t>(t);
  return i < names.size() ? names[i] : std::string_view{};
}

type node::type() const noexcept { return cells_ == nullptr ? type::null : cells_[at_].type(); }

std::size_t node::offset() const noexcept {
  if (cells_ == nullptr) return 0;
  return cells_[at_].offset - (type() == type::string ? 1U : 0U);
}

std::string_view node::source() const noexcept {
  if (cells_ == nullptr) return {};
  const std::size_t quotes = type() == type::string ? 2 : 0;
  return {text_ + offset(), cells_[at_].length + quotes};
}

std::size_t node::size() const noexcept {
  if (!is(type::array) && !is(type::object)) return 0;
  const std::uint32_t count = cells_[at_].count();
  if (count < cell::many) return count;
  std::size_t walked = 0;
  for (iterator i = begin(); i != end(); ++i) ++walked;
  return walked;
}

std::string node::text() const {
  std::string out;
  if (is(type::string)) decode(text_, cells_[at_], out);
  return out;
}

bool node::equals(std::string_view decoded) const noexcept {
  if (!is(type::string)) return false;
  const cell& c = cells_[at_];
  if (!c.has(cell::escaped)) return raw_text(text_, c) == decoded;
  string_pieces pieces{text_, c};
  for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next()) {
    if (decoded.substr(0, piece.size()) != piece) return false;
    decoded.remove_prefix(piece.size());
  }
  return decoded.empty();
}

node node::operator[](std::string_view key) const noexcept {
  if (!is(type::object)) return {};
  for (iterator i = begin(); i != end(); ++i) {
    if (i.key().equals(key)) return *i;
  }
  return {};
}

node node::operator[](std::size_t index) const noexcept {
  if (!is(type::array)) return {};
  const std::uint32_t count = cells_[at_].count();
  if (count < cell::many && index >= count) return {};
  iterator i = begin();
  for (; index != 0 && i != end(); --index) ++i;
  return i == end() ? node{} : *i;
}

result<node> node::at(std::string_view pointer) const {
  if (cells_ == nullptr) return failure{failure_code::bad_reference, "there is no value to look into"};
  if (!pointer.empty() && pointer[0] != '/') {
    return failure{failure_code::bad_reference,
                   quoted(pointer) + " is not a JSON Pointer, which is empty or starts with \"/\""};
  }
  node value = *this;
  std::string unescaped;
  for (std::size_t begin = 0; begin < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
    std::string_view step = pointer.substr(begin + 1, end - begin - 1);
    if (step.find('~') != std::string_view::npos) {
      if (!unescape_step(step, unescaped)) {
        return failure{failure_code::bad_reference,
                       quoted(step) + " is not a step of a JSON Pointer: \"~\" is followed by neither 0 nor 1"};
      }
      step = unescaped;
    }
    node next = value[step];
    std::size_t index = 0;
    if (value.is(type::array) && read_index(step, index)) next = value[index];
    if (!next) return no_such_step(value, step, pointer.substr(0, begin));
    value = next;
    begin = end;
  }
  return value;
}

document::document(const document& other) : size_(other.size_), count_(other.count_) {
  if (other.text_ != nullptr) {
    text_ = std::make_unique_for_overwrite<char[]>(size_ + scan::padding);
    std::memcpy(text_.get(), other.text_.get(), size_ + scan::padding);
  }
  if (count_ != 0) {
    cells_ = std::make_unique_for_overwrite<cell[]>(count_);
    std::memcpy(cells_.get(), other.cells_.get(), count_ * sizeof(cell));
  }
}

document& document::operator=(const document& other) {
  if (this != &other) *this = document{other};
  return *this;
}

}  // namespace assay
