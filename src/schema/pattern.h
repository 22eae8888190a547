// ECMA-262 regular expressions (`pattern`, patternProperties) in linear time: translated for RE2, or refused by name.
//
// Never a silent change of meaning: what RE2 cannot do (back-references, look-around other than look-aheads straight
// after a leading ^) and what only RE2 knows (\A, (?i), ...) is refused.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay::schemas {

// One compiled pattern: all of `parts` must be found, or must not be found where negated. Safe from any thread.
class pattern {
 public:
  // The failure's message names the construct, without the pointer.
  static result<std::unique_ptr<const pattern>> compile(std::string_view source);

  bool found_in(std::string_view text) const;
  const std::string& source() const noexcept { return source_; }

 private:
  struct part {
    std::unique_ptr<re2::RE2> expression;
    bool negated = false;
  };
  std::string source_;
  std::vector<part> parts_;
};

// The RE2 text of an ECMA-262 pattern without look-aheads.
result<std::string> translate(std::string_view source);

}  // namespace assay::schemas
