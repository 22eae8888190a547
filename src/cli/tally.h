// Counts of what became of many replies, and the two ways to print them.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "assay/exit_codes.h"
#include "assay/outcome.h"

namespace assay::cli {

struct tally {
  std::array<std::uint64_t, kind_count> kinds{};
  std::uint64_t unreadable = 0;  // files that could not be read, or bad lines
  std::uint64_t bytes = 0;       // that were read

  void add(kind k) noexcept { ++kinds[static_cast<std::size_t>(k)]; }
  tally& operator+=(const tally& other) noexcept;
  std::uint64_t total() const noexcept;
};

exit_code exit_code_of(kind k) noexcept;

// A line a kind that occurred, with its share; then the total, the time and the rate. For people.
std::string summary_table(const tally& t, std::chrono::duration<double> took);

// The same on one line: every kind, "unreadable", "total", "bytes" and "seconds".
std::string summary_json(const tally& t, std::chrono::duration<double> took);

}  // namespace assay::cli
