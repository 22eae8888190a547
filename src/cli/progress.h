// One line on the terminal that says how far a long run is.
#pragma once

#include <chrono>
#include <cstdint>

#include "cli/tally.h"

namespace assay::cli {

class progress_line {
 public:
  // `total_bytes`: of the input, 0 where it is not known. Off, it prints nothing.
  progress_line(bool on, std::uint64_t total_bytes);
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  ~progress_line();  // wipes the line

  void show(const tally& so_far);  // at most five times a second

 private:
  using clock = std::chrono::steady_clock;
  bool on_;
  bool shown_ = false;
  std::uint64_t total_bytes_;
  clock::time_point start_ = clock::now();
  clock::time_point next_ = start_ + std::chrono::milliseconds{500};  // a short run needs no progress
};

}  // namespace assay::cli
