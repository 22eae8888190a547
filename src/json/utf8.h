// One character of UTF-8 at a time, for texts that nobody has checked; checked text goes through scan.
#pragma once

namespace assay {

struct utf8_character {
  char32_t code = 0;  // U+FFFD where the bytes are not UTF-8
  unsigned length =
      1;  // bytes taken; of ill-formed bytes, those of the longest start of a character (Unicode 3.9, U+FFFD)
  bool valid = false;
};

// The character at `p`, which is before `end`. Reads nothing at or past `end`.
inline utf8_character utf8_at(const char* p, const char* end) noexcept {
  const auto lead = static_cast<unsigned char>(*p);
  if (lead < 0x80) return {lead, 1, true};
  if (lead < 0xC2 || lead > 0xF4) return {0xFFFD, 1, false};
  const unsigned more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;  // Unicode 15, table 3-7
  unsigned top = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code = lead & (0x3FU >> more);
  for (unsigned i = 1; i <= more; ++i) {
    if (p + i == end) return {0xFFFD, i, false};
    const auto c = static_cast<unsigned char>(p[i]);
    if (c < low || c > top) return {0xFFFD, i, false};
    code = code << 6U | (c & 0x3FU);
    low = 0x80;
    top = 0xBF;
  }
  return {code, more + 1, true};
}

// Writes the UTF-8 of `code`, a Unicode scalar value, to `out` (room for 4) and returns its length.
inline unsigned put_utf8(char32_t code, char* out) noexcept {
  const auto byte = [](char32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
  if (code < 0x80) {
    out[0] = byte(code);
    return 1;
  }
  if (code < 0x800) {
    out[0] = byte(0xC0U | code >> 6U);
    out[1] = byte(0x80U | (code & 0x3FU));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = byte(0xE0U | code >> 12U);
    out[1] = byte(0x80U | (code >> 6U & 0x3FU));
    out[2] = byte(0x80U | (code & 0x3FU));
    return 3;
  }
  out[0] = byte(0xF0U | code >> 18U);
  out[1] = byte(0x80U | (code >> 12U & 0x3FU));
  out[2] = byte(0x80U | (code >> 6U & 0x3FU));
  out[3] = byte(0x80U | (code & 0x3FU));
  return 4;
}

// Utf-8 of the scripts of two and three bytes in short runs, where a call to the kernel would cost more than it saves.
// Returns where it gave up; everything before is well formed.
inline const char* short_utf8(const char* p, const char* end) noexcept {
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

}  // namespace assay
