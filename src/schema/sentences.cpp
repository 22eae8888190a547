#include "schema/sentences.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json/value_reader.h"
#include "schema/assertions.h"
#include "schema/hints.h"

namespace assay::schemas {
namespace {

std::string plural(std::uint32_t count, std::string_view one, std::string_view more) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : more);
}

std::string quoted(std::string_view text) { return "\"" + shown(text) + "\""; }

problem limit(node value, std::string_view keyword, std::string expected, std::string found) {
  problem out = about(value, keyword, "expected " + expected + ", found " + found);
  out.expected = std::move(expected);
  out.found = std::move(found);
  return out;
}

std::optional<problem> values_problem(const program& p, const value_set& set, node value) {
  if (is_one_of(p, set, value)) return std::nullopt;
  std::vector<std::string> allowed;
  for (std::uint32_t i = set.cells.begin; i < set.cells.end; ++i)
    allowed.push_back(shown(p.at(p.value_cells[i]).source()));
  const std::string pointer = pointer_to(value.base(), value.cells(), value.index());
  const bool scalar = !value.is(type::object) && !value.is(type::array);
  const std::string found = scalar ? shown(value.source()) : described(value);
  const std::string rule = set.is_const || allowed.size() == 1
                               ? "which is not " + allowed.front()
                               : "which is not one of the " + std::to_string(allowed.size()) + " allowed values";
  problem out = about(value, set.is_const ? "const" : "enum", "");
  out.message = (pointer.empty() ? "the value" : shown(pointer)) + " is " + found + ", " + rule;
  out.expected = (allowed.size() == 1 ? "" : "one of ") + listed(allowed);
  out.found = found;
  out.hint = nearest_value(set, value);
  return out;
}

std::optional<problem> string_problem(const program& p, const string_block& s, node value) {
  const cell& c = value.cells()[value.index()];
  if (!length_fits(value.base(), c, s.min_length, s.max_length)) {
    const std::uint32_t count = count_characters(value.base(), c);
    const bool few = count < s.min_length;
    return limit(
        value, few ? "minLength" : "maxLength",
        (few ? "at least " : "at most ") + plural(few ? s.min_length : s.max_length, "character", "characters"),
        plural(count, "character", "characters"));
  }
  if (s.pattern == none || matches(*p.patterns[s.pattern], value.base(), c)) return std::nullopt;
  return limit(value, "pattern", "a string that matches " + shown(p.patterns[s.pattern]->source(), 120),
               shown(value.source()));
}

std::optional<problem> number_problem(const program& p, const number_block& n, node value) {
  const cell& c = value.cells()[value.index()];
  struct rule {
    const bound& limit;
    std::string_view keyword;
    std::string_view words;
    bool (*broken)(int order);
  };
  const std::array<rule, 4> rules{{
      {n.minimum, "minimum", "at least ", [](int order) { return order < 0; }},
      {n.maximum, "maximum", "at most ", [](int order) { return order > 0; }},
      {n.exclusive_minimum, "exclusiveMinimum", "more than ", [](int order) { return order <= 0; }},
      {n.exclusive_maximum, "exclusiveMaximum", "less than ", [](int order) { return order >= 0; }},
  }};
  for (const rule& r : rules) {
    if (r.limit.cell == none || !r.broken(compare_to(p, r.limit, value.base(), c))) continue;
    return limit(value, r.keyword, std::string(r.words) + shown(p.at(r.limit.cell).source()), shown(value.source()));
  }
  if (n.multiple_of.cell == none || is_multiple(value.source(), p.at(n.multiple_of.cell).source())) return std::nullopt;
  return limit(value, "multipleOf", "a multiple of " + shown(p.at(n.multiple_of.cell).source()), shown(value.source()));
}

std::optional<problem> too_few(const program& p, const record& r, node value) {
  const std::uint32_t count = count_of(value.cells(), value.index());
  if (value.is(type::array) && r.array != none && count < p.arrays[r.array].min_items) {
    return limit(value, "minItems", "at least " + plural(p.arrays[r.array].min_items, "item", "items"),
                 plural(count, "item", "items"));
  }
  if (value.is(type::object) && r.object != none && count < p.objects[r.object].min_properties) {
    return limit(value, "minProperties", "at least " + plural(p.objects[r.object].min_properties, "member", "members"),
                 plural(count, "member", "members"));
  }
  if (value.is(type::array) && r.array != none && p.arrays[r.array].unique && !all_different(value)) {
    return about(value, "uniqueItems", "two items are equal, and all must differ");
  }
  return std::nullopt;
}

}  // namespace

std::string type_words(std::uint8_t types) {
  if ((types & bit(type::number)) != 0) types &= static_cast<std::uint8_t>(~integer_bit);
  constexpr std::array<std::pair<std::uint8_t, std::string_view>, 7> words{{
      {bit(type::object), "an object"},
      {bit(type::array), "an array"},
      {bit(type::string), "a string"},
      {integer_bit, "an integer"},
      {bit(type::number), "a number"},
      {bit(type::boolean), "true or false"},
      {bit(type::null), "null"},
  }};
  std::string out;
  std::uint8_t left = types;
  for (const auto& [one, word] : words) {
    if ((types & one) == 0) continue;
    left &= static_cast<std::uint8_t>(~one);
    if (!out.empty()) out += left == 0 ? " or " : ", ";
    out += word;
  }
  return out.empty() ? "nothing" : out;
}

std::string described(node value) {
  switch (value.type()) {
    case type::object:
      return value.size() == 0 ? "an empty object" : "an object";
    case type::array:
      return value.size() == 0 ? "an empty array" : "an array";
    case type::string:
      return "the string " + shown(value.source());
    case type::number:
      return "the number " + shown(value.source());
    default:
      return std::string(value.source());
  }
}

std::string listed(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
  return out;
}

problem about(node value, std::string_view keyword, std::string sentence) {
  problem out;
  out.pointer = pointer_to(value.base(), value.cells(), value.index());
  out.keyword = keyword;
  out.message = out.pointer.empty() ? std::move(sentence) : shown(out.pointer, 200) + ": " + std::move(sentence);
  out.offset = value.offset();
  return out;
}

problem wrong_type(node value, std::uint8_t types) {
  problem out = types == 0 ? about(value, "", "no value is allowed here, found " + described(value))
                           : limit(value, "type", type_words(types), described(value));
  out.found = described(value);
  out.hint = type_hint(value, types);
  return out;
}

problem unexpected_member(node object, node key, const std::vector<std::string>& allowed) {
  std::vector<std::string> names;
  names.reserve(allowed.size());
  for (const std::string& name : allowed) names.push_back(quoted(name));
  const std::string found = quoted(key.text());
  problem out = about(object, "additionalProperties",
                      "unexpected property " + found +
                          (names.empty() ? "; none is allowed"
                                         : (names.size() == 1 ? "; allowed is " : "; allowed are ") + listed(names)));
  out.expected = names.empty() ? "no properties" : "only the properties " + listed(names);
  out.found = found;
  out.pointer = pointer_to(key.base(), key.cells(), key.index());
  out.offset = key.offset();
  return out;
}

problem missing_member(node object, std::string_view name) {
  problem out = about(object, "required", "required property " + quoted(name) + " is missing");
  out.expected = "a property " + quoted(name);
  return out;
}

std::optional<problem> too_many(const program& p, const record& r, node value, std::uint32_t count) {
  if (value.is(type::array) && r.array != none && count > p.arrays[r.array].max_items) {
    return limit(value, "maxItems", "at most " + plural(p.arrays[r.array].max_items, "item", "items"),
                 plural(count, "item", "items"));
  }
  if (value.is(type::object) && r.object != none && count > p.objects[r.object].max_properties) {
    return limit(value, "maxProperties", "at most " + plural(p.objects[r.object].max_properties, "member", "members"),
                 plural(count, "member", "members"));
  }
  return std::nullopt;
}

std::optional<problem> own_problem(const program& p, const record& r, node value, bool open) {
  if (!has_type(value.base(), value.cells()[value.index()], r.types)) return wrong_type(value, r.types);
  const bool container = value.is(type::object) || value.is(type::array);
  if (r.values != none && (!open || !container)) {
    if (auto out = values_problem(p, p.values[r.values], value)) return out;
  }
  if (value.is(type::string) && r.string != none) return string_problem(p, p.strings[r.string], value);
  if (value.is(type::number) && r.number != none) return number_problem(p, p.numbers[r.number], value);
  if (!container || open) return std::nullopt;
  if (auto out = too_many(p, r, value, count_of(value.cells(), value.index()))) return out;
  return too_few(p, r, value);
}

}  // namespace assay::schemas
