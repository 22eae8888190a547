// Near misses: a hint for the reader of a problem, never a repair. Each looks at a bounded part of the value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/machine.h"
#include "schema/program.h"

namespace assay::schemas {

// `did you mean "billing"?` where one string of the set is nearly the value.
std::string nearest_value(const value_set& set, node value);

// What the value has become: an object in a string, one object in an array, ...
std::string type_hint(node value, std::uint8_t types);

// May `found` have been meant to be `name`: other case, other separators, at most two slips, look-alike letters?
bool is_nearly(std::string_view found, std::string_view name);

// What the object as a whole looks like instead of a value of the record: wrapped, a tool call, the schema itself.
std::string object_hint(machine& run, const program& p, std::uint32_t record, node object);

}  // namespace assay::schemas
