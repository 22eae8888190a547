// Strict base64 (RFC 4648, section 4): padded, no white space, no stray bits.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"

namespace assay::cli {

// The bytes that `text` stands for; the failure names the byte that cannot stand where it does. Linear.
result<std::string> decode_base64(std::string_view text);

}  // namespace assay::cli
