#include "cli/line_stream.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "cli/files.h"
#include "cli/progress.h"
#include "cli/terminal.h"

namespace assay::cli {
namespace {

constexpr std::size_t chunk_bytes = 128U << 10U;

// Lets the thread that waits for input hear that the output is closed.
class wake_pipe {
 public:
  wake_pipe() noexcept {
    if (pipe(ends_.data()) != 0) ends_ = {-1, -1};  // then a closed output is noticed with the next line only
  }
  wake_pipe(const wake_pipe&) = delete;
  wake_pipe& operator=(const wake_pipe&) = delete;
  ~wake_pipe() {
    for (const int fd : ends_) {
      if (fd >= 0) close(fd);
    }
  }
  void wake() noexcept {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }
  // Waits until `fd` has input or its end, or wake() was called; false where it was.
  bool wait_for_input(int fd) const noexcept {
    std::array<pollfd, 2> both{pollfd{fd, POLLIN, 0}, pollfd{ends_[0], 0, 0}};
    while (poll(both.data(), both.size(), -1) < 0 && errno == EINTR) {
    }
    return both[1].revents == 0;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

// Cuts a stream of bytes into batches of whole lines. Of a line longer than max_line it keeps one byte more than that,
// so that its answer can say so, and drops the rest unread.
class line_cutter {
 public:
  explicit line_cutter(std::size_t max_line) noexcept : max_line_(max_line) {}

  // The lines that are whole once `chunk` is there; none where `lines` is empty.
  batch feed(std::string_view chunk) {
    const std::size_t last = chunk.rfind('\n');
    if (last == std::string_view::npos) {
      keep(chunk);
      return {};
    }
    const std::size_t first = chunk.find('\n');
    keep(chunk.substr(0, first));
    batch whole{next_line_, std::move(rest_)};
    whole.lines.append(chunk.substr(first, last + 1 - first));
    next_line_ += static_cast<std::uint64_t>(std::count(chunk.begin(), chunk.end(), '\n'));
    rest_.clear();
    keep(chunk.substr(last + 1));
    return whole;
  }

  batch finish() { return {next_line_, std::move(rest_)}; }

 private:
  void keep(std::string_view part) { rest_.append(part.substr(0, max_line_ + 1 - rest_.size())); }

  std::size_t max_line_;
  std::uint64_t next_line_ = 1;
  std::string rest_;  // the beginning of a line whose end is not there yet
};

// Feeds the work until the input ends, cannot be read, or nobody wants more; the reason, where it could not be read.
std::string pump(int fd, const wake_pipe& closed, std::size_t max_line, ordered_work& work) {
  line_cutter cutter{max_line};
  std::string chunk(chunk_bytes, '\0');
  while (closed.wait_for_input(fd)) {
    const result<std::size_t> n = read_some(fd, chunk.data(), chunk.size());
    if (!n) return n.error().message;
    batch whole = *n == 0 ? cutter.finish() : cutter.feed(std::string_view{chunk}.substr(0, *n));
    if (!whole.lines.empty() && !work.add(std::move(whole))) break;
    if (*n == 0) break;
  }
  return {};
}

std::uint64_t size_of(int fd) noexcept {
  struct stat about{};
  return fstat(fd, &about) == 0 && S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
}

}  // namespace

stream_end answer_lines(const std::string& path, const line_answers& lines, std::size_t jobs) {
  stream_end end;
  const result<input_file> input = open_input(path);
  if (!input) return {exit_code::unreadable, {}, name_of_input(path) + ": " + input.error().message};
  output out{STDOUT_FILENO};
  wake_pipe closed;
  {
    progress_line progress{is_terminal(STDERR_FILENO) && !is_terminal(STDOUT_FILENO), size_of(input->fd())};
    const auto deliver = [&](const answers& a) {
      out.write(a.text);
      if (!out.open()) {
        closed.wake();
        return false;
      }
      end.counts += a.counts;
      progress.show(end.counts);
      return true;
    };
    ordered_work work{jobs, [&](const batch& b) { return lines.answer(b); }, deliver};
    const std::string failed = pump(input->fd(), closed, lines.max_line(), work);
    if (!failed.empty()) end.error = name_of_input(path) + ": " + failed;
  }
  if (!end.error.empty() || end.counts.unreadable != 0) end.code = exit_code::unreadable;
  if (out.broken()) {
    end.code = exit_code::internal_error;
    end.error = "cannot write to standard output: " + out.reason();
  }
  return end;
}

}  // namespace assay::cli
