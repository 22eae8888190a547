// A 64-bit hash of a value: equal values have equal hashes, whatever the order of keys and the form of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assay/json.h"

namespace assay {

// Keeps its memory from value to value. Hashes of one seed can be compared, whichever hasher made them; a seed that
// nobody who writes a text can know keeps collisions rare. Linear in the value; no recursion.
class hasher {
 public:
  explicit hasher(std::uint64_t seed = 0) noexcept : seed_(seed) {}
  std::uint64_t operator()(node value);
  std::uint64_t string(const char* text, const cell& c);  // of a string cell, decoded

 private:
  struct frame {
    std::uint32_t end;  // the first cell after the container
    bool object;
    std::uint64_t key;  // of the member that is read
    std::uint64_t state;
  };
  std::uint64_t scalar(node value);
  static void fold(frame& into, std::uint64_t value) noexcept;

  std::uint64_t seed_;
  std::vector<frame> frames_;
  std::string decoded_;
};

inline std::uint64_t hash(node value, std::uint64_t seed = 0) { return hasher{seed}(value); }

}  // namespace assay
