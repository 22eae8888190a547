#include "cli/tally.h"

#include <cstdio>

namespace assay::cli {
namespace {

std::string count_line(std::string_view label, std::uint64_t n, std::uint64_t total) {
  std::array<char, 80> line{};
  std::snprintf(line.data(), line.size(), "%-10.*s %10llu %6.1f %%\n", static_cast<int>(label.size()), label.data(),
                static_cast<unsigned long long>(n), 100.0 * static_cast<double>(n) / static_cast<double>(total));
  return line.data();
}

}  // namespace

tally& tally::operator+=(const tally& other) noexcept {
  for (std::size_t i = 0; i < kind_count; ++i) kinds[i] += other.kinds[i];
  unreadable += other.unreadable;
  bytes += other.bytes;
  return *this;
}

std::uint64_t tally::total() const noexcept {
  std::uint64_t sum = unreadable;
  for (const std::uint64_t n : kinds) sum += n;
  return sum;
}

exit_code exit_code_of(kind k) noexcept {
  if (k == kind::accepted) return exit_code::accepted;
  return k == kind::declined ? exit_code::declined : exit_code::not_accepted;
}

std::string summary_table(const tally& t, std::chrono::duration<double> took) {
  const std::uint64_t total = t.total();
  std::string table;
  for (std::size_t i = 0; i < kind_count; ++i) {
    if (t.kinds[i] != 0) table += count_line(name(static_cast<kind>(i)), t.kinds[i], total);
  }
  if (t.unreadable != 0) table += count_line("unreadable", t.unreadable, total);
  const double megabytes = static_cast<double>(t.bytes) / 1e6;
  std::array<char, 120> line{};
  std::snprintf(line.data(), line.size(), "%-10s %10llu   %.1f MB in %.2f s, %.0f MB/s\n", "total",
                static_cast<unsigned long long>(total), megabytes, took.count(),
                took.count() > 0 ? megabytes / took.count() : 0.0);
  return table + line.data();
}

std::string summary_json(const tally& t, std::chrono::duration<double> took) {
  std::string json = "{";
  for (std::size_t i = 0; i < kind_count; ++i) {
    json.append("\"").append(name(static_cast<kind>(i))).append("\":").append(std::to_string(t.kinds[i])).append(",");
  }
  json.append("\"unreadable\":").append(std::to_string(t.unreadable));
  json.append(",\"total\":").append(std::to_string(t.total()));
  json.append(",\"bytes\":").append(std::to_string(t.bytes));
  json.append(",\"seconds\":").append(std::to_string(took.count()));
  return json.append("}\n");
}

}  // namespace assay::cli
