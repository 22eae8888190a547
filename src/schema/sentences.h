// The words of a problem: what is wrong with one value by its own record, in a sentence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/outcome.h"
#include "schema/program.h"

namespace assay::schemas {

// "an integer", "a string or null", ...
std::string type_words(std::uint8_t types);

// "the string \"1\"", "the number 5", "an object", ...
std::string described(node value);

// `"a", "b" and 3 more`
std::string listed(const std::vector<std::string>& names, std::size_t most = 8);

// A problem about `value`: "/pointer: sentence", or the sentence alone at the root.
problem about(node value, std::string_view keyword, std::string sentence);

problem wrong_type(node value, std::uint8_t types);
problem unexpected_member(node object, node key, const std::vector<std::string>& allowed);
problem missing_member(node object, std::string_view name);

// The first thing that is wrong with the value by the record's own type, enum, const, limits and pattern; of a
// container only its type and values where `open`, else also minItems, maxItems, uniqueItems, minProperties and
// maxProperties.
std::optional<problem> own_problem(const program& p, const record& r, node value, bool open);

// The limits of a container that has `count` items or members so far; one too many cannot be mended.
std::optional<problem> too_many(const program& p, const record& r, node value, std::uint32_t count);

}  // namespace assay::schemas
