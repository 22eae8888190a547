// One outcome of each kind, filled in as check fills it, for tests of what is made of outcomes.
#pragma once

#include <string_view>
#include <utility>

#include "assay/outcome.h"

namespace assay::test {

inline outcome valued(kind k, std::string_view value) {
  outcome o;
  o.kind = k;
  o.value = *parse(value);
  o.where = {0, value.size()};
  if (k == kind::declined) o.message_text = "the model declined";
  return o;
}

inline outcome refused(kind k, std::string_view message) {
  outcome o;
  o.kind = k;
  o.message_text = message;
  o.problems.push_back({std::string(message), "", "", "", "", "", 0, 1, 1});
  o.problem_count = 1;
  return o;
}

inline outcome sample(kind k) {
  return k == kind::accepted || k == kind::declined ? valued(k, R"({"queue": "billing"})") : refused(k, "a sentence");
}

}  // namespace assay::test
