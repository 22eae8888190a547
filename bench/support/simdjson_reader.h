// What a careful user of simdjson would write: parse with a parser that is kept, then refuse an object with a key
// twice.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_set>

#include <simdjson.h>

namespace assay::bench {

class simdjson_reader {
 public:
  // `text` must have simdjson::SIMDJSON_PADDING readable bytes behind it. False: not JSON, or a key twice.
  bool read(const char* text, std::size_t size);

  // The same without the look for keys.
  bool parse(const char* text, std::size_t size);

 private:
  static constexpr std::size_t few = 16;  // keys are compared with each other; more go through a set

  bool keys_differ(simdjson::dom::element value);
  bool keys_differ(simdjson::dom::object object);
  bool many_keys_differ(simdjson::dom::object object);

  simdjson::dom::parser parser_;
};

}  // namespace assay::bench
