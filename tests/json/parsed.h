// A document for tests, from text that must be JSON.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

#include "assay/json.h"

namespace assay {

inline document parsed(std::string_view text) {
  result<document> d = parse(text);
  if (!d) {
    ADD_FAILURE() << d.error().message << " in " << text;
    return {};
  }
  return *std::move(d);
}

}  // namespace assay
