// The first byte of a fuzzed input chooses schema and options; the rest is the reply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/check.h"

namespace assay::fuzz {

struct setting {
  std::optional<schema> contract;
  assay::options options;
};

// The settings are few and fixed, so that a stored input keeps its meaning: append only.
setting setting_of(std::uint8_t choice);

inline std::string_view reply_of(const std::uint8_t* data, std::size_t size) {
  return size == 0 ? std::string_view{} : std::string_view{reinterpret_cast<const char*>(data) + 1, size - 1};
}

outcome check_with(const setting& s, std::string_view reply, const facts& f = {});
reader reader_with(const setting& s);

// Stops the program, with the sentence, where `holds` is false.
void require(bool holds, const char* sentence);

// Everything that must hold of the outcome of any reply.
void require_promises(const setting& s, std::string_view reply, const outcome& o);

}  // namespace assay::fuzz
