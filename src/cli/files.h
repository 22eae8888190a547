// Inputs and outputs of the commands: descriptors, read with a limit and written until nobody reads any more.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::cli {

// A descriptor that closes itself, unless it is standard input.
class input_file {
 public:
  explicit input_file(int fd) noexcept : fd_(fd) {}
  input_file(input_file&& other) noexcept;
  input_file& operator=(input_file&&) = delete;
  ~input_file();
  int fd() const noexcept { return fd_; }

 private:
  int fd_;
};

// Opens a file for reading, "-" being standard input. The failure's message is the system's reason.
result<input_file> open_input(const std::string& path);

// How messages call an input: its path with nothing invisible in it, or "stdin".
std::string name_of_input(const std::string& path);

// One read: the number of bytes, 0 at the end. Waits where there is nothing yet; `unreadable` with the system's reason.
result<std::size_t> read_some(int fd, char* into, std::size_t max);

// The first `max` bytes of the file, or all of it where it is shorter.
result<std::string> read_up_to(const std::string& path, std::size_t max);

// Puts something at 0, 1 and 2 where the parent left them closed, so that no file that is opened later stands there.
void close_gaps() noexcept;

// Standard output, or another descriptor. Once a write has failed, the others do nothing.
class output {
 public:
  explicit output(int fd) noexcept : fd_(fd) {}
  void write(std::string_view text) noexcept;
  bool open() const noexcept { return error_ == 0; }
  bool broken() const noexcept;  // failed, and not because the reader has gone
  std::string reason() const;    // of a failure, in the system's words
  int fd() const noexcept { return fd_; }

 private:
  int fd_;
  int error_ = 0;
};

// The system's words for an errno, in lower case like every message here.
std::string system_words(int error);

}  // namespace assay::cli
