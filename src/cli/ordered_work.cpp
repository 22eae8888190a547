#include "cli/ordered_work.h"

#include <utility>

namespace assay::cli {

ordered_work::ordered_work(std::size_t jobs, std::function<answers(const batch&)> work,
                           std::function<bool(answers&)> deliver)
    : jobs_(jobs), work_(std::move(work)), deliver_(std::move(deliver)) {}

ordered_work::~ordered_work() {
  {
    const std::lock_guard lock{mutex_};
    ended_ = true;
  }
  to_do_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

bool ordered_work::add(batch b) {
  std::unique_lock lock{mutex_};
  const std::size_t size = b.lines.size();
  room_.wait(lock, [&] {
    return stopped_ || slots_.empty() ||
           (bytes_in_flight_ + size <= max_bytes_in_flight && slots_.size() < 2 * jobs_ + 2);
  });
  if (stopped_) return false;
  bytes_in_flight_ += size;
  slots_.push_back({std::move(b), {}, size, false});
  // idle_ counts workers that wait; those woken for earlier slots and not yet running are among them.
  if (slots_.size() - taken_ > idle_ && workers_.size() < jobs_) workers_.emplace_back([this] { run(); });
  lock.unlock();
  to_do_.notify_one();
  return true;
}

void ordered_work::run() {
  std::unique_lock lock{mutex_};
  for (;;) {
    ++idle_;
    to_do_.wait(lock, [&] { return ended_ || taken_ < slots_.size(); });
    --idle_;
    if (taken_ == slots_.size()) return;
    slot& mine = slots_[taken_++];
    const bool wanted = !stopped_;
    lock.unlock();
    if (wanted) mine.result = work_(mine.input);
    mine.input.lines = std::string{};
    lock.lock();
    mine.done = true;
    if (!delivering_) hand_over(lock);
  }
}

// Delivers the slots that are done, in order, without the lock while it writes; the other workers then only mark
// theirs, and this one goes on with them.
void ordered_work::hand_over(std::unique_lock<std::mutex>& lock) {
  delivering_ = true;
  while (!slots_.empty() && slots_.front().done) {
    answers ready = std::move(slots_.front().result);
    const bool wanted = !stopped_;
    lock.unlock();
    const bool goes_on = wanted && deliver_(ready);
    ready = {};
    lock.lock();
    if (!goes_on) stopped_ = true;
    bytes_in_flight_ -= slots_.front().size;
    slots_.pop_front();
    --taken_;
    room_.notify_one();
  }
  delivering_ = false;
}

}  // namespace assay::cli
