// The official JSON-Schema-Test-Suite, draft 2020-12: everything that is required, but what is listed here by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "assay/schema.h"

namespace assay {
namespace {

// Groups that this version refuses to compile, as `unsupported`; any other refusal, and any wrong answer, is a failure.
struct not_served {
  std::string_view file;
  std::string_view group;  // empty: all that the file holds may be refused
  std::string_view reason;
};
constexpr std::array not_served_yet{
    not_served{"dynamicRef.json", "", "$dynamicRef is not served"},
    not_served{"refRemote.json", "", "remote references are not served"},
    not_served{"vocabulary.json", "", "dialects of one's own are not served"},
    not_served{"defs.json", "validate definition against metaschema", "refers to the metaschema, a remote document"},
    not_served{"ref.json", "remote ref, containing refs itself", "refers to the metaschema, a remote document"},
    not_served{"unevaluatedItems.json", "unevaluatedItems with $dynamicRef", "$dynamicRef is not served"},
    not_served{"unevaluatedProperties.json", "unevaluatedProperties with $dynamicRef", "$dynamicRef is not served"},
};

bool may_be_refused(std::string_view file, std::string_view group) {
  return std::any_of(not_served_yet.begin(), not_served_yet.end(),
                     [&](const not_served& n) { return n.file == file && (n.group.empty() || n.group == group); });
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

// \b and \f before a letter are legal JSON that the reader refuses (in a reply they are LaTeX); the suite has them in
// names, so they are written as \u0008 and \u000c here.
std::string without_short_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char escape = text[++i];
    out += escape == 'b' ? "\\u0008" : escape == 'f' ? "\\u000c" : std::string("\\") + escape;
  }
  return out;
}

struct score {
  int groups = 0;
  int refused = 0;
  int right = 0;
};

void run_group(const std::string& file, node group, score& s) {
  const std::string title = group["description"].text();
  ++s.groups;
  const result<schema> compiled = schema::compile(group["schema"].source());
  if (!compiled) {
    ++s.refused;
    EXPECT_EQ(compiled.error().code, failure_code::unsupported)
        << file << ": " << title << ": " << compiled.error().message;
    EXPECT_TRUE(may_be_refused(file, title)) << file << ": " << title << ": " << compiled.error().message;
    return;
  }
  for (const node test : group["tests"]) {
    const std::string name = file + ": " + title + ": " + test["description"].text();
    const bool valid = compiled->accepts(test["data"]);
    EXPECT_EQ(valid, test["valid"].truth()) << name;
    EXPECT_EQ(compiled->problems(test["data"]).empty(), valid) << name;
    if (valid == test["valid"].truth()) ++s.right;
  }
}

TEST(SchemaSuite, AnswersAllThatDraft202012Requires) {
  const char* suites = std::getenv("ASSAY_SUITES");
  const std::filesystem::path folder =
      std::filesystem::path{suites == nullptr ? "" : suites} / "JSON-Schema-Test-Suite" / "tests" / "draft2020-12";
  if (suites == nullptr || !std::filesystem::is_directory(folder)) {
    const char* ci = std::getenv("CI");
    ASSERT_FALSE(ci != nullptr && std::string_view{ci} == "true") << "NOT RUN: ASSAY_SUITES does not lead to the suite";
    GTEST_SKIP() << "NOT RUN: set ASSAY_SUITES to the folder that holds JSON-Schema-Test-Suite";
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder}) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  EXPECT_GE(files.size(), 40U);
  score s;
  for (const std::filesystem::path& path : files) {
    const result<document> groups = parse(without_short_escapes(read(path)));
    ASSERT_TRUE(groups) << path << ": " << groups.error().message;
    for (const node group : groups->root()) run_group(path.filename().string(), group, s);
  }
  EXPECT_GE(s.right, 1200);
  std::printf("%d groups, %d of them not served; %d answers right\n", s.groups, s.refused, s.right);
}

}  // namespace
}  // namespace assay
