// check(): exactly one outcome for any bytes, the same each time, and every promise holds.
#include <string>

#include "support/setting.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const fuzz::setting s = fuzz::setting_of(size == 0 ? 0 : data[0]);
  const std::string_view reply = fuzz::reply_of(data, size);
  const outcome o = fuzz::check_with(s, reply);
  fuzz::require_promises(s, reply, o);
  fuzz::require(to_json(fuzz::check_with(s, reply)) == to_json(o), "the same reply gives the same outcome");
  const outcome spaced = fuzz::check_with(s, std::string{reply} + " \n");
  fuzz::require(spaced.kind == o.kind, "appended white space never changes the kind");
  const outcome cut = fuzz::check_with(s, reply, {finish::length, false});
  fuzz::require(cut.kind == kind::truncated, "a reply that the limit cut is truncated");
  return 0;
}
