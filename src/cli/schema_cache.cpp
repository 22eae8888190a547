#include "cli/schema_cache.h"

namespace assay::cli {

std::shared_ptr<const result<schema>> schema_cache::compiled(std::string_view text) {
  const std::shared_ptr<entry> found = find_or_add(text);
  std::call_once(found->once, [&] { found->program.emplace(schema::compile(found->text)); });
  return {found, &*found->program};
}

std::shared_ptr<schema_cache::entry> schema_cache::find_or_add(std::string_view text) {
  const std::lock_guard lock{mutex_};
  if (const auto known = by_text_.find(text); known != by_text_.end()) {
    recent_.splice(recent_.begin(), recent_, known->second);
    return recent_.front();
  }
  auto added = std::make_shared<entry>();
  added->text = text;
  recent_.push_front(added);
  by_text_.emplace(added->text, recent_.begin());
  text_bytes_ += text.size();
  while (recent_.size() > 1 && (recent_.size() > max_entries || text_bytes_ > max_text)) {
    text_bytes_ -= recent_.back()->text.size();
    by_text_.erase(recent_.back()->text);
    recent_.pop_back();
  }
  return added;
}

}  // namespace assay::cli
