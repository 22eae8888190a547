// The table of `assay check --table`: a row a reply, as wide as the terminal, for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/outcome.h"
#include "cli/tally.h"
#include "cli/terminal.h"

namespace assay::cli {

class table {
 public:
  // `columns` is the width to keep to; 0 keeps everything on one line, however long.
  table(const std::vector<std::string>& paths, std::size_t columns, painter paint);

  std::string head() const;
  std::string row(std::string_view path, const outcome& o) const;
  std::string unreadable_row(std::string_view path, std::string_view reason) const;
  std::string foot(const tally& counts) const;

 private:
  std::string cells(std::string_view path, style kind_style, std::string_view kind, const std::string& text) const;

  painter paint_;
  std::size_t columns_;
  std::string folder_;  // that all paths share; the rows leave it out
  std::size_t file_width_ = 0;
  std::size_t text_width_ = 0;  // 0: no limit
};

}  // namespace assay::cli
