// Large replies made by rule, to hold the reader to linear time, constant stack and bounded messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/check.h"

namespace assay::test {

struct generator {
  std::string_view name;
  std::size_t size;  // the usual N
  std::string (*reply)(std::size_t n);
  std::vector<kind> kinds;       // those that may come out
  std::string_view schema = {};  // empty: any object will do
};

std::span<const generator> generators();
const generator* generator_named(std::string_view name);

// Deterministic noise: the n-th number of the sequence that `seed` begins.
class noise {
 public:
  explicit noise(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() noexcept;
  std::size_t below(std::size_t n) noexcept { return static_cast<std::size_t>(next() % n); }

 private:
  std::uint64_t state_;
};

}  // namespace assay::test
