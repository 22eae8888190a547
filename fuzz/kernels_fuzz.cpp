// Every kernel gives the same answers: each function at each offset against the byte loop, and whole outcomes.
#include <algorithm>
#include <string>

#include "scan/scan.h"
#include "support/setting.h"

namespace {

using assay::fuzz::require;
using assay::scan::kernel;

bool is_mark(char c) { return std::string_view{"{}[]<>=:`~"}.find(c) != std::string_view::npos; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool ends_string(char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; }
bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_simple(char c) { return std::string_view{"\"\\/nrt"}.find(c) != std::string_view::npos; }

// The end of a string's run by looking at each byte.
const char* run_end(const char* p, const char* end) {
  for (;; p += 2) {
    p = std::find_if(p, end, ends_string);
    if (p == end || *p != '\\' || p + 1 == end || !is_simple(p[1])) return p;
  }
}

void require_byte_loop(const kernel& k, const char* p, const char* end) {
  const char* stop = run_end(p, end);
  assay::scan::seen seen;
  require(k.string_run(p, end, seen) == stop, "string_run is the byte loop's");
  require(seen.high == std::any_of(p, stop, is_high), "high says whether a byte of 0x80 or more stands before");
  require(seen.escaped == (std::find(p, stop, '\\') != stop), "escaped says whether a backslash stands before");
  require(!seen.utf8 || k.utf8_end(p, stop) == stop, "utf8 is said of well-formed text only");
  require(k.mark(p, end) == std::find_if(p, end, is_mark), "mark is the byte loop's");
  require(k.space_end(p, end) == std::find_if_not(p, end, is_space), "space_end is the byte loop's");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  const fuzz::setting s = fuzz::setting_of(size == 0 ? 0 : data[0]);
  const std::string_view reply = fuzz::reply_of(data, size);
  const std::string padded = std::string{reply} + std::string(scan::padding, size % 2 == 0 ? '"' : '\xff');
  const char* const end = padded.data() + reply.size();
  const kernel& before = scan::active();
  const kernel& portable = *scan::available().front();
  std::string first;
  for (const kernel* k : scan::available()) {
    const std::size_t step = std::max<std::size_t>(1, reply.size() / 64);
    for (const char* p = padded.data(); p <= end; p += step) {
      require_byte_loop(*k, p, end);
      require(k->utf8_end(p, end) == portable.utf8_end(p, end), "utf8_end is the portable kernel's");
      if (static_cast<std::size_t>(end - p) < step) break;
    }
    scan::use(*k);
    const std::string outcome = to_json(fuzz::check_with(s, reply));
    if (first.empty()) first = outcome;
    require(outcome == first, "the outcome is the same with every kernel");
  }
  scan::use(before);
  return 0;
}
