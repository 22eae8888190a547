// The only CPU-specific code: find the next byte that matters.
//
// Every function takes [p, end) and may read (never use) up to `padding` bytes past `end`, so the caller's buffer must
// have them; their content does not matter. Each returns a pointer in [p, end]. Pure, linear, safe from any thread.
// All kernels give the same answer for the same bytes; tests compare each with the byte loop.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string_view>

namespace assay::scan {

inline constexpr std::size_t padding = 64;

// What stands in a string before the byte that a search stopped at.
struct seen {
  bool high = false;     // a byte of 0x80 or more
  bool escaped = false;  // a backslash
  bool utf8 = true;      // all that is `high` was seen to be well formed and whole; false: it may be, ask utf8_end
};

struct kernel {
  std::string_view name;  // "portable", "avx2", "avx512", "neon"

  // First byte of a string that needs a decision: '"', a byte below 0x20, or the backslash of an escape that is none of
  // \" \\ \/ \n \r \t or that `end` cuts. `p` stands outside escapes. `high` and `escaped` become true, `utf8` false,
  // or they stay.
  const char* (*string_run)(const char* p, const char* end, seen& s);

  // First of { } [ ] < > = : ` ~ : the bytes that can begin or end something outside a candidate.
  const char* (*mark)(const char* p, const char* end);

  // First byte that is not JSON white space (space, \t, \n, \r).
  const char* (*space_end)(const char* p, const char* end);

  // First byte of the first ill-formed UTF-8 sequence (Unicode 15, table 3-7), `end` if there is none. A sequence that
  // `end` cuts is ill-formed, and its first byte is returned.
  const char* (*utf8_end)(const char* p, const char* end);
};

// The kernel in use: the fastest that this CPU runs, or the one that the environment variable ASSAY_KERNEL names.
// Chosen once, at the first call. A name that is unknown or that this CPU cannot run leaves the fastest in use, and
// `requested_but_missing()` returns that name so that a program can refuse to start.
inline const kernel& active() noexcept;
std::string_view requested_but_missing() noexcept;

// Every kernel that this CPU can run, portable first.
std::span<const kernel* const> available() noexcept;

// Puts another kernel in use, for tests and benchmarks; not while another thread reads.
void use(const kernel& k) noexcept;

// Implementation: null until the first call. Kernels are constants, so the pointer publishes nothing and may be
// relaxed.
extern std::atomic<const kernel*> in_use;
const kernel& choose_first() noexcept;

inline const kernel& active() noexcept {
  const kernel* k = in_use.load(std::memory_order_relaxed);
  return k != nullptr ? *k : choose_first();
}

}  // namespace assay::scan
