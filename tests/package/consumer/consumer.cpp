// A project that knows only the installed headers: reads one reply under a schema with a pattern, so that RE2 is
// needed.
#include <cstdio>

#include "assay/check.h"

int main() {
  const auto schema = assay::schema::compile(
      R"({"type": "object", "properties": {"queue": {"type": "string", "pattern": "^[a-z]+$"}}, "required": ["queue"]})");
  if (!schema) {
    std::printf("%s\n", schema.error().message.c_str());
    return 1;
  }
  const assay::outcome good = assay::check("Sure! ```json\n{\"queue\": \"billing\"}\n```", *schema);
  const assay::outcome bad = assay::check(R"({"queue": "Billing!"})", *schema);
  std::printf("%s, %s\n", good.value["queue"].text().c_str(), std::string(assay::name(bad.kind)).c_str());
  return good.accepted() && bad.kind == assay::kind::schema ? 0 : 1;
}
