#include "cli/table.h"

#include <algorithm>

#include "cli/files.h"

namespace assay::cli {
namespace {

constexpr std::size_t kind_width = 10;  // of "unreadable", the longest word in that column
constexpr std::size_t gap = 2;          // columns between columns
constexpr std::size_t least_text = 24;  // a narrower terminal breaks the lines itself
constexpr std::size_t max_lines = 3;    // of one row
constexpr std::size_t no_limit = 1U << 30U;
constexpr std::string_view file_head = "reply";

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string{} : std::string{path.substr(0, slash + 1)};
}

std::string shared_folder(const std::vector<std::string>& paths) {
  const std::string first = folder_of(paths.front());
  const bool same =
      std::all_of(paths.begin(), paths.end(), [&](const std::string& p) { return folder_of(p) == first; });
  return same && paths.size() > 1 ? first : std::string{};
}

style style_of(kind k) noexcept {
  if (k == kind::accepted) return style::green;
  return k == kind::declined || k == kind::refusal ? style::yellow : style::red;
}

// Why there is no value, in one sentence a problem; where JSON breaks or is cut, the place too.
std::string reason_of(const outcome& o) {
  if (o.problems.empty()) return o.message().substr(0, o.message().find('\n'));
  std::string text;
  for (const problem& p : o.problems) {
    if (!text.empty()) text += "; ";
    if (o.kind == kind::bad_json || o.kind == kind::truncated) {
      text += "line " + std::to_string(p.line) + ", column " + std::to_string(p.column) + ": ";
    }
    text += p.message;
    if (!p.hint.empty()) text += " (" + p.hint + ")";
  }
  return text;
}

}  // namespace

table::table(const std::vector<std::string>& paths, std::size_t columns, painter paint)
    : paint_(paint), columns_(columns), folder_(shared_folder(paths)), file_width_(file_head.size()) {
  for (const std::string& path : paths) {
    file_width_ = std::max(file_width_, width(name_of_input(path.substr(folder_.size()))));
  }
  if (columns_ == 0) return;
  file_width_ = std::min(file_width_, std::max<std::size_t>(columns_ / 3, 12));
  const std::size_t before = file_width_ + gap + kind_width + gap;
  text_width_ = std::max(least_text, columns_ > before ? columns_ - before : 0);
}

std::string table::head() const {
  std::string line =
      padded(file_head, file_width_ + gap) + padded("kind", kind_width + gap) + "value, or why there is none";
  if (columns_ != 0) line = cut(line, columns_);
  return paint_(style::bold, line) + "\n";
}

std::string table::row(std::string_view path, const outcome& o) const {
  if (!o.accepted()) return cells(path, style_of(o.kind), name(o.kind), reason_of(o));
  std::string value = to_json(o.value.root());
  for (const fix& f : o.fixes) {
    value.append("  (").append(name(f.rule)).append(f.pointer.empty() ? "" : " ").append(f.pointer).append(")");
  }
  return cells(path, style::green, name(o.kind), value);
}

std::string table::unreadable_row(std::string_view path, std::string_view reason) const {
  return cells(path, style::red, "unreadable", std::string{reason});
}

std::string table::foot(const tally& counts) const {
  const std::uint64_t total = counts.total();
  const std::uint64_t accepted = counts.kinds[static_cast<std::size_t>(kind::accepted)];
  std::string line = std::to_string(total) + (total == 1 ? " reply" : " replies");
  if (!folder_.empty()) line += " in " + name_of_input(folder_);
  line += ": " + std::to_string(accepted) + " accepted";
  if (accepted != total) line += ", " + std::to_string(total - accepted) + " not";
  if (columns_ != 0) line = cut(line, columns_);
  return std::string{"\n"}.append(paint_(style::dim, line)).append("\n");
}

std::string table::cells(std::string_view path, style kind_style, std::string_view kind,
                         const std::string& text) const {
  const std::string file = name_of_input(std::string{path.substr(folder_.size())});
  const std::size_t columns = text_width_ == 0 ? no_limit : text_width_;
  // Only what can be seen is made visible: a long value is cut before, not after.
  const std::string visible = shown(std::string_view{text}.substr(0, columns * max_lines * 4 + 4), no_limit);
  const std::vector<std::string> lines = wrapped(visible, columns, max_lines);
  std::string row = padded(columns_ == 0 ? file : cut_middle(file, file_width_), file_width_ + gap);
  row += paint_(kind_style, kind) + std::string(kind_width + gap - kind.size(), ' ') + lines.front() + "\n";
  for (std::size_t i = 1; i < lines.size(); ++i) {
    row += std::string(file_width_ + gap + kind_width + gap, ' ') + lines[i] + "\n";
  }
  return row;
}

}  // namespace assay::cli
