#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <cwchar>

namespace assay::cli {
namespace {

constexpr std::string_view ellipsis = "…";
constexpr std::array<std::string_view, 7> codes{"",         "\033[1m",  "\033[2m", "\033[31m",
                                                "\033[32m", "\033[33m", "\033[36m"};

struct character {
  std::size_t bytes;
  std::size_t columns;
};

// The character that `text` starts with. Text comes from shown() or is JSON, so it is UTF-8; a stray byte counts one.
character first_character(std::string_view text) noexcept {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) return {1, 1};
  std::uint32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) code = (code << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  const int columns = wcwidth(static_cast<wchar_t>(code));
  return {bytes, columns < 0 ? 1U : static_cast<std::size_t>(columns)};
}

// Bytes of the longest beginning that stands in `columns`.
std::size_t fitting(std::string_view text, std::size_t columns) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const character c = first_character(text.substr(at));
    if (c.columns > columns) break;
    columns -= c.columns;
    at += c.bytes;
  }
  return at;
}

// Where to break a line that could hold `fits` bytes: after the last space or comma in its second half, else there.
std::size_t break_point(std::string_view text, std::size_t fits) noexcept {
  for (std::size_t at = fits; at > fits / 2; --at) {
    if (text[at - 1] == ' ' || text[at - 1] == ',') return at;
  }
  return fits;
}

}  // namespace

bool colored(color wish, int fd) {
  if (wish != color::automatic) return wish == color::always;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  return is_terminal(fd) && (term == nullptr || std::string_view{term} != "dumb");
}

std::string painter::operator()(style s, std::string_view text) const {
  if (!on_ || s == style::plain || text.empty()) return std::string{text};
  std::string painted{codes[static_cast<std::size_t>(s)]};
  return painted.append(text).append("\033[0m");
}

bool is_terminal(int fd) noexcept { return isatty(fd) == 1; }

std::size_t terminal_width(int fd) noexcept {
  if (!is_terminal(fd)) return 0;
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void learn_widths() noexcept { std::setlocale(LC_CTYPE, "C.UTF-8"); }

std::size_t width(std::string_view text) noexcept {
  std::size_t columns = 0;
  while (!text.empty()) {
    const character c = first_character(text);
    columns += c.columns;
    text.remove_prefix(c.bytes);
  }
  return columns;
}

std::string cut(std::string_view text, std::size_t columns) {
  if (fitting(text, columns) == text.size()) return std::string{text};
  const std::size_t kept = fitting(text, columns == 0 ? 0 : columns - 1);
  return std::string{text.substr(0, kept)}.append(ellipsis);
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t used = width(text);
  return std::string{text}.append(used < columns ? columns - used : 0, ' ');
}

std::string cut_middle(std::string_view text, std::size_t columns) {
  const std::size_t all = width(text);
  if (all <= columns || columns < 3) return cut(text, columns);
  const std::size_t head = (columns - 1) / 2;
  const std::size_t tail = columns - 1 - head;
  std::string_view end = text;
  while (width(end) > tail) end.remove_prefix(first_character(end).bytes);
  return std::string{text.substr(0, fitting(text, head))}.append(ellipsis).append(end);
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t max_lines) {
  std::vector<std::string> lines;
  while (lines.size() + 1 < max_lines) {
    const std::size_t fits = fitting(text, columns);
    if (fits == text.size() || fits == 0) break;
    const std::size_t end = text[fits] == ' ' ? fits : break_point(text, fits);
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  lines.push_back(cut(text, columns));
  return lines;
}

}  // namespace assay::cli
