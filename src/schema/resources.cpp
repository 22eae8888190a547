#include "schema/resources.h"

#include <utility>

#include "schema/uri.h"

namespace assay::schemas {

result<resources> resources::of(const document& source, draft d) {
  resources out{source, d};
  out.bases_.emplace_back();
  out.by_uri_.emplace("", 0);
  std::string why = out.scan({0, 0});
  if (!why.empty()) return failure{failure_code::bad_schema, std::move(why)};
  return out;
}

// Notes the names that the subschema gives itself; `at.base` becomes its own base. Says what is wrong, or nothing.
std::string resources::enter(place& at, node schema) {
  const node id = schema[draft_ == draft::v4 ? "id" : "$id"];
  const bool beside_ref = draft_ <= draft::v7 && schema["$ref"];  // there every other keyword is ignored
  if (id.is(type::string) && !beside_ref) {
    const std::string text = id.text();
    const std::string uri = resolve(bases_[at.base], text);
    const std::string fragment = fragment_of(text);
    if (text.front() != '#' && uri != bases_[at.base]) {
      bases_.push_back(uri);
      at.base = static_cast<std::uint32_t>(bases_.size() - 1);
      const auto [found, fresh] = by_uri_.emplace(uri, at.cell);
      if (!fresh && found->second != at.cell) return "two subschemas have the $id \"" + uri + "\"";
    }
    if (!fragment.empty() && draft_ <= draft::v7) by_anchor_.emplace(bases_[at.base] + "#" + fragment, at.cell);
  }
  for (const char* name : {"$anchor", "$dynamicAnchor"}) {
    const node anchor = schema[name];
    if (!anchor.is(type::string) || find_keyword(name, draft_) == nullptr) continue;
    const auto [found, fresh] = by_anchor_.emplace(bases_[at.base] + "#" + anchor.text(), at.cell);
    if (!fresh && found->second != at.cell) return "two subschemas have the anchor \"" + anchor.text() + "\"";
  }
  return {};
}

std::string resources::scan(place from) {
  std::vector<place> work{from};
  while (!work.empty()) {
    place here = work.back();
    work.pop_back();
    const node schema = at(here.cell);
    if (!schema.is(type::object) || base_of_.contains(here.cell)) continue;
    const node id = schema[draft_ == draft::v4 ? "id" : "$id"];
    if (id.is(type::string) && id.size() == 0 && id.source().size() == 2) return "an $id is empty";
    std::string why = enter(here, schema);
    if (!why.empty()) return why;
    base_of_.emplace(here.cell, here.base);
    for (auto member = schema.begin(); member != schema.end(); ++member) {
      const keyword_info* k = find_keyword(member.key().text(), draft_);
      if (k == nullptr) continue;
      for_each_subschema(*k, *member, [&](node sub) { work.push_back({sub.index(), here.base}); });
    }
  }
  return {};
}

result<std::uint32_t> resources::find(std::string_view reference, std::uint32_t from) {
  const auto known = base_of_.find(from);
  const std::string uri = resolve(bases_[known == base_of_.end() ? 0 : known->second], reference);
  const std::string fragment = fragment_of(reference);
  const auto resource = by_uri_.find(uri);
  if (resource == by_uri_.end()) {
    return failure{failure_code::unsupported, "\"" + std::string(reference) + "\" leads out of this document (to " +
                                                  uri + "), and remote references are not served"};
  }
  std::uint32_t target = resource->second;
  if (!fragment.empty() && fragment.front() == '/') {
    const result<node> found = at(target).at(fragment);
    if (!found) return failure{failure_code::bad_reference, "\"" + std::string(reference) + "\" leads nowhere"};
    target = found->index();
    const auto base = base_of_.find(resource->second);
    std::string why = scan({target, base == base_of_.end() ? 0 : base->second});
    if (!why.empty()) return failure{failure_code::bad_schema, std::move(why)};
  } else if (!fragment.empty()) {
    const auto anchor = by_anchor_.find(uri + "#" + fragment);
    if (anchor == by_anchor_.end()) {
      return failure{failure_code::bad_reference,
                     "\"" + std::string(reference) + "\" names no anchor of this document"};
    }
    target = anchor->second;
  }
  return target;
}

}  // namespace assay::schemas
