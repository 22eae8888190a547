#include "support/simdjson_reader.h"

#include <array>

namespace assay::bench {

bool simdjson_reader::parse(const char* text, std::size_t size) {
  return parser_.parse(text, size, false).error() == simdjson::SUCCESS;
}

bool simdjson_reader::read(const char* text, std::size_t size) {
  simdjson::dom::element root;
  return parser_.parse(text, size, false).get(root) == simdjson::SUCCESS && keys_differ(root);
}

// Recursion is bounded by simdjson's own depth limit, and faster here than a stack of iterators.
bool simdjson_reader::keys_differ(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::OBJECT:
      return keys_differ(simdjson::dom::object(value));
    case simdjson::dom::element_type::ARRAY:
      for (const simdjson::dom::element item : simdjson::dom::array(value)) {
        if (!keys_differ(item)) return false;
      }
      return true;
    default:
      return true;
  }
}

bool simdjson_reader::keys_differ(simdjson::dom::object object) {
  if (object.size() > few) return many_keys_differ(object);
  std::array<std::string_view, few> keys;
  std::size_t count = 0;
  for (const auto [key, value] : object) {
    for (std::size_t i = 0; i < count; ++i) {
      if (keys[i] == key) return false;
    }
    keys[count++] = key;
    if (!keys_differ(value)) return false;
  }
  return true;
}

bool simdjson_reader::many_keys_differ(simdjson::dom::object object) {
  std::unordered_set<std::string_view> keys;
  keys.reserve(object.size());
  for (const auto [key, value] : object) {
    if (!keys.insert(key).second || !keys_differ(value)) return false;
  }
  return true;
}

}  // namespace assay::bench
