// JSON as it was written: an immutable tree over the original bytes, with exact numbers and key order.
//
// A document owns its bytes and a tape of 16-byte cells; a node is a view of one value in it (copy it freely, keep it
// no longer than the document). Nothing here recurses; a document frees itself in constant stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay {

enum class type : std::uint8_t { null, boolean, number, string, array, object };
std::string_view name(type t) noexcept;  // "null", "boolean", ...

// One value on the tape. Cells stand in document order; a member's key is a string cell before its value's cell.
struct cell {
  std::uint32_t offset;  // of its first byte in the text; of a string, of the byte after its opening quote
  std::uint32_t length;  // in bytes; of a string, without its quotes
  std::uint32_t next;    // index of the first cell after this value and all that is in it
  std::uint32_t bits;    // type in bits 0-2, flags in bits 3-7, number of items or members in bits 8-31

  static constexpr std::uint32_t escaped = 8;      // string: holds a backslash
  static constexpr std::uint32_t high = 16;        // string: holds a byte of 0x80 or more
  static constexpr std::uint32_t fraction = 32;    // number: written with '.', 'e' or 'E'
  static constexpr std::uint32_t truth = 64;       // boolean: true
  static constexpr std::uint32_t many = 0xFFFFFF;  // a count that says: this or more, count them

  assay::type type() const noexcept { return static_cast<assay::type>(bits & 7U); }
  bool has(std::uint32_t flag) const noexcept { return (bits & flag) != 0; }
  std::uint32_t count() const noexcept { return bits >> 8U; }
};
static_assert(sizeof(cell) == 16);

// Options of a strict parse; the defaults are RFC 8259 with the reader's limits.
struct json_limits {
  std::size_t max_depth = 256;  // brackets open at once; one more is an error
};

class document;

// A view of one value, or of nothing: a look-up that finds nothing gives a missing node, and every question to a
// missing node answers empty, so that `doc["a"]["b"].text()` needs no checks in between.
class node {
 public:
  node() noexcept = default;
  node(const char* text, const cell* cells, std::uint32_t at) noexcept : text_(text), cells_(cells), at_(at) {}

  explicit operator bool() const noexcept { return cells_ != nullptr; }  // is there a value?
  assay::type type() const noexcept;                                     // of a missing node: null
  bool is(assay::type t) const noexcept { return cells_ != nullptr && type() == t; }

  std::string_view source() const noexcept;  // its bytes as written, quotes and brackets included
  std::size_t offset() const noexcept;       // of source() in the text
  std::size_t size() const noexcept;         // items, members; of a scalar 0

  std::string text() const;  // of a string: decoded to UTF-8; of anything else empty
  bool truth() const noexcept { return cells_ != nullptr && cells_[at_].has(cell::truth); }
  bool equals(std::string_view decoded) const noexcept;  // is it a string with this decoded text? no allocation

  // Numbers, exactly: 1.0 and 1e0 are the integer 1. `inexact` where the type cannot hold the value; of a double that
  // means that its shortest decimal form is another number (0.1 is fine, 9007199254740993 and 1e400 are not).
  result<std::int64_t> to_int64() const;
  result<std::uint64_t> to_uint64() const;
  result<double> to_double() const;

  node operator[](std::string_view key) const noexcept;  // the member; linear in size()
  node operator[](std::size_t index) const noexcept;     // the item; linear in index
  result<node> at(std::string_view pointer) const;       // RFC 6901; bad_reference names the step that failed

  // Items of an array in order, or the values of an object: for (node item : value). key() is the member's key.
  class iterator;
  iterator begin() const noexcept;
  iterator end() const noexcept;

  const char* base() const noexcept { return text_; }
  const cell* cells() const noexcept { return cells_; }
  std::uint32_t index() const noexcept { return at_; }

 private:
  const char* text_ = nullptr;
  const cell* cells_ = nullptr;
  std::uint32_t at_ = 0;
};

class node::iterator {
 public:
  using value_type = node;
  using difference_type = std::ptrdiff_t;
  iterator() noexcept = default;
  iterator(node parent, std::uint32_t at, bool keyed) noexcept : parent_(parent), at_(at), keyed_(keyed) {}
  node key() const noexcept { return keyed_ ? node{parent_.base(), parent_.cells(), at_} : node{}; }
  node operator*() const noexcept { return {parent_.base(), parent_.cells(), keyed_ ? at_ + 1 : at_}; }
  iterator& operator++() noexcept {
    at_ = parent_.cells()[keyed_ ? at_ + 1 : at_].next;
    return *this;
  }
  iterator operator++(int) noexcept {
    iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const iterator& other) const noexcept { return at_ == other.at_; }

 private:
  node parent_;
  std::uint32_t at_ = 0;
  bool keyed_ = false;
};

// Owns the bytes of a text (at most 4 GiB less 64) and the tape of one value in it. Copying copies both.
class document {
 public:
  document() noexcept = default;
  document(std::unique_ptr<char[]> text, std::size_t size, std::unique_ptr<cell[]> cells, std::size_t count) noexcept
      : text_(std::move(text)), size_(size), cells_(std::move(cells)), count_(count) {}
  document(const document& other);
  document& operator=(const document& other);
  document(document&&) noexcept = default;
  document& operator=(document&&) noexcept = default;
  ~document() = default;

  explicit operator bool() const noexcept { return count_ != 0; }  // is there a value?
  node root() const& noexcept { return count_ == 0 ? node{} : node{text_.get(), cells_.get(), 0}; }
  node root() && = delete;  // a view of a temporary
  node operator[](std::string_view key) const& noexcept { return root()[key]; }
  node operator[](std::string_view key) && = delete;
  std::string_view text() const& noexcept { return {text_.get(), size_}; }  // the whole text, not only the value
  std::string_view text() && = delete;
  std::size_t cell_count() const noexcept { return count_; }

 private:
  std::unique_ptr<char[]> text_;  // followed by padding that is zero
  std::size_t size_ = 0;
  std::unique_ptr<cell[]> cells_;
  std::size_t count_ = 0;
};

// The one value that `text` holds, strictly: no trailing comma, no duplicate key, nothing but white space around it.
// The failure's offset and message say where and what was expected. Linear in text.size().
result<document> parse(std::string_view text, const json_limits& limits = {});

// Equal as JSON values: numbers by exact value, strings decoded, keys in any order. At most n log n; no recursion.
bool equal(const node& a, const node& b);

// Exact order of two numbers: negative, zero or positive. Linear in their digits.
int compare_numbers(node a, node b);

// Text of a value. Compact drops white space (and the reader's trailing commas) and keeps every token as written;
// pretty indents by `indent` spaces.
std::string to_json(node value);
std::string to_pretty_json(node value, int indent = 2);

// Appends `text` as a JSON string, quotes included; bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

inline node::iterator node::end() const noexcept {
  return {*this, cells_ == nullptr ? 0 : cells_[at_].next, is(assay::type::object)};
}
inline node::iterator node::begin() const noexcept {
  const bool container = is(assay::type::object) || is(assay::type::array);
  return container ? iterator{*this, at_ + 1, is(assay::type::object)} : end();
}

}  // namespace assay
