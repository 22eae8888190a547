#include "schema/key_table.h"

#include <algorithm>
#include <cstring>

namespace assay::schemas {

std::uint32_t key_table::find(std::string_view name) const {
  std::string padded{name};
  padded.append(8, '\0');
  return find(padded.data(), static_cast<std::uint32_t>(name.size()));
}

// What the first slot does not hold may stand in one of the next.
std::uint32_t key_table::find_further(const char* name, std::uint32_t length, std::size_t at) const noexcept {
  for (std::uint32_t probe = 0; probe < probes_; ++probe, at = (at + 1) & (slots_.size() - 1)) {
    const std::uint32_t number = slots_[at];
    if (number == missing || is(number, name, length)) return number;
  }
  return missing;
}

bool key_table::place(std::uint32_t most_probes) {
  std::fill(slots_.begin(), slots_.end(), missing);
  probes_ = 1;
  for (std::uint32_t i = 0; i < signatures_.size(); ++i) {
    const char* name = text_.data() + signatures_[i].offset;
    const std::uint32_t length = signatures_[i].length;
    std::size_t at = slot_of(first_of(name, length), last_of(name, length), length);
    std::uint32_t probe = 1;
    for (; slots_[at] != missing; ++probe) at = (at + 1) & (slots_.size() - 1);
    if (probe > most_probes) return false;
    slots_[at] = i;
    probes_ = std::max(probes_, probe);
  }
  return true;
}

key_table::key_table(const std::vector<std::string>& names) {
  for (const std::string& name : names) text_ += name;
  text_.append(8, '\0');
  std::uint32_t offset = 0;
  for (const std::string& name : names) {
    const auto length = static_cast<std::uint32_t>(name.size());
    const std::uint32_t tail = length > 8 ? length - 8 : 0;
    std::uint64_t mask = 0;
    std::memset(&mask, 0xFF, std::min<std::size_t>(length, sizeof mask));
    const char* const at = text_.data() + offset;
    signatures_.push_back({load(at) & mask, load(at + tail) & mask, mask, tail, length, offset});
    longest_ = std::max(longest_, length);
    offset += length;
  }
  if (names.empty()) return;
  constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;
  constexpr std::size_t few = 64;       // names; for more a table without collisions would be far larger than they are
  constexpr std::uint32_t tries = 200;  // multipliers for each size
  const std::size_t smallest = std::bit_ceil(std::max<std::size_t>(2, names.size() * 2));
  const std::size_t largest = names.size() <= few ? smallest * 8 : smallest;
  for (std::size_t size = smallest; size <= largest; size *= 2) {
    slots_.assign(size, missing);
    shift_ = 64U - static_cast<std::uint32_t>(std::countr_zero(size));
    for (std::uint32_t i = 0; i < (names.size() <= few ? tries : 1); ++i) {
      multiplier_ = step * (2 * i + 1) | 1U;
      if (place(1)) return;
    }
  }
  slots_.assign(smallest, missing);
  shift_ = 64U - static_cast<std::uint32_t>(std::countr_zero(smallest));
  multiplier_ = step;
  place(missing);
}

}  // namespace assay::schemas
