// What a terminal needs to know: colours, its width, and how wide a text stands on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

enum class color : std::uint8_t { automatic, always, never };

// Automatic is: on a terminal that is not dumb, where NO_COLOR is unset or empty.
bool colored(color wish, int fd);

enum class style : std::uint8_t { plain, bold, dim, red, green, yellow, cyan };

// Wraps text in a style where colours are on.
class painter {
 public:
  explicit painter(bool on) noexcept : on_(on) {}
  std::string operator()(style s, std::string_view text) const;

 private:
  bool on_;
};

bool is_terminal(int fd) noexcept;
std::size_t terminal_width(int fd) noexcept;  // in columns; 0 where it is not a terminal

// Makes wide and combining characters count as what they are; called once, before any thread.
void learn_widths() noexcept;

std::size_t width(std::string_view text) noexcept;                   // in columns; text is UTF-8 without controls
std::string cut(std::string_view text, std::size_t columns);         // with "…" where something was cut
std::string padded(std::string_view text, std::size_t columns);      // with spaces behind
std::string cut_middle(std::string_view text, std::size_t columns);  // keeps both ends

// The text in lines of at most `columns`, broken after a space or comma where there is one; at most `max_lines`, the
// last one cut with "…" where more follows.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns, std::size_t max_lines);

}  // namespace assay::cli
