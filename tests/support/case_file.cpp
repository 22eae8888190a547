#include "support/case_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "support/exact.h"

namespace assay::test {
namespace {

using json = nlohmann::ordered_json;

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "case files: " << why << "\n";
  std::exit(1);
}

std::string decode_base64(std::string_view text) {
  static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int have = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) give_up("bad base64: " + std::string{text});
    bits = (bits << 6U | static_cast<unsigned>(digit)) & 0xFFFFFFU;
    have += 6;
    if (have >= 8) out.push_back(static_cast<char>(bits >> static_cast<unsigned>(have -= 8) & 0xFFU));
  }
  return out;
}

void read_options(check_case& c, const json& given) {
  c.plain = false;
  for (const auto& [key, value] : given.items()) {
    if (key == "several") {
      c.options.several = value == "last" ? several::last : several::fits;
    } else if (key == "reasoning") {
      c.options.reasoning = reasoning::none;
    } else if (key == "max_depth") {
      c.options.max_depth = value.get<std::size_t>();
    } else if (key == "max_bytes") {
      c.options.max_bytes = value.get<std::size_t>();
    } else if (key == "null_is_absent") {
      c.options.null_is_absent = value.get<bool>();
    } else if (key == "declined") {
      c.options.declined = declines{value.at("field"), value.at("reason")};
    } else {
      give_up(c.id + ": unknown option " + key);
    }
  }
}

span read_span(const json& pair, std::size_t at) {
  return {pair[at].get<std::size_t>(), pair[at + 1].get<std::size_t>()};
}

check_case read_case(const std::string& family, const std::string& line) {
  const json given = json::parse(line);
  check_case c;
  c.family = family;
  c.line = line;
  c.id = given.at("id");
  c.reply = given.contains("reply") ? given["reply"].get<std::string>()
                                    : decode_base64(given.at("reply_base64").get<std::string>());
  if (!given.at("schema").is_null()) c.schema = given["schema"].dump();
  if (given.contains("options")) read_options(c, given["options"]);
  const std::optional<kind> k = kind_named(given.at("kind").get<std::string>());
  if (!k) give_up(c.id + ": unknown kind");
  c.kind = *k;
  c.text = given.value("text", "");
  if (given.contains("span")) c.where = read_span(given["span"], 0);
  for (const json& fix : given.value("fixes", json::array())) c.fixes.push_back({fix[0], read_span(fix, 1)});
  c.declined_reason = given.value("reason_text", "");
  return c;
}

std::vector<check_case> read_all() {
  const std::filesystem::path folder = std::filesystem::path{ASSAY_ROOT} / "tests" / "cases";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<check_case> cases;
  for (const auto& file : files) {
    std::ifstream in{file};
    for (std::string line; std::getline(in, line);) cases.push_back(read_case(file.stem().string(), line));
  }
  if (cases.empty()) give_up("no case in " + folder.string());
  return cases;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const check_case& c) { return out << c.family << "/" << c.id; }

const std::vector<check_case>& all_cases() {
  static const std::vector<check_case> cases = read_all();
  return cases;
}

const check_case& case_named(std::string_view id) {
  for (const check_case& c : all_cases()) {
    if (c.id == id) return c;
  }
  give_up("no case " + std::string{id});
}

std::vector<check_case> accepted_cases() {
  std::vector<check_case> accepted;
  for (const check_case& c : all_cases()) {
    if (c.plain && c.kind == kind::accepted) accepted.push_back(c);
  }
  return accepted;
}

std::vector<check_case> accepted_objects() {
  std::vector<check_case> objects = accepted_cases();
  std::erase_if(objects,
                [](const check_case& c) { return c.text.front() != '{' || c.where.end - c.where.begin > 600; });
  return objects;
}

std::string test_name(const check_case& c) {
  std::string name = c.family + "_" + c.id;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

std::optional<schema> schema_of(const check_case& c) {
  if (c.schema.empty()) return std::nullopt;
  result<schema> compiled = schema::compile(c.schema);
  if (!compiled) give_up(c.id + ": " + compiled.error().message);
  return *compiled;
}

outcome check_with(const std::optional<schema>& s, std::string_view reply, const options& o, const facts& f) {
  const exact copy{reply};
  return s ? check(copy.view(), *s, o, f) : check(copy.view(), o, f);
}

reader reader_with(const std::optional<schema>& s, const options& o) { return s ? reader{*s, o} : reader{o}; }

std::string value_of(const outcome& o) { return o.value ? to_json(o.value.root()) : std::string{}; }

bool same_value(const outcome& a, const outcome& b) {
  return a.value && b.value && equal(a.value.root(), b.value.root());
}

outcome feed_split(reader& r, std::string_view reply, const std::vector<std::size_t>& cuts, const facts& f) {
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    const exact piece{reply.substr(from, cut - from)};
    r.feed(piece.view());
    from = cut;
  }
  const exact rest{reply.substr(from)};
  r.feed(rest.view());
  return r.finish(f);
}

outcome feed_bytes(reader& r, std::string_view reply, const facts& f) {
  for (std::size_t i = 0; i < reply.size(); ++i) {
    const exact piece{reply.substr(i, 1)};
    r.feed(piece.view());
  }
  return r.finish(f);
}

}  // namespace assay::test
