// Counts what operator new gives, for one test binary: include it in exactly one of its files.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace assay::test {

inline std::atomic<std::size_t> allocations{0};
inline std::atomic<std::size_t> live_bytes{0};
inline std::atomic<std::size_t> peak_bytes{0};

inline void* counted(std::size_t size) {
  void* p = std::malloc(size == 0 ? 1 : size);
  if (p == nullptr) throw std::bad_alloc{};
  ++allocations;
  const std::size_t now = live_bytes += malloc_usable_size(p);
  peak_bytes = std::max(peak_bytes.load(), now);
  return p;
}

inline void uncounted(void* p) noexcept {
  if (p != nullptr) live_bytes -= malloc_usable_size(p);
  std::free(p);
}

}  // namespace assay::test

void* operator new(std::size_t size) { return assay::test::counted(size); }
void* operator new[](std::size_t size) { return assay::test::counted(size); }
void operator delete(void* p) noexcept { assay::test::uncounted(p); }
void operator delete[](void* p) noexcept { assay::test::uncounted(p); }
void operator delete(void* p, std::size_t) noexcept { assay::test::uncounted(p); }
void operator delete[](void* p, std::size_t) noexcept { assay::test::uncounted(p); }
