// `assay check --jsonl`: lines in, lines out, in order, in constant memory, each answered without waiting for more.
#pragma once

#include <cstddef>
#include <string>

#include "assay/exit_codes.h"
#include "cli/line_answer.h"
#include "cli/tally.h"

namespace assay::cli {

struct stream_end {
  exit_code code = exit_code::accepted;
  tally counts;
  std::string error;  // why the run could not go on; empty where it came to its end
};

// Reads lines from `path` ("-" is standard input), answers with `jobs` threads and writes to standard output. A line
// that is longer than the limit is not kept whole. Progress goes to standard error where only that is a terminal.
stream_end answer_lines(const std::string& path, const line_answers& lines, std::size_t jobs);

}  // namespace assay::cli
