// Why a value does not fit: one sentence a problem, in document order. Only for values that the machine has refused.
#pragma once

#include <cstddef>
#include <vector>

#include "assay/outcome.h"
#include "schema/program.h"

namespace assay::schemas {

// At most `max`; empty if the value fits. Time is at most (program) x (value), near misses apart, which are bounded.
std::vector<problem> find_problems(const program& p, node value, std::size_t max);

}  // namespace assay::schemas
