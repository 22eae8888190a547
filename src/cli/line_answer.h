// One line of `assay check --jsonl` in, one line out.
//
// In:  {"id": any, "reply": "..." | "reply_base64": "...", "schema": {...}, "finish": "stop", "refused": false}
// Out: the outcome with that id; or {"id": ..., "line": N, "error": "..."} for a line that could not be served.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "assay/check.h"
#include "cli/ordered_work.h"
#include "cli/schema_cache.h"

namespace assay::cli {

// Nothing in a line is ignored: a member that is unknown, twice there or of the wrong type is that line's error. A
// null is as an absent member, but for the id, which may be anything and comes back as it was written. Safe from any
// thread.
class line_answers {
 public:
  // Lines without a schema are checked against `fallback`, and where there is none any object will do.
  line_answers(const options& o, std::optional<schema> fallback);

  answers answer(const batch& b) const;

  // A longer line is an error line; a reader of lines need not keep more than one byte past it.
  std::size_t max_line() const noexcept { return max_line_; }

 private:
  void answer_line(answers& a, std::string_view line, std::uint64_t number) const;

  options options_;
  std::optional<schema> fallback_;
  std::size_t max_line_;
  mutable schema_cache schemas_;
};

}  // namespace assay::cli
