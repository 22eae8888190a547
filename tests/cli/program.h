// Runs the built `assay` as a user's shell or program would.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace program {

using arguments = std::vector<std::string>;
using environment = std::vector<std::pair<std::string, std::string>>;

inline constexpr int patience_ms = 60'000;  // a sanitizer on a busy machine is slow; a hang is found all the same

struct ended {
  int code = -1;  // 128 + signal where one killed it
  std::string out;
  std::string err;
  long peak_kib = 0;  // largest resident size
};

// A folder of its own, gone with the test.
class folder {
 public:
  folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-cli-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream{path(name), std::ios::binary} << text;
    return path(name);
  }
  std::string path(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Started in a child; `fds` become its 0, 1 and 2.
inline pid_t start(const arguments& args, const std::array<int, 3>& fds, const environment& env = {}) {
  const pid_t child = fork();
  if (child != 0) return child;
  for (int i = 0; i < 3; ++i) dup2(fds[static_cast<std::size_t>(i)], i);
  for (int fd = 3; fd < 256; ++fd) close(fd);
  unsetenv("NO_COLOR");
  unsetenv("ASSAY_KERNEL");
  setenv("TERM", "xterm-256color", 1);
  // The quarantine of the address sanitizer would hide what the program itself holds.
  setenv("ASAN_OPTIONS", "quarantine_size_mb=1:allocator_release_to_os_interval_ms=100", 1);
  for (const auto& [key, value] : env) setenv(key.c_str(), value.c_str(), 1);
  std::vector<char*> argv;
  static std::string binary = ASSAY_PROGRAM;
  argv.push_back(binary.data());
  for (const std::string& arg : args) argv.push_back(const_cast<char*>(arg.c_str()));
  argv.push_back(nullptr);
  execv(binary.c_str(), argv.data());
  _exit(127);
}

inline void wait_for(pid_t child, ended& e) {
  int status = 0;
  rusage used{};
  while (wait4(child, &status, 0, &used) < 0) {
  }
  e.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  e.peak_kib = used.ru_maxrss;
}

inline std::string contents(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 65536> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), file)) > 0;) text.append(part.data(), n);
  std::fclose(file);
  return text;
}

inline std::FILE* file_of(std::string_view text) {
  std::FILE* file = std::tmpfile();
  if (!text.empty()) std::fwrite(text.data(), 1, text.size(), file);
  std::rewind(file);
  return file;
}

inline ended run(const arguments& args, std::string_view input = {}, const environment& env = {}) {
  std::FILE* in = file_of(input);
  std::FILE* out = std::tmpfile();
  std::FILE* err = std::tmpfile();
  ended e;
  wait_for(start(args, {fileno(in), fileno(out), fileno(err)}, env), e);
  std::fclose(in);
  e.out = contents(out);
  e.err = contents(err);
  return e;
}

// A child that is spoken to line by line.
class child {
 public:
  explicit child(const arguments& args) : err_(std::tmpfile()) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (pipe(in.data()) != 0 || pipe(out.data()) != 0) std::abort();
    pid_ = start(args, {in[0], out[1], fileno(err_)});
    close(in[0]);
    close(out[1]);
    in_ = in[1];
    out_ = out[0];
  }
  child(const child&) = delete;
  child& operator=(const child&) = delete;

  void say(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::write(in_, text.data(), text.size());
      ASSERT_GT(n, 0);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  // The next line without its newline; empty where none comes in time.
  std::string hear() {
    for (;;) {
      if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
        std::string line = heard_.substr(0, end);
        heard_.erase(0, end + 1);
        return line;
      }
      pollfd ready{out_, POLLIN, 0};
      if (poll(&ready, 1, patience_ms) <= 0) return {};
      std::array<char, 65536> part{};
      const ssize_t n = read(out_, part.data(), part.size());
      if (n <= 0) return {};
      heard_.append(part.data(), static_cast<std::size_t>(n));
    }
  }

  void stop_listening() { close(std::exchange(out_, -1)); }
  void end_input() { close(std::exchange(in_, -1)); }

  ended wait() {
    ended e;
    wait_for(pid_, e);
    if (in_ >= 0) close(in_);
    if (out_ >= 0) close(out_);
    e.err = contents(err_);
    return e;
  }

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  std::FILE* err_;
  std::string heard_;
};

// Runs it with standard output and error on a terminal of that width; `out` is what the terminal got.
inline ended run_on_terminal(const arguments& args, unsigned short columns, const environment& env = {},
                             std::string_view input = {}) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) return {};
  const int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
  const winsize size{24, columns, 0, 0};
  ioctl(terminal, TIOCSWINSZ, &size);
  std::FILE* in = file_of(input);
  const pid_t pid = start(args, {fileno(in), terminal, terminal}, env);
  close(terminal);
  ended e;
  std::array<char, 65536> part{};
  for (ssize_t n = 0; (n = read(master, part.data(), part.size())) > 0;)
    e.out.append(part.data(), static_cast<std::size_t>(n));
  close(master);
  std::fclose(in);
  wait_for(pid, e);
  return e;
}

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace program
