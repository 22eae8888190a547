// Text as people may see it. A backslash stays as it is, so that what is shown once is not changed by being shown
// again.
#include <algorithm>
#include <array>
#include <iterator>

#include "assay/outcome.h"
#include "json/utf8.h"

namespace assay {
namespace {

struct code_range {
  char32_t first;
  char32_t last;
};

// What cannot be seen, or changes how the rest is seen (Unicode 15): categories Cc and Cf, line and paragraph
// separators, spaces but U+0020, and the property Default_Ignorable_Code_Point.
constexpr std::array<code_range, 29> unseen{{
    {0x0000, 0x001F},   {0x007F, 0x00A0},   {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x0600, 0x0605},
    {0x061C, 0x061C},   {0x06DD, 0x06DD},   {0x070F, 0x070F},   {0x0890, 0x0891},   {0x08E2, 0x08E2},
    {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200F},
    {0x2028, 0x202F},   {0x205F, 0x206F},   {0x3000, 0x3000},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD},
    {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
}};

bool is_unseen(char32_t code) noexcept {
  if (code < 0x7F) return code < 0x20;
  const auto after =
      std::partition_point(unseen.begin(), unseen.end(), [code](const code_range& r) { return r.first <= code; });
  return after != unseen.begin() && code <= std::prev(after)->last;
}

void append_hex(std::string& out, char32_t value, int digits) {
  constexpr std::string_view hex = "0123456789abcdef";
  for (int i = digits - 1; i >= 0; --i) out.push_back(hex[value >> (4U * static_cast<unsigned>(i)) & 15U]);
}

void append_code(std::string& out, char32_t code) {
  switch (code) {
    case '\n':
      out.append("\\n");
      return;
    case '\r':
      out.append("\\r");
      return;
    case '\t':
      out.append("\\t");
      return;
    default:
      break;
  }
  if (code <= 0xFFFF) {
    append_hex(out.append("\\u"), code, 4);
    return;
  }
  append_hex(out.append("\\u{"), code, 5);
  out.push_back('}');
}

}  // namespace

std::string shown(std::string_view text, std::size_t max) {
  std::string out;
  const char* p = text.data();
  const char* const end = p + text.size();
  for (std::size_t count = 0; p != end; ++count) {
    if (count == max) return out.append("…");
    utf8_character c = utf8_at(p, end);
    if (!c.valid) {
      c.length = 1;  // each byte for itself
      append_hex(out.append("\\x"), static_cast<unsigned char>(*p), 2);
    } else if (is_unseen(c.code)) {
      append_code(out, c.code);
    } else {
      out.append(p, c.length);
    }
    p += c.length;
  }
  return out;
}

}  // namespace assay
