#include "support/independent.h"

#include <set>
#include <vector>

namespace assay::test {
namespace {

using json = nlohmann::json;

// Builds nothing: only watches for a key that its object has already.
class duplicates : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    keys_.emplace_back();
    return true;
  }
  bool key(string_t& k) override { return keys_.back().insert(k).second; }
  bool end_object() override {
    keys_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

std::string tidied(const outcome& o, std::string_view reply) {
  std::string text{reply.substr(o.where.begin, o.where.end - o.where.begin)};
  for (const fix& f : o.fixes) {
    const std::size_t begin = f.where.begin - o.where.begin;
    const std::size_t end = f.where.end - o.where.begin;
    for (std::size_t i = begin; i < end; ++i) text[i] = ' ';
    if (f.rule == fix_rule::trailing_comma) continue;
    const std::size_t after = text.find_first_not_of(" \t\r\n", end);
    const std::size_t before = text.find_last_not_of(" \t\r\n", begin - 1);
    if (text[after] == ',') {
      text[after] = ' ';
    } else if (text[before] == ',') {
      text[before] = ' ';
    }
  }
  return text;
}

json strict(std::string_view text) {
  duplicates watch;
  if (!json::sax_parse(text, &watch)) return json(json::value_t::discarded);
  return json::parse(text, nullptr, false);
}

std::string disagreement(const outcome& o, std::string_view reply) {
  const std::string text = tidied(o, reply);
  const json independent = strict(text);
  // nlohmann refuses a number past the double range; the text is then all that can be compared.
  const std::string compact = to_json(o.value.root());
  const json ours = json::parse(compact, nullptr, false);
  if (independent.is_discarded() != ours.is_discarded()) return "the span does not parse: " + text;
  if (independent != ours) return "another value: " + compact + " from " + text;
  if (ours.is_discarded() && !parse(text)) return "neither parses: " + text;
  return {};
}

}  // namespace assay::test
