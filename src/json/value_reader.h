// The strict, resumable reader of one value at an offset.
//
// Writes cells onto a tape while it reads. It never goes back: each byte is read once, a token that a feed cuts is read
// again from its start only where it is short (a number, a literal, an escape), a string goes on where it stopped.
// Rules 6 to 9 of the reading rules live here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/json.h"

namespace assay {

// What JSON's grammar wanted where it was broken; the wording is in `describe`.
enum class wanted : std::uint8_t {
  value,            // a value
  value_or_close,   // a value or "]"
  key_or_close,     // a key in double quotes or "}"
  key,              // a key in double quotes (after a comma that something followed)
  colon,            // ":" after a key
  comma_or_brace,   // "," or "}" after a member
  comma_or_bracket, // "," or "]" after an item
  object_start,     // `{` that does not open an object (the next byte is neither `"` nor `}`)
  literal,          // true, false or null
  digit,            // a digit in a number
  shorter_number,   // more than 1,000 digits
  smaller_exponent, // past +-1,000
  escape,           // one of \" \\ \/ \b \f \n \r \t \u after a backslash
  hex,              // four hexadecimal digits after \u
  surrogate,        // the other half of a surrogate pair
  no_control,       // a control character in a string
  utf8,             // well-formed UTF-8
  latex,            // \b or \f straight before a letter
  unique_key,       // a key that this object has already
  depth,            // no more brackets
  end_of_text,      // parse(): nothing after the value
};

struct violation {
  std::size_t offset = 0;  // the first byte that cannot stand there
  wanted what = wanted::value;
  std::size_t token = 0;   // where the string, number or container that it stands in began
};

// A growing array of cells that is not initialised and can be handed out.
class tape {
 public:
  cell* cells() noexcept { return cells_.get(); }
  const cell* cells() const noexcept { return cells_.get(); }
  std::uint32_t size() const noexcept { return size_; }
  void clear() noexcept { size_ = 0; }
  void reserve(std::size_t cells);
  void resize(std::uint32_t size) noexcept { size_ = size; }
  std::uint32_t capacity() const noexcept { return capacity_; }

  // The cells in an array of their own: moved out if they fill most of this tape, else copied.
  std::unique_ptr<cell[]> take();

 private:
  std::unique_ptr<cell[]> cells_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace assay
