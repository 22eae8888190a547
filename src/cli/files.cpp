#include "cli/files.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "assay/outcome.h"

namespace assay::cli {
namespace {

constexpr std::size_t read_step = 256U << 10U;

// A parent may have made the descriptor non-blocking; then readiness is waited for here.
void wait_for(int fd, short event) noexcept {
  pollfd one{fd, event, 0};
  poll(&one, 1, -1);
}

}  // namespace

input_file::input_file(input_file&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

input_file::~input_file() {
  if (fd_ > STDIN_FILENO) close(fd_);
}

result<input_file> open_input(const std::string& path) {
  if (path == "-") return input_file{STDIN_FILENO};
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failure{failure_code::unreadable, system_words(errno)};
  return input_file{fd};
}

std::string name_of_input(const std::string& path) {
  constexpr std::size_t longest_path = 4096;
  if (path == "-") return "stdin";
  return path.empty() ? "\"\"" : shown(path, longest_path);
}

result<std::size_t> read_some(int fd, char* into, std::size_t max) {
  for (;;) {
    const ssize_t n = read(fd, into, max);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno == EAGAIN) {
      wait_for(fd, POLLIN);
    } else if (errno != EINTR) {
      return failure{failure_code::unreadable, system_words(errno)};
    }
  }
}

result<std::string> read_up_to(const std::string& path, std::size_t max) {
  const result<input_file> file = open_input(path);
  if (!file) return file.error();
  std::string bytes;
  while (bytes.size() < max) {
    const std::size_t had = bytes.size();
    bytes.resize(std::min(max, had + read_step));
    const result<std::size_t> n = read_some(file->fd(), bytes.data() + had, bytes.size() - had);
    if (!n) return n.error();
    bytes.resize(had + *n);
    if (*n == 0) break;
  }
  return bytes;
}

void close_gaps() noexcept {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    // Open for the other direction: whoever uses it is told that it is a bad descriptor.
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

void output::write(std::string_view text) noexcept {
  while (!text.empty() && error_ == 0) {
    const ssize_t n = ::write(fd_, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno == EAGAIN) {
      wait_for(fd_, POLLOUT);
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
}

bool output::broken() const noexcept { return error_ != 0 && error_ != EPIPE; }

std::string output::reason() const { return system_words(error_); }

std::string system_words(int error) {
  std::string words = std::generic_category().message(error);
  if (words.size() > 1 && words[0] >= 'A' && words[0] <= 'Z' && words[1] >= 'a') {
    words[0] = static_cast<char>(words[0] - 'A' + 'a');
  }
  return words;
}

}  // namespace assay::cli
