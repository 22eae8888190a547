// What the kernels and the choice between them share; nothing outside this folder and its tests includes it.
#pragma once

#include <cstdint>
#include <string>

#include "scan/scan.h"

namespace assay::scan {

extern const kernel portable;
extern const kernel avx2;  // defined on x86-64 only
extern const kernel neon;  // defined on little-endian aarch64 only

// What a program that asks for the kernel `name` (empty: for none) gets, and the name where this CPU has no such
// kernel.
struct choice {
  const kernel* chosen = nullptr;
  std::string missing;
};
choice choose(std::string_view name);

// Where to read again so as to meet the first ill-formed sequence in [start, end), given that no two, three or four
// neighbours before `p` are wrong together: the start of the sequence that p may stand in, or p.
inline const char* sequence_start(const char* start, const char* p) noexcept {
  for (int back = 1; back <= 3 && p - start >= back; ++back) {
    const auto byte = static_cast<std::uint8_t>(p[-back]);
    if (byte < 0x80) return p;
    if (byte >= 0xC0) return p - back;
  }
  return p;
}

// Whether a sequence that began before `p` is unfinished there, given the same.
inline bool cut_at(const char* start, const char* p) noexcept {
  const auto byte = [&](int back) -> unsigned { return p - start >= back ? static_cast<std::uint8_t>(p[-back]) : 0u; };
  return byte(1) >= 0xC0 || byte(2) >= 0xE0 || byte(3) >= 0xF0;
}

// The escapes of two bytes that never need a look at what follows them.
constexpr bool simple_escape(char c) noexcept {
  return c == '"' || c == '\\' || c == '/' || c == 'n' || c == 'r' || c == 't';
}

// kernel::string_run by way of a kernel's string_end.
template <const char* (*StringEnd)(const char*, const char*, bool&)>
const char* string_run_by(const char* p, const char* end, seen& s) {
  for (;;) {
    p = StringEnd(p, end, s.high);
    s.utf8 = s.utf8 && !s.high;
    if (end - p < 2 || *p != '\\' || !simple_escape(p[1])) return p;
    s.escaped = true;
    p += 2;
  }
}

}  // namespace assay::scan
