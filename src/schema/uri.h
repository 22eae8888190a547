// URI references of schemas, RFC 3986 section 5: enough to find a resource by its name. Nothing is ever fetched.
#pragma once

#include <string>
#include <string_view>

namespace assay::schemas {

// `reference` seen from `base`; the result has no fragment. An empty base leaves a relative reference as it is.
std::string resolve(std::string_view base, std::string_view reference);

// The part after '#', percent-decoded; empty where there is none.
std::string fragment_of(std::string_view reference);

}  // namespace assay::schemas
