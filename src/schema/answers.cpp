#include "json/hash_bytes.h"
#include "schema/machine.h"

namespace assay::schemas {
namespace {

std::uint64_t key_of(std::uint32_t record, std::uint32_t cell) noexcept {
  return (std::uint64_t{record} + 1) << 32U | cell;
}

}  // namespace

std::size_t answers::start(std::uint64_t key) const noexcept {
  return static_cast<std::size_t>(mix(key, 0x9E3779B97F4A7C15U)) & (keys_.size() - 1);
}

answers::known answers::find(std::uint32_t record, std::uint32_t cell) const noexcept {
  if (keys_.empty()) return known::unknown;
  const std::uint64_t key = key_of(record, cell);
  for (std::size_t at = start(key); keys_[at] != 0; at = (at + 1) & (keys_.size() - 1)) {
    if (keys_[at] == key) return values_[at] != 0 ? known::yes : known::no;
  }
  return known::unknown;
}

void answers::keep(std::uint32_t record, std::uint32_t cell, bool answer) {
  if (used_ * 2 >= keys_.size()) grow();
  const std::uint64_t key = key_of(record, cell);
  std::size_t at = start(key);
  while (keys_[at] != 0 && keys_[at] != key) at = (at + 1) & (keys_.size() - 1);
  used_ += keys_[at] == 0 ? 1 : 0;
  keys_[at] = key;
  values_[at] = answer ? 1 : 0;
}

void answers::grow() {
  const std::vector<std::uint64_t> keys = std::move(keys_);
  const std::vector<std::uint8_t> values = std::move(values_);
  const std::size_t size = keys.empty() ? 64 : keys.size() * 2;
  keys_.assign(size, 0);
  values_.assign(size, 0);
  used_ = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == 0) continue;
    std::size_t at = start(keys[i]);
    while (keys_[at] != 0) at = (at + 1) & (size - 1);
    keys_[at] = keys[i];
    values_[at] = values[i];
    ++used_;
  }
}

}  // namespace assay::schemas
