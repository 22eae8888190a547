// Names to small numbers: a table without collisions where one is found, found by the first and last 8 bytes.
//
// A name's signature is made of its first 8 bytes, its last 8 and its length; a multiplier is looked for, when the
// table is built, that sends each signature to a slot of its own. Where none is found (many names, or names that differ
// in the middle only) a name goes to the next free slot, and `probes` says how far a look-up must go. Whoever expects a
// certain name asks its signature first, which needs no slot.
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

  struct signature {
    std::uint64_t first = 0;  // 8 bytes; of a shorter name all, the rest 0
    std::uint64_t last = 0;   // 8 bytes, from `tail` on
    std::uint64_t mask = 0;   // of the bytes that belong to a name shorter than 8
    std::uint32_t tail = 0;
    std::uint32_t length = 0xFFFFFFFFU;  // no name's
    std::uint32_t offset = 0;            // in the table's text

    // Is `name` like that? Of a name of 16 bytes or fewer there is no other like it.
    bool resembles(const char* name, std::uint32_t bytes) const noexcept {
      return bytes == length && (((load(name) & mask) ^ first) | ((load(name + tail) & mask) ^ last)) == 0;
    }
  };

  key_table() = default;
  explicit key_table(const std::vector<std::string>& names);  // distinct; a name's number is its place

  // The number of `name`, or missing. At least 8 bytes from its first on must be readable.
  std::uint32_t find(const char* name, std::uint32_t length) const noexcept {
    if (length > longest_) return missing;
    const std::size_t at = slot_of(first_of(name, length), last_of(name, length), length);
    const std::uint32_t number = slots_[at];
    if (number == missing || is(number, name, length)) return number;
    return probes_ == 1 ? missing : find_further(name, length, at);
  }
  // The same for any text.
  std::uint32_t find(std::string_view name) const;

  // Is that the name with this number?
  bool is(std::uint32_t number, const char* name, std::uint32_t length) const noexcept {
    const signature& s = signatures_[number];
    return s.resembles(name, length) && (length <= 16 || std::memcmp(text_.data() + s.offset, name, length) == 0);
  }
  const signature& of(std::uint32_t number) const noexcept { return signatures_[number]; }

  std::string_view name(std::uint32_t number) const noexcept {
    const signature& s = signatures_[number];
    return std::string_view{text_}.substr(s.offset, s.length);
  }
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(signatures_.size()); }

 private:
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
  std::uint32_t find_further(const char* name, std::uint32_t length, std::size_t at) const noexcept;
  bool place(std::uint32_t most_probes);

  std::uint64_t multiplier_ = 1;
  std::uint32_t shift_ = 63;
  std::uint32_t probes_ = 1;
  std::uint32_t longest_ = 0;
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(2, missing);  // never empty
  std::vector<signature> signatures_;                                          // by number
  std::string text_;
};

}  // namespace assay::schemas
