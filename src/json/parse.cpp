#include <cstring>

#include "assay/json.h"
#include "json/value_reader.h"
#include "scan/scan.h"

namespace assay {
namespace {

failure refuse(wanted what, std::size_t offset, bool cut) {
  std::string message = "not JSON: expected " + std::string(description(what)) + " at byte " + std::to_string(offset);
  if (cut) message = "not JSON: the text ends inside a value, at byte " + std::to_string(offset);
  return {failure_code::bad_json, std::move(message), offset};
}

}  // namespace

result<document> parse(std::string_view text, const json_limits& limits) {
  constexpr std::size_t max_size = 0xFFFFFFFFU - scan::padding;
  if (text.size() > max_size) {
    return failure{failure_code::bad_argument, "the text is longer than " + std::to_string(max_size) + " bytes"};
  }
  auto bytes = std::make_unique_for_overwrite<char[]>(text.size() + scan::padding);
  if (!text.empty()) std::memcpy(bytes.get(), text.data(), text.size());
  std::memset(bytes.get() + text.size(), 0, scan::padding);

  const char* const end = bytes.get() + text.size();
  value_reader reader;
  reader.cells().reserve(text.size() / 16 + 16);
  reader.start(static_cast<std::size_t>(scan::active().space_end(bytes.get(), end) - bytes.get()), limits.max_depth,
               false);
  switch (reader.run(bytes.get(), text.size(), true)) {
    case value_reader::status::more:
      return refuse(wanted::value, text.size(), true);
    case value_reader::status::broken:
      return refuse(reader.fault().what, reader.fault().offset, false);
    case value_reader::status::complete:
      break;
  }
  const char* rest = scan::active().space_end(bytes.get() + reader.offset(), end);
  if (rest != end) return refuse(wanted::end_of_text, static_cast<std::size_t>(rest - bytes.get()), false);
  const std::uint32_t count = reader.cells().size();
  return document{std::move(bytes), text.size(), reader.cells().take(), count};
}

}  // namespace assay
