// What an independent parser says of the bytes that an outcome came from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/check.h"

namespace assay::test {

// The bytes of `reply` that `o` came from, once its fixes are applied: the commas blanked, the members that were left
// out removed with one comma beside them.
std::string tidied(const outcome& o, std::string_view reply);

// Is the value what an independent strict parser reads in its span, fixes applied? Says why not, else empty.
std::string disagreement(const outcome& o, std::string_view reply);

// A strict parse by nlohmann that also refuses a duplicate key; discarded() where it fails.
nlohmann::json strict(std::string_view text);

}  // namespace assay::test
