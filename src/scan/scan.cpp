#include "scan/scan.h"

#include <array>
#include <atomic>
#include <cstdlib>

#include "scan/kernels.h"

namespace assay::scan {
namespace {

struct kernels {
  std::array<const kernel*, 3> list{&portable, nullptr, nullptr};  // slowest first
  std::size_t size = 1;
};

kernels runnable() noexcept {
  kernels all;
#if defined(__x86_64__)
  __builtin_cpu_init();  // a static initialiser of the program may come here before the library's own has run
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("lzcnt")) {
    all.list[all.size++] = &avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) all.list[all.size++] = &avx512;
  }
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
  all.list[all.size++] = &neon;
#endif
  return all;
}

const choice& requested() noexcept {
  static const choice at_start = [] {
    const char* name = std::getenv("ASSAY_KERNEL");
    return choose(name ? name : "");
  }();
  return at_start;
}

}  // namespace

constinit std::atomic<const kernel*> in_use{nullptr};

const kernel& choose_first() noexcept {
  const kernel* none = nullptr;
  const kernel* chosen = requested().chosen;
  return in_use.compare_exchange_strong(none, chosen, std::memory_order_relaxed) ? *chosen : *none;
}

choice choose(std::string_view name) {
  const auto kernels = available();
  if (name.empty()) return {kernels.back(), {}};
  for (const kernel* k : kernels) {
    if (k->name == name) return {k, {}};
  }
  return {kernels.back(), std::string(name)};
}

std::string_view requested_but_missing() noexcept { return requested().missing; }

std::span<const kernel* const> available() noexcept {
  static const kernels all = runnable();
  return {all.list.data(), all.size};
}

void use(const kernel& k) noexcept { in_use.store(&k, std::memory_order_relaxed); }

}  // namespace assay::scan
