// Work on many batches at once whose results come out in order, with a bounded number of bytes in flight.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "cli/tally.h"

namespace assay::cli {

// Consecutive lines of the input, each ended by a newline but perhaps the very last.
struct batch {
  std::uint64_t first_line = 1;
  std::string lines;
};

struct answers {
  std::string text;
  tally counts;
};

// One thread adds batches; worker threads (started as they are needed) turn each into answers; whichever worker has
// the next answers in order hands them, and all that are ready after them, to `deliver`, one at a time. Nothing waits
// for more input: an answer is delivered as soon as those before it are.
class ordered_work {
 public:
  // `work` runs on many threads at once; `deliver` on one at a time. deliver returns false when nobody wants more.
  ordered_work(std::size_t jobs, std::function<answers(const batch&)> work, std::function<bool(answers&)> deliver);
  ordered_work(const ordered_work&) = delete;
  ordered_work& operator=(const ordered_work&) = delete;
  ~ordered_work();  // waits for what was added

  // Waits while too much is in flight; false when nobody wants more.
  bool add(batch b);

 private:
  struct slot {
    batch input;
    answers result;
    std::size_t size = 0;
    bool done = false;
  };
  static constexpr std::size_t max_bytes_in_flight = 32U << 20U;  // or one batch, where that alone is larger

  void run();
  void hand_over(std::unique_lock<std::mutex>& lock);

  const std::size_t jobs_;
  const std::function<answers(const batch&)> work_;
  const std::function<bool(answers&)> deliver_;

  std::mutex mutex_;
  std::condition_variable to_do_;  // a slot waits for a worker, or the end has come
  std::condition_variable room_;   // fewer bytes in flight, or stopped
  std::deque<slot> slots_;         // in order; the first was not delivered yet. Growing a deque moves no slot.
  std::size_t taken_ = 0;          // of slots_: how many a worker has taken
  std::size_t idle_ = 0;
  std::size_t bytes_in_flight_ = 0;
  bool delivering_ = false;
  bool ended_ = false;
  bool stopped_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace assay::cli
