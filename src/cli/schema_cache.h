// Compiles equal schemas once, for many threads, and remembers a bounded number of them.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "assay/schema.h"

namespace assay::cli {

// Equal means the same text. A schema that does not compile is remembered as well, with its failure. The least
// recently used is forgotten first. Safe from any thread; a compile keeps no thread waiting that wants another schema.
class schema_cache {
 public:
  static constexpr std::size_t max_entries = 256;
  static constexpr std::size_t max_text = 16U << 20U;  // bytes of all texts together; one may be longer

  std::shared_ptr<const result<schema>> compiled(std::string_view text);

 private:
  struct entry {
    std::string text;
    std::once_flag once;
    std::optional<result<schema>> program;
  };
  std::shared_ptr<entry> find_or_add(std::string_view text);

  std::mutex mutex_;
  std::list<std::shared_ptr<entry>> recent_;  // most recent first; the map's keys point into the entries' texts
  std::unordered_map<std::string_view, std::list<std::shared_ptr<entry>>::iterator> by_text_;
  std::size_t text_bytes_ = 0;
};

}  // namespace assay::cli
