// What the kernels and the choice between them share; nothing outside this folder and its tests includes it.
#pragma once

#include <cstdint>
#include <string>

#include "scan/scan.h"

namespace assay::scan {

extern const kernel portable;
extern const kernel avx2;    // defined on x86-64 only
extern const kernel avx512;  // defined on x86-64 only
extern const kernel neon;    // defined on little-endian aarch64 only

// What a program that asks for the kernel `name` (empty: for none) gets, and the name where this CPU has no such
// kernel.
struct choice {
  const kernel* chosen = nullptr;
  std::string missing;
};
choice choose(std::string_view name);

}  // namespace assay::scan
