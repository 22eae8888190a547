// `assay check`: replies in, values or named reasons out.
#pragma once

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "assay/check.h"
#include "assay/exit_codes.h"
#include "cli/terminal.h"

namespace assay::cli {

// What is printed of each outcome.
enum class view : std::uint8_t { value, member, json, feedback, table };

// The command line of `assay check`, as it was written.
struct check_line {
  std::optional<std::string> schema_path;
  std::vector<std::string> files;
  std::optional<std::string> pointer;
  std::string finish = "unknown";
  bool refused = false;
  std::string several = "refuse";
  std::string reasoning = "tags";
  std::optional<std::string> declines_field;
  std::optional<std::string> declines_reason;
  bool null_is_absent = false;
  std::size_t max_depth = options{}.max_depth;
  std::size_t max_bytes = options{}.max_bytes;
  bool feedback = false;
  bool json = false;
  bool table = false;
  std::optional<std::string> jsonl;
  std::size_t jobs = 0;
  bool summary = false;
  std::string color = "auto";
};

// Declares the command and its options; `line` is filled in by the parse and must outlive the app.
CLI::App* add_check_command(CLI::App& app, check_line& line);

// Runs it: reads files or standard input, writes to standard output and standard error.
exit_code run_check(const check_line& line);

}  // namespace assay::cli
