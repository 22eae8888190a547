// Nulls that stand for "not there": what the reading option null_is_absent leaves out.
#pragma once

#include <cstdint>
#include <vector>

#include "assay/json.h"
#include "schema/program.h"

namespace assay::schemas {

// The keys (their cells, ascending) of members that are null, not required, and refused by their own schema, which is
// found from the root through properties, items and their kin, allOf and $ref. No recursion.
std::vector<std::uint32_t> refused_nulls(const program& p, node value);

}  // namespace assay::schemas
