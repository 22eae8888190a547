#include "schema/hints.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "json/utf8.h"
#include "schema/assertions.h"
#include "schema/sentences.h"

namespace assay::schemas {
namespace {

constexpr std::size_t longest_word = 64;  // bytes; longer ones are not compared
constexpr std::uint32_t most_words = 256;
constexpr std::size_t longest_text = 1U << 16U;  // of a string that may hold JSON
constexpr std::uint32_t most_members = 64;
constexpr int most_wrappers = 3;

// Letters of other scripts that look like Latin ones (Unicode TR 39, the common Cyrillic and Greek).
constexpr std::array<std::pair<char32_t, char>, 32> look_alikes{{
    {0x430, 'a'}, {0x435, 'e'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x443, 'y'}, {0x445, 'x'}, {0x456, 'i'},
    {0x458, 'j'}, {0x455, 's'}, {0x4BB, 'h'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'}, {0x3BF, 'o'}, {0x3BD, 'v'},
    {0x3C1, 'p'}, {0x3B1, 'a'}, {0x3B9, 'i'}, {0x410, 'A'}, {0x412, 'B'}, {0x415, 'E'}, {0x41A, 'K'}, {0x41C, 'M'},
    {0x41D, 'H'}, {0x41E, 'O'}, {0x420, 'P'}, {0x421, 'C'}, {0x422, 'T'}, {0x425, 'X'}, {0x131, 'i'}, {0x43A, 'k'},
}};

char32_t plain(char32_t code) {
  if (code >= 0xFF01 && code <= 0xFF5E) code -= 0xFEE0;  // full width
  const auto* found =
      std::find_if(look_alikes.begin(), look_alikes.end(), [&](const auto& l) { return l.first == code; });
  if (found != look_alikes.end()) code = static_cast<unsigned char>(found->second);
  return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
}

// Lower case, look-alikes as the letters they look like, no separators.
std::u32string folded(std::string_view text) {
  std::u32string out;
  for (const char* p = text.data(); p != text.data() + text.size();) {
    const utf8_character c = utf8_at(p, text.data() + text.size());
    p += c.length;
    const bool separator = c.code == '_' || c.code == '-' || c.code == ' ' || c.code == 0x200B || c.code == 0xFEFF;
    if (!separator) out += plain(c.code);
  }
  return out;
}

std::size_t distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

// The number of slips between two words, or 3 where they are not near.
std::size_t slips(std::string_view found, std::string_view name) {
  if (found.size() > longest_word || name.size() > longest_word) return 3;
  const std::u32string a = folded(found);
  const std::u32string b = folded(name);
  if (a == b) return 0;
  const std::size_t apart = distance(a, b);
  return apart <= 2 && apart * 3 <= std::min(a.size(), b.size()) ? apart : 3;
}

bool has_all_required(const object_block& o, node object) {
  std::uint32_t found = 0;
  for (auto m = object.begin(); m != object.end(); ++m) {
    const std::uint32_t slot = find_name(o.keys, object.base(), object.cells()[m.key().index()]);
    if (slot < o.required_count) ++found;
  }
  return o.required_count != 0 && found == o.required_count;
}

}  // namespace

bool is_nearly(std::string_view found, std::string_view name) { return slips(found, name) < 3; }

std::string nearest_value(const value_set& set, node value) {
  if (!value.is(type::string) || value.source().size() > 4 * longest_word) return {};
  const std::string text = value.text();
  std::size_t best = 3;
  std::uint32_t at = none;
  for (std::uint32_t i = 0; i < std::min(set.strings.size(), most_words); ++i) {
    const std::size_t apart = slips(text, set.strings.name(i));
    if (apart < best) {
      best = apart;
      at = i;
    }
  }
  return at == none ? std::string{} : "did you mean \"" + shown(set.strings.name(at)) + "\"?";
}

std::string type_hint(node value, std::uint8_t types) {
  if (value.is(type::string) && value.source().size() <= longest_text) {
    const result<document> inside = parse(value.text());
    if (!inside || inside->root().is(type::string)) return {};
    const node held = inside->root();
    if (!has_type(held.base(), held.cells()[0], types)) return {};
    return described(held) + " stands in a string; send it without the quotes";
  }
  if (value.is(type::array) && (types & bit(type::object)) != 0 && value.size() == 1 &&
      value[std::size_t{0}].is(type::object)) {
    return "the object stands in an array; send the object itself";
  }
  if (value.is(type::object) && (types & bit(type::array)) != 0)
    return "a single object stands where an array is wanted; put it into an array";
  return {};
}

std::string object_hint(machine& run, const program& p, std::uint32_t record, node object) {
  const std::uint32_t block = p.records[record].object;
  if (block == none || object.size() > most_members) return {};
  const object_block& o = p.objects[block];
  const auto declared = [&](std::string_view name) { return o.keys.find(name) != key_table::missing; };
  if (object["type"] && object["properties"].is(type::object) && !declared("properties")) {
    return "this is a schema, not a value that fits it; send the value";
  }
  if ((object["arguments"] && object["name"] && !declared("arguments")) ||
      (object["tool_calls"] && !declared("tool_calls")) ||
      (object["function"].is(type::object) && !declared("function"))) {
    return "this is the shape of a tool call; send the object itself";
  }
  for (auto m = object.begin(); m != object.end(); ++m) {
    if (declared(m.key().text())) continue;
    node inner = *m;
    for (int depth = 0; depth < most_wrappers && inner.is(type::object); ++depth) {
      if (run.judge(record, inner.index()) || has_all_required(o, inner)) {
        return "the object is wrapped in \"" + shown(m.key().text()) + "\"; send the inner object itself";
      }
      if (inner.size() != 1) break;
      inner = *inner.begin();
    }
  }
  return {};
}

}  // namespace assay::schemas
