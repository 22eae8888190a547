#include "schema/key_table.h"

#include <algorithm>

namespace assay::schemas {

std::uint32_t key_table::find(std::string_view name) const {
  std::string padded{name};
  padded.append(8, '\0');
  return find(padded.data(), static_cast<std::uint32_t>(name.size()));
}

// What the first slot does not hold may stand in one of the next.
std::uint32_t key_table::find_further(const char* name, std::uint32_t length, std::size_t at) const noexcept {
  const std::uint64_t first = first_of(name, length);
  const std::uint64_t last = last_of(name, length);
  for (std::uint32_t probe = 0; probe < probes_; ++probe, at = (at + 1) & (slots_.size() - 1)) {
    const slot& s = slots_[at];
    if (s.number == missing) return missing;
    if (s.first == first && s.last == last && s.length == length && is_same(s, name)) return s.number;
  }
  return missing;
}

bool key_table::place(const std::vector<std::string>& names, std::uint32_t most_probes) {
  std::fill(slots_.begin(), slots_.end(), slot{});
  probes_ = 1;
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    const char* name = text_.data() + offsets_[i];
    const auto length = static_cast<std::uint32_t>(names[i].size());
    const std::uint64_t first = first_of(name, length);
    const std::uint64_t last = last_of(name, length);
    std::size_t at = slot_of(first, last, length);
    std::uint32_t probe = 1;
    for (; slots_[at].number != missing; ++probe) at = (at + 1) & (slots_.size() - 1);
    if (probe > most_probes) return false;
    slots_[at] = {first, last, offsets_[i], length, i, 0};
    probes_ = std::max(probes_, probe);
  }
  return true;
}

key_table::key_table(const std::vector<std::string>& names) {
  offsets_.push_back(0);
  for (const std::string& name : names) {
    text_ += name;
    offsets_.push_back(static_cast<std::uint32_t>(text_.size()));
    longest_ = std::max(longest_, static_cast<std::uint32_t>(name.size()));
  }
  text_.append(8, '\0');
  if (names.empty()) return;
  constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;
  constexpr std::size_t few = 64;       // names; for more a table without collisions would be far larger than they are
  constexpr std::uint32_t tries = 200;  // multipliers for each size
  const std::size_t smallest = std::bit_ceil(std::max<std::size_t>(2, names.size() * 2));
  const std::size_t largest = names.size() <= few ? smallest * 8 : smallest;
  for (std::size_t size = smallest; size <= largest; size *= 2) {
    slots_.assign(size, slot{});
    shift_ = 64U - static_cast<std::uint32_t>(std::countr_zero(size));
    for (std::uint32_t i = 0; i < (names.size() <= few ? tries : 1); ++i) {
      multiplier_ = step * (2 * i + 1) | 1U;
      if (place(names, 1)) return;
    }
  }
  slots_.assign(smallest, slot{});
  shift_ = 64U - static_cast<std::uint32_t>(std::countr_zero(smallest));
  multiplier_ = step;
  place(names, missing);
}

}  // namespace assay::schemas
