#include "cli/progress.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace assay::cli {

progress_line::progress_line(bool on, std::uint64_t total_bytes) : on_(on), total_bytes_(total_bytes) {}

progress_line::~progress_line() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void progress_line::show(const tally& so_far) {
  const clock::time_point now = clock::now();
  if (!on_ || now < next_) return;
  next_ = now + std::chrono::milliseconds{200};
  shown_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = static_cast<double>(so_far.bytes) / seconds;
  std::array<char, 40> left{};
  if (total_bytes_ > so_far.bytes) {
    const auto eta = static_cast<unsigned long>(std::llround(static_cast<double>(total_bytes_ - so_far.bytes) / rate));
    const double share = static_cast<double>(so_far.bytes) / static_cast<double>(total_bytes_);
    std::snprintf(left.data(), left.size(), ", %.0f %%, %lu:%02lu left", 100 * share, eta / 60, eta % 60);
  }
  std::fprintf(stderr, "\r\033[K%llu lines, %.0f MB/s%s", static_cast<unsigned long long>(so_far.total()), rate / 1e6,
               left.data());
  std::fflush(stderr);
}

}  // namespace assay::cli
