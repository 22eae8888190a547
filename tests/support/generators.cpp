#include "support/generators.h"

#include <array>

namespace assay::test {
namespace {

using std::size_t;
using std::string;

string times(std::string_view piece, size_t n) {
  string out;
  out.reserve(piece.size() * n);
  for (size_t i = 0; i < n; ++i) out.append(piece);
  return out;
}

string numbered(size_t n, std::string_view before, std::string_view after) {
  string out;
  for (size_t i = 0; i < n; ++i) out.append(before).append(std::to_string(i)).append(after);
  return out;
}

constexpr std::string_view note = R"({"note":"x"})";
string wrapped(std::string_view before, const string& middle, std::string_view after) {
  return string{before} + middle + string{after};
}

string members(size_t n, bool distinct) {
  string out = "{";
  for (size_t i = 0; i < n; ++i) {
    out.append(i == 0 ? "\"k" : ",\"k").append(std::to_string(distinct ? i : 0)).append("\":1");
  }
  return out + "}";
}

// Keys that differ in two places far apart, so that a hash of the first or last bytes, or of the length, collides.
string like_keys(size_t n) {
  string out = "{";
  for (size_t i = 0; i < n; ++i) {
    string digits = std::to_string(i);
    digits.insert(0, 7 - digits.size(), '0');
    out.append(i == 0 ? "\"" : ",\"").append("aaaaaaaaaaaa").append(digits).append("aaaaaaaaaaaaaaaaaaaaaaaa\":1");
  }
  return out + "}";
}

string items(size_t n) {
  string out = R"({"xs":[0)";
  for (size_t i = 1; i < n; ++i) out.append(",").append(std::to_string(i));
  return out + "]}";
}

string chain(size_t n) { return times(R"({"v":1,"next":)", n) + R"({"v":1})" + string(n, '}'); }

constexpr std::string_view list_schema =
    R"({"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":)"
    R"({"id":{"type":"integer"}},"required":["id"]}}},"required":["items"]})";
constexpr std::string_view unique_schema =
    R"({"type":"object","properties":{"xs":{"type":"array","uniqueItems":true}},"required":["xs"]})";
constexpr std::string_view pattern_schema =
    R"({"type":"object","properties":{"s":{"type":"string","pattern":"^(a+)+$"}},"required":["s"]})";
constexpr std::string_view chain_schema =
    R"({"$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#/$defs/n"}},)"
    R"("required":["v"]}},"$ref":"#/$defs/n"})";

using k = kind;
const std::array all{
    generator{"G1", 40'000, [](size_t n) { return times("{\"a\":", n); }, {k::truncated}},
    generator{"G2", 1'000'000, [](size_t n) { return string(n, '{'); }, {k::truncated}},
    generator{"G3a", 100'000, [](size_t n) { return string(n, '['); }, {k::truncated}},
    generator{"G3b", 100'000, [](size_t n) { return times("[{", n); }, {k::truncated}},
    generator{"G3c", 100'000, [](size_t n) { return times("{\"a\":[", n); }, {k::truncated}},
    generator{"G4", 100'000, [](size_t n) { return times("{\"a\":", n) + "1" + string(n, '}'); }, {k::bad_json}},
    generator{"G5", 100'000, [](size_t n) { return "{\"a\":" + string(n, '[') + string(n, ']') + "}"; }, {k::bad_json}},
    generator{"G6", 500'000, [](size_t n) { return times("{\"", n); }, {k::truncated}},
    generator{"G7a", 300'000, [](size_t n) { return times("\"{", n); }, {k::truncated}},
    generator{"G7b", 300'000, [](size_t n) { return times("{\"{", n); }, {k::truncated, k::bad_json}},
    generator{"G7c", 300'000, [](size_t n) { return times("\\\"{", n); }, {k::truncated}},
    generator{"G8", 100'000, [](size_t n) { return wrapped("{\"a\": \"", times("x\" y ", n), "\"}"); }, {k::bad_json}},
    generator{"G9", 20'000, [](size_t n) { return times("{\"k\": \"v\", ", n); }, {k::truncated, k::bad_json}},
    generator{"G10", 100'000, [](size_t n) { return times("{\"k\": \"v\"} ", n); }, {k::accepted}},
    generator{"G11", 100'000, [](size_t n) { return numbered(n, "{\"k\": ", "} "); }, {k::ambiguous}},
    generator{"G12", 100'000, [](size_t n) { return numbered(n, "{\"k\": ", "} ") + " {\"k\": "; }, {k::truncated}},
    generator{"G13", 50'000, [](size_t n) { return times("```json\n{\"a\": \n```\n", n); }, {k::bad_json}},
    generator{"G14", 50'000, [](size_t n) { return times("```json\n", n) + string{note}; }, {k::accepted}},
    generator{"G15", 1'000'000, [](size_t n) { return wrapped("```json", string(n, ' '), "x"); }, {k::no_json}},
    generator{"G16", 500'000, [](size_t n) { return string(n, '`') + string{note} + string(n, '`'); }, {k::accepted}},
    generator{"G17", 1'000'000, [](size_t n) { return wrapped("{\"note\":\"", string(n, 'x'), "\"}"); }, {k::accepted}},
    generator{"G18", 1'000'000, [](size_t n) { return wrapped("{\"note\":\"", string(n, 'x'), ""); }, {k::truncated}},
    generator{
        "G19a", 500'000, [](size_t n) { return wrapped("{\"note\":\"", times("\\\\", n), "\"}"); }, {k::accepted}},
    generator{
        "G19b", 500'000, [](size_t n) { return wrapped("{\"note\":\"", times("\\\\", n), "\\\"}"); }, {k::truncated}},
    generator{
        "G20", 200'000, [](size_t n) { return wrapped("{\"note\":\"", times("\\u0041", n), "\"}"); }, {k::accepted}},
    generator{"G21a", 1'000'000, [](size_t n) { return string(n, 'a'); }, {k::no_json}},
    generator{"G21b", 1'000'000, [](size_t n) { return times("lorem ipsum ", n); }, {k::no_json}},
    generator{"G22a", 100'000, [](size_t n) { return times("<think>", n) + string{note}; }, {k::truncated}},
    generator{"G22b",
              100'000,
              [](size_t n) { return times("<think>", n) + times("</think>", n) + string{note}; },
              {k::accepted}},
    generator{"G23", 100'000, [](size_t n) { return times("<think>x</think>", n) + string{note}; }, {k::accepted}},
    generator{"G24a", 500'000, [](size_t n) { return string(n, '<'); }, {k::no_json}},
    generator{"G24b", 500'000, [](size_t n) { return times("<tool", n); }, {k::no_json}},
    generator{"G24c", 500'000, [](size_t n) { return times("<\xef\xbd\x9c", n); }, {k::no_json}},
    generator{"G25a", 1'000'000, [](size_t n) { return string{note} + string(n, '\n'); }, {k::accepted}},
    generator{"G25b", 1'000'000, [](size_t n) { return string(n, '\n') + string{note}; }, {k::accepted}},
    generator{"G25c", 1'000'000, [](size_t n) { return string(n, '\n'); }, {k::empty}},
    generator{"G26", 100'000, [](size_t n) { return wrapped("{\"id\": ", string(n, '9'), "}"); }, {k::bad_json}},
    generator{"G27", 10'000, [](size_t n) { return wrapped("{\"x\": 1e", string(n, '9'), "}"); }, {k::bad_json}},
    generator{"G28a", 200'000, [](size_t n) { return members(n, true); }, {k::accepted}},
    generator{"G28b", 200'000, [](size_t n) { return members(n, false); }, {k::bad_json}},
    generator{"G28c", 200'000, like_keys, {k::accepted}},
    generator{"G29", 100'000, items, {k::accepted, k::schema}, unique_schema},
    generator{
        "G30", 40, [](size_t n) { return wrapped("{\"s\":\"", string(n, 'a'), "b\"}"); }, {k::schema}, pattern_schema},
    generator{"G31", 100, chain, {k::accepted}, chain_schema},
    generator{"G31deep", 5'000, chain, {k::bad_json}, chain_schema},
    generator{
        "G32", 50'000, [](size_t n) { return "{\"items\":[" + times("{\"id\":1},", n); }, {k::truncated}, list_schema},
    generator{"G33",
              50'000,
              [](size_t n) { return wrapped("{\"items\":[", times("{\"id\":\"x\"},", n), "{}]}"); },
              {k::schema},
              list_schema},
    // Not in the published list: shapes that a look-ahead or a look-back could make quadratic.
    generator{"tags_cut", 100'000, [](size_t n) { return times("<think>`</think>`", n); }, {k::truncated}},
    generator{"channels", 100'000, [](size_t n) { return times("<|channel|>", n); }, {k::truncated}},
    generator{
        "ticked_functions", 100'000, [](size_t n) { return times("`<function=", n); }, {k::tool_call, k::no_json}},
    generator{"ticked_opens", 100'000, [](size_t n) { return times("`<think>", n); }, {k::truncated}},
    generator{"keys_after", 100'000, [](size_t n) { return times("{}, \"a ", n); }, {k::truncated, k::accepted}},
    generator{"braces_open", 300'000, [](size_t n) { return times("{a:", n); }, {k::truncated}},
    generator{"braces_near", 300'000, [](size_t n) { return times("{a:}", n); }, {k::bad_json}},
    generator{"fence_words", 100'000, [](size_t n) { return times("```a ", n); }, {k::empty, k::no_json}},
    generator{"fence_spaces",
              2'000,
              [](size_t n) { return times("```" + string(300, ' '), n) + "x"; },
              {k::no_json, k::empty}},
};

}  // namespace

std::span<const generator> generators() { return all; }

const generator* generator_named(std::string_view name) {
  for (const generator& g : all) {
    if (g.name == name) return &g;
  }
  return nullptr;
}

std::uint64_t noise::next() noexcept {  // splitmix64
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

}  // namespace assay::test
