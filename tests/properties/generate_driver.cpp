// Checks one generated reply, for generators_count.py: `generate_driver` lists the generators,
// `generate_driver NAME BYTES` checks about so many bytes of one, inside a function that valgrind can find.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "assay/check.h"
#include "support/generators.h"

namespace {
const assay::schema* contract = nullptr;
const std::string* reply = nullptr;
assay::outcome* result = nullptr;
}  // namespace

extern "C" [[gnu::noinline]] void measured_check() {
  *result = contract != nullptr ? assay::check(*reply, *contract) : assay::check(*reply);
}

int main(int argc, char** argv) {
  if (argc < 3) {
    for (const assay::test::generator& g : assay::test::generators()) std::printf("%s\n", std::string{g.name}.c_str());
    return 0;
  }
  const assay::test::generator* g = assay::test::generator_named(argv[1]);
  if (g == nullptr) return 1;
  const auto bytes = static_cast<std::size_t>(std::atol(argv[2]));
  const std::size_t probe = std::min<std::size_t>(g->size, 1000);
  const std::size_t n = std::max<std::size_t>(1, bytes * probe / g->reply(probe).size());
  const std::string text = g->reply(n);
  std::optional<assay::schema> s;
  if (!g->schema.empty()) s = *assay::schema::compile(g->schema);
  assay::outcome o;
  contract = s ? &*s : nullptr;
  reply = &text;
  result = &o;
  measured_check();  // warm: what is set up once in a process is not counted twice
  measured_check();
  std::printf("%s %zu %s\n", argv[1], text.size(), std::string{assay::name(o.kind)}.c_str());
  return 0;
}
