// Names to small numbers: a table without collisions where one is found, found by the first and last 8 bytes.
//
// A name's signature is made of its first 8 bytes, its last 8 and its length; a multiplier is looked for, when the
// table is built, that sends each signature to a slot of its own. Where none is found (many names, or names that differ
// in the middle only) a name goes to the next free slot, and `probes` says how far a look-up must go.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace assay::schemas {

class key_table {
 public:
  static constexpr std::uint32_t missing = 0xFFFFFFFFU;

  key_table() = default;
  explicit key_table(const std::vector<std::string>& names);  // distinct; a name's number is its place

  // The number of `name`, or missing. At least 8 bytes from its first on must be readable.
  std::uint32_t find(const char* name, std::uint32_t length) const noexcept {
    if (length > longest_) return missing;
    const std::uint64_t first = first_of(name, length);
    const std::uint64_t last = last_of(name, length);
    const std::size_t at = slot_of(first, last, length);
    const slot& s = slots_[at];
    if (s.first == first && s.last == last && s.length == length && is_same(s, name)) return s.number;
    return probes_ == 1 ? missing : find_further(name, length, at);
  }
  // The same for any text.
  std::uint32_t find(std::string_view name) const;

  std::string_view name(std::uint32_t number) const noexcept {
    return std::string_view{text_}.substr(offsets_[number], offsets_[number + 1] - offsets_[number]);
  }
  std::uint32_t size() const noexcept { return offsets_.empty() ? 0 : static_cast<std::uint32_t>(offsets_.size() - 1); }

 private:
  struct slot {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    std::uint32_t number = missing;
    std::uint32_t unused = 0;
  };

  static std::uint64_t load(const char* p) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    return word;
  }
  static std::uint64_t first_of(const char* name, std::uint32_t length) noexcept {
    const std::uint64_t word = load(name);
    if (length >= 8) return word;
    const std::uint64_t mask = (std::uint64_t{1} << (8U * length)) - 1U;
    if constexpr (std::endian::native == std::endian::little) return word & mask;
    return length == 0 ? 0 : word >> (64U - 8U * length);
  }
  static std::uint64_t last_of(const char* name, std::uint32_t length) noexcept {
    return length <= 8 ? 0 : load(name + length - 8);
  }
  std::size_t slot_of(std::uint64_t first, std::uint64_t last, std::uint32_t length) const noexcept {
    return ((first ^ std::rotl(last, 23) ^ length) * multiplier_) >> shift_;
  }
  bool is_same(const slot& s, const char* name) const noexcept {
    return s.length <= 16 || std::memcmp(text_.data() + s.offset, name, s.length) == 0;
  }
  std::uint32_t find_further(const char* name, std::uint32_t length, std::size_t at) const noexcept;
  bool place(const std::vector<std::string>& names, std::uint32_t most_probes);

  std::uint64_t multiplier_ = 1;
  std::uint32_t shift_ = 63;
  std::uint32_t probes_ = 1;
  std::uint32_t longest_ = 0;
  std::vector<slot> slots_ = std::vector<slot>(2);  // never empty: a free slot has no name and the number `missing`
  std::string text_;
  std::vector<std::uint32_t> offsets_;
};

}  // namespace assay::schemas
