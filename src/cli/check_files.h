// `assay check FILE...`: each reply checked, and its outcome printed in the view that was asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/check.h"
#include "assay/exit_codes.h"
#include "cli/check_command.h"
#include "cli/tally.h"
#include "cli/terminal.h"

namespace assay::cli {

struct files_check {
  std::vector<std::string> paths;  // "-" is standard input
  std::optional<assay::schema> schema;
  options reading;
  facts said;
  cli::view view = view::value;
  std::string pointer;  // of view::member
  color colors = color::automatic;
};

struct files_end {
  exit_code code = exit_code::accepted;
  tally counts;
};

// Stops quietly where nobody reads standard output any more, with the code of what was checked until then.
files_end check_files(const files_check& c);

}  // namespace assay::cli
