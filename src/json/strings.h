// A string cell's decoded text, in pieces, without a buffer for the whole.
//
// Only strings that the reader accepted come here: every escape is complete and every surrogate has its other half.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include "assay/json.h"
#include "json/utf8.h"

namespace assay {

inline std::string_view raw_text(const char* text, const cell& c) noexcept { return {text + c.offset, c.length}; }

class string_pieces {
 public:
  string_pieces(const char* text, const cell& c) noexcept : p_(text + c.offset), end_(p_ + c.length) {}

  // The next bytes of the decoded text, valid until the next call; empty at the end.
  std::string_view next() noexcept {
    if (p_ == end_) return {};
    if (*p_ == '\\') return next_escape();
    const auto* stop = static_cast<const char*>(std::memchr(p_, '\\', static_cast<std::size_t>(end_ - p_)));
    const char* const begin = p_;
    p_ = stop == nullptr ? end_ : stop;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }

 private:
  std::string_view next_escape() noexcept {
    const char c = p_[1];
    p_ += 2;
    unsigned length = 1;
    switch (c) {
      case 'b':
        buffer_[0] = '\b';
        break;
      case 'f':
        buffer_[0] = '\f';
        break;
      case 'n':
        buffer_[0] = '\n';
        break;
      case 'r':
        buffer_[0] = '\r';
        break;
      case 't':
        buffer_[0] = '\t';
        break;
      case 'u':
        length = put_utf8(next_code(), buffer_);
        break;
      default:
        buffer_[0] = c;
        break;
    }
    return {buffer_, length};
  }

  char32_t next_code() noexcept {
    const char32_t first = hex4();
    if (first < 0xD800 || first > 0xDFFF) return first;
    p_ += 2;  // the other half's \u
    return 0x10000 + ((first & 0x3FFU) << 10U) + (hex4() & 0x3FFU);
  }

  char32_t hex4() noexcept {
    char32_t code = 0;
    for (int i = 0; i < 4; ++i, ++p_) {
      const auto c = static_cast<unsigned char>(*p_);
      code = code << 4U | (c <= '9' ? c - '0' : (c & 0xDFU) - 'A' + 10U);
    }
    return code;
  }

  const char* p_;
  const char* end_;
  char buffer_[4] = {};
};

// Appends the decoded text of a string cell to `out`.
inline void decode(const char* text, const cell& c, std::string& out) {
  if (!c.has(cell::escaped)) {
    out.append(raw_text(text, c));
    return;
  }
  string_pieces pieces{text, c};
  for (std::string_view piece = pieces.next(); !piece.empty(); piece = pieces.next()) out.append(piece);
}

// Have two string cells, of one text or of two, the same decoded text?
inline bool equal_strings(const char* text, const cell& c, const char* other_text, const cell& other) noexcept {
  if (!c.has(cell::escaped) && !other.has(cell::escaped)) return raw_text(text, c) == raw_text(other_text, other);
  string_pieces left{text, c};
  string_pieces right{other_text, other};
  std::string_view a = left.next();
  std::string_view b = right.next();
  while (!a.empty() && !b.empty()) {
    const std::size_t common = std::min(a.size(), b.size());
    if (a.substr(0, common) != b.substr(0, common)) return false;
    a.remove_prefix(common);
    b.remove_prefix(common);
    if (a.empty()) a = left.next();
    if (b.empty()) b = right.next();
  }
  return a.empty() && b.empty();
}

}  // namespace assay
