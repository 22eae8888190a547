// JSONTestSuite, each file as a member's value, and agreement with two independent parsers over mutated texts.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "assay/check.h"
#include "support/case_file.h"
#include "support/generators.h"
#include "support/independent.h"

namespace assay::test {
namespace {

using names = std::set<std::string, std::less<>>;

// A duplicate key is bad_json here (rule 7), and legal in RFC 8259.
const names refused_y{"y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"};

// One comma after the last value is their only fault: accepted, with that fix (rule 6). The first is `[""],`, whose
// comma stands before our closing brace.
const names tidied_n{"n_array_comma_after_close.json", "n_array_extra_comma.json", "n_array_number_and_comma.json",
                     "n_object_trailing_comma.json"};

// The file ends inside a string or a container, which takes our closing brace with it, so that the reply is cut.
const names cut_n{"n_object_unterminated-value.json",
                  "n_string_escaped_backslash_bad.json",
                  "n_string_incomplete_escape.json",
                  "n_string_single_doublequote.json",
                  "n_structure_array_with_unclosed_string.json",
                  "n_structure_comma_instead_of_closing_brace.json",
                  "n_structure_open_array_open_object.json",
                  "n_structure_open_array_open_string.json",
                  "n_structure_open_object.json",
                  "n_structure_open_object_open_string.json",
                  "n_structure_unclosed_object.json"};

// Numbers inside our limits (1,000 digits, exponents to 1,000) are kept as written; every other i_ file is bad_json:
// surrogates that are alone, bytes that are not UTF-8, exponents past the limit, a byte-order mark inside, depth.
const names accepted_i{"i_number_double_huge_neg_exp.json", "i_number_too_big_neg_int.json",
                       "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json"};

constexpr std::size_t y_count = 95;
constexpr std::size_t n_count = 188;
constexpr std::size_t i_count = 35;

std::filesystem::path suite_folder() {
  const char* suites = std::getenv("ASSAY_SUITES");
  return suites == nullptr ? std::filesystem::path{} : std::filesystem::path{suites} / "JSONTestSuite" / "test_parsing";
}

// The suite's files by name, or none where it is absent.
std::map<std::string, std::string> suite_files() {
  std::map<std::string, std::string> files;
  if (!std::filesystem::is_directory(suite_folder())) return files;
  for (const auto& entry : std::filesystem::directory_iterator{suite_folder()}) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in{entry.path(), std::ios::binary};
    files[entry.path().filename().string()] = std::string{std::istreambuf_iterator<char>{in}, {}};
  }
  return files;
}

class JsonSuite : public testing::Test {
 protected:
  void SetUp() override {
    files_ = suite_files();
    if (!files_.empty()) return;
    const char* ci = std::getenv("CI");
    ASSERT_FALSE(ci != nullptr && std::string_view{ci} == "true") << "NOT RUN: ASSAY_SUITES names no JSONTestSuite";
    GTEST_SKIP() << "NOT RUN: ASSAY_SUITES names no folder with JSONTestSuite/test_parsing";
  }

  static outcome as_member(const std::string& bytes) { return check("{\"value\": " + bytes + "}"); }

  std::size_t each(char letter, const std::function<void(const std::string&, const std::string&)>& visit) const {
    std::size_t count = 0;
    for (const auto& [file, bytes] : files_) {
      if (file[0] != letter) continue;
      ++count;
      visit(file, bytes);
    }
    return count;
  }

  std::map<std::string, std::string> files_;
};

TEST_F(JsonSuite, EveryYIsAcceptedWithItsValueButTheTwoWithADuplicateKey) {
  const std::size_t count = each('y', [](const std::string& file, const std::string& bytes) {
    const outcome o = as_member(bytes);
    if (refused_y.contains(file)) {
      EXPECT_EQ(name(o.kind), "bad_json") << file;
      return;
    }
    ASSERT_EQ(name(o.kind), "accepted") << file << ": " << o.message();
    EXPECT_TRUE(o.fixes.empty()) << file;
    EXPECT_EQ(nlohmann::json::parse(to_json(o.value["value"])), nlohmann::json::parse(bytes)) << file;
    EXPECT_TRUE(parse(bytes)) << file;
  });
  EXPECT_EQ(count, y_count);
}

TEST_F(JsonSuite, EveryNIsRejectedButThoseWhoseOnlyFaultIsOneTrailingComma) {
  const std::size_t count = each('n', [](const std::string& file, const std::string& bytes) {
    const outcome o = as_member(bytes);
    EXPECT_FALSE(parse(bytes)) << file;
    if (tidied_n.contains(file)) {
      EXPECT_EQ(name(o.kind), "accepted") << file;
      ASSERT_EQ(o.fixes.size(), 1U) << file;
      EXPECT_EQ(o.fixes[0].rule, fix_rule::trailing_comma);
      return;
    }
    EXPECT_EQ(name(o.kind), cut_n.contains(file) ? "truncated" : "bad_json") << file << ": " << o.message();
  });
  EXPECT_EQ(count, n_count);
}

TEST_F(JsonSuite, EveryIIsDecided) {
  const std::size_t count = each('i', [](const std::string& file, const std::string& bytes) {
    const outcome o = as_member(bytes);
    EXPECT_EQ(name(o.kind), accepted_i.contains(file) ? "accepted" : "bad_json") << file << ": " << o.message();
    if (o.accepted()) EXPECT_NE(bytes.find(o.value["value"].source()), std::string::npos) << file;
  });
  EXPECT_EQ(count, i_count);
}

// What the independent parsers do not know or know differently: \b and \f before a letter; NUL, which ends a text for
// one of them.
bool of_our_own(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) return true;
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text[i] != '\\') continue;
    const bool letter = std::isalpha(static_cast<unsigned char>(text[i + 2])) != 0;
    if ((text[i + 1] == 'b' || text[i + 1] == 'f') && letter) return true;
    ++i;
  }
  return false;
}

std::string mutated(const std::string& base, noise& random) {
  static constexpr std::string_view alphabet =
      "{}[]\",:\\/ \n\t0123456789-+.eEtrufalsn\x01\x7f\x80\xc3\xa9\xe2\xed\xf0";
  std::string text = base;
  for (std::size_t changes = random.below(3) + 1; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random.below(text.size());
    const std::size_t other = random.below(text.size());
    switch (random.below(5)) {
      case 0:
        text[at] = alphabet[random.below(alphabet.size())];
        break;
      case 1:
        text.erase(at, 1);
        break;
      case 2:
        text.insert(at, 1, alphabet[random.below(alphabet.size())]);
        break;
      case 3:
        text.insert(at, text.substr(other, random.below(12)));
        break;
      default:
        std::swap(text[at], text[other]);
    }
  }
  return text;
}

void expect_agreement(const std::string& text, simdjson::dom::parser& dom, std::size_t& accepted) {
  const result<document> ours = parse(text);
  const nlohmann::json theirs = strict(text);
  simdjson::dom::element element;
  const simdjson::error_code error = dom.parse(simdjson::padded_string{text}).get(element);
  if (of_our_own(text)) return;
  if (!ours) {
    EXPECT_TRUE(theirs.is_discarded()) << text << "\n" << ours.error().message;
    return;
  }
  ++accepted;
  if (theirs.is_discarded()) {  // a number that is no double: our own rules keep it
    EXPECT_EQ(error, simdjson::NUMBER_ERROR) << text;
    return;
  }
  EXPECT_EQ(nlohmann::json::parse(to_json(ours->root())), theirs) << text;
  if (error == simdjson::NUMBER_ERROR) return;  // an integer past 64 bits
  ASSERT_EQ(error, simdjson::SUCCESS) << text;
  EXPECT_EQ(nlohmann::json::parse(simdjson::minify(element)), theirs) << text;
}

void expect_agreement_around(const std::vector<std::string>& bases, std::size_t rounds) {
  noise random{2026};
  simdjson::dom::parser dom;
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < rounds; ++i) {
    expect_agreement(mutated(bases[random.below(bases.size())], random), dom, accepted);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(accepted, rounds / 50);
  EXPECT_LT(accepted, rounds - rounds / 50);
}

TEST(Agreement, WithTwoIndependentParsersOverMutatedCases) {
  std::vector<std::string> bases;
  for (const check_case& c : all_cases()) {
    if (!c.text.empty() && c.text.size() < 400)
      bases.push_back(c.reply.substr(c.where.begin, c.where.end - c.where.begin));
  }
  expect_agreement_around(bases, 100'000);
}

TEST_F(JsonSuite, AgreesWithTwoIndependentParsersWhenMutated) {
  std::vector<std::string> bases;
  for (const auto& [file, bytes] : files_) {
    if (file[0] != 'i' && bytes.size() < 400 && !bytes.empty()) bases.push_back(bytes);
  }
  expect_agreement_around(bases, 100'000);
}

}  // namespace
}  // namespace assay::test
