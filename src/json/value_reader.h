// The strict, resumable reader of one value at an offset.
//
// Writes cells onto a tape while it reads. It never goes back: each byte is read once, a token that a feed cuts is read
// again from its start only where it is short (a number, a literal, an escape), a string goes on where it stopped.
// Rules 6 to 9 of the reading rules live here.
#pragma once

#include <algorithm>
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
  value,             // a value
  value_or_close,    // a value or "]"
  key_or_close,      // a key in double quotes or "}"
  key,               // a key in double quotes (after a comma that something followed)
  colon,             // ":" after a key
  comma_or_brace,    // "," or "}" after a member
  comma_or_bracket,  // "," or "]" after an item
  object_start,      // `{` that does not open an object (the next byte is neither `"` nor `}`)
  literal,           // true, false or null
  digit,             // a digit in a number
  shorter_number,    // more than 1,000 digits
  smaller_exponent,  // past +-1,000
  escape,            // one of \" \\ \/ \b \f \n \r \t \u after a backslash
  hex,               // four hexadecimal digits after \u
  surrogate,         // the other half of a surrogate pair
  no_control,        // a control character in a string
  utf8,              // well-formed UTF-8
  latex,             // \b or \f straight before a letter
  unique_key,        // a key that this object has already
  depth,             // no more brackets
  end_of_text,       // parse(): nothing after the value
};

struct violation {
  std::size_t offset = 0;  // the first byte that cannot stand there
  wanted what = wanted::value;
  std::size_t token = 0;  // where the string, number or container that it stands in began
};

// A growing array of cells that is not initialised and can be handed out.
class tape {
 public:
  cell* cells() noexcept { return cells_.get(); }
  const cell* cells() const noexcept { return cells_.get(); }
  std::uint32_t size() const noexcept { return size_; }
  void clear() noexcept { size_ = 0; }
  void reserve(std::size_t cells);
  void grow();
  void resize(std::uint32_t size) noexcept { size_ = size; }
  bool empty_handed() const noexcept { return capacity_ == 0; }
  std::uint32_t room() const noexcept { return capacity_ - 2; }  // the size at which two more cells just fit

  // The cells in an array of their own: moved out if they fill most of this tape, else copied.
  std::unique_ptr<cell[]> take();

 private:
  std::unique_ptr<cell[]> cells_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
  std::uint32_t usual_ = 0;  // what take() handed out last
};

// What the grammar wanted, as the end of "expected ...": `"," or "}"`.
std::string_view description(wanted what) noexcept;

class value_reader {
 public:
  enum class status : std::uint8_t { more, complete, broken };
  static constexpr std::uint32_t few_keys = 16;  // of an object are compared pairwise; past that a table costs less
  static constexpr std::size_t few_frames = 16;

  // Begins a value whose first byte is text[offset]. `of_reply`: by the rules for replies, where one
  // trailing comma is passed over and recorded, and \\b or \\f before a letter is LaTeX; else RFC 8259 and its limits.
  void start(std::size_t offset, std::size_t max_depth, bool of_reply);

  // Reads on in text[0, limit). Behind it stand white space or nothing, then scan::padding bytes of zero. `final`:
  // there is no more. `more` under `final` means that the text is cut inside the value. A text may move between calls,
  // not change.
  status run(const char* text, std::size_t limit, bool final);

  std::size_t begin() const noexcept { return begin_; }
  std::size_t offset() const noexcept { return pos_; }  // complete: after the value; broken: the byte at fault
  const violation& fault() const noexcept { return fault_; }
  bool object_began() const noexcept { return object_began_; }
  const std::vector<std::uint32_t>& commas() const noexcept { return commas_; }  // passed over, in order
  tape& cells() noexcept { return tape_; }
  const tape& cells() const noexcept { return tape_; }

 private:
  enum class at : std::uint8_t { value, item_or_close, item, key_or_close, key, colon, after, string };
  struct frame {
    std::uint32_t cell;      // the container's
    std::uint32_t count;     // items or members so far
    std::uint32_t id;        // of an object whose keys are in the hash table, else 0
    std::uint64_t key_bits;  // one of 64 for each of its keys, all where they are in the table: one not set is new
    type kind;               // object, array; null: outside the value
  };
  struct slot {
    std::uint32_t tag;   // of the key and its object: others have the same one time in 4 billion
    std::uint32_t cell;  // 0: free
  };
  struct text_range {
    const char* text;
    const char* end;
  };

  status pause(at state, const char* p, const char* text) noexcept;
  status fail(wanted what, const char* p, const char* text, std::size_t token) noexcept;
  const char* read_number(const char* p, text_range in, bool final, std::uint32_t& flags, bool& cut);
  const char* read_long_number(const char* p, text_range in);
  const char* read_escape(const char* p, text_range in, bool& cut);
  const char* read_unicode_escape(const char* p, text_range in, bool& cut);
  bool read_literal(const char* p, text_range in);
  const char* read_string(const char* p, text_range in, bool& cut);
  const char* check_utf8(const char* p, const char* stop, text_range in, bool& cut);
  frame* last_frame() noexcept { return frames_.data() + std::min(max_depth_, frames_.size() - 1); }
  bool key_is_new(const char* text, frame& top);
  bool same_key(const char* text, std::uint32_t a, std::uint32_t b) const;
  std::uint64_t key_hash(const char* text, std::uint32_t id, std::uint32_t key_cell) const;
  static std::uint64_t escaped_signature(const char* text, const cell& key);
  bool insert(const char* text, const frame& top, std::uint32_t key_cell);
  bool stands_in(const frame& top, std::uint32_t key_cell) const noexcept;
  void rebuild(const char* text, std::uint32_t last);

  // Where a paused run goes on.
  at state_ = at::value;
  std::size_t pos_ = 0;
  std::size_t begin_ = 0;
  std::size_t max_depth_ = 256;
  bool of_reply_ = true;
  bool object_began_ = false;
  bool in_key_ = false;
  std::uint32_t string_begin_ = 0;
  std::uint32_t string_flags_ = 0;

  tape tape_;
  std::vector<frame> frames_;  // [0, depth_] are in use; the first stands for what is around the value
  std::size_t depth_ = 0;
  std::vector<std::uint32_t> commas_;
  violation fault_;

  // Duplicate keys. Few keys of an object are compared with each other where key_bits has a hit, many go through an
  // open-addressing table whose entries of closed objects are never found again, and leave with rebuild().
  std::vector<slot> slots_;
  std::size_t used_slots_ = 0;
  std::uint32_t next_id_ = 1;
};

// JSON Pointer to the value at cell `target`, or to the member whose key stands there: linear in what stands before it.
std::string pointer_to(const char* text, const cell* cells, std::uint32_t target);

// JSON Pointer to the innermost member or item that is not closed yet.
std::string open_pointer(const char* text, const tape& cells);

}  // namespace assay
