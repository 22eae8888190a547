// The case files through the program: one `assay check --jsonl` over all of them gives what the library gives.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/check.h"
#include "support/case_file.h"

namespace assay::test {
namespace {

std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  FILE* out = popen(command.c_str(), "r");
  if (out == nullptr) return lines;
  std::string all;
  for (int c = std::fgetc(out); c != EOF; c = std::fgetc(out)) all.push_back(static_cast<char>(c));
  EXPECT_EQ(pclose(out), 0) << command;
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t end = std::min(all.find('\n', from), all.size());
    lines.push_back(all.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

// The case's line as the program takes it: id, reply or reply_base64, schema.
std::string as_input(const check_case& c) {
  const auto given = nlohmann::ordered_json::parse(c.line);
  nlohmann::ordered_json line{{"id", given["id"]}};
  for (const char* key : {"reply", "reply_base64", "schema"}) {
    if (given.contains(key) && !given[key].is_null()) line[key] = given[key];
  }
  return line.dump();
}

TEST(CasesThroughTheProgram, GiveTheSameOutcomes) {
  if (!std::filesystem::exists(ASSAY_PROGRAM)) {
    ASSERT_EQ(std::getenv("CI"), nullptr) << "NOT RUN: no program at " ASSAY_PROGRAM;
    GTEST_SKIP() << "NOT RUN: no program at " ASSAY_PROGRAM " (built with ASSAY_SERVICE=OFF?)";
  }
  const auto file = std::filesystem::temp_directory_path() / ("assay_cases_" + std::to_string(std::rand()) + ".jsonl");
  std::vector<std::string> wanted;
  {
    std::ofstream out{file};
    for (const check_case& c : all_cases()) {
      if (!c.plain) continue;
      out << as_input(c) << "\n";
      std::string id;
      append_json_string(id, c.id);
      wanted.push_back(to_json(check_with(schema_of(c), c.reply), id));
    }
  }
  EXPECT_EQ(lines_of(std::string{ASSAY_PROGRAM} + " check --jsonl " + file.string() + " 2>/dev/null"), wanted);
  EXPECT_EQ(lines_of(std::string{ASSAY_PROGRAM} + " check --jsonl - --jobs 1 2>/dev/null < " + file.string()), wanted);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace assay::test
