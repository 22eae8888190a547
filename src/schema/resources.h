// Names in a schema document: $id, $anchor, and what a $ref means where it stands. Only the document itself is known.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "assay/json.h"
#include "assay/result.h"
#include "schema/keywords.h"

namespace assay::schemas {

class resources {
 public:
  // Finds all names; the failure is about a bad or doubled one.
  static result<resources> of(const document& source, draft d);

  // The subschema that `reference` names, seen from the subschema at cell `from`. The failure has no place yet.
  result<std::uint32_t> find(std::string_view reference, std::uint32_t from);

 private:
  struct place {
    std::uint32_t cell;
    std::uint32_t base;  // index into bases_
  };

  resources(const document& source, draft d) : root_(source.root()), draft_(d) {}
  std::string scan(place from);
  std::string enter(place& at, node schema);
  node at(std::uint32_t cell) const { return {root_.base(), root_.cells(), cell}; }

  node root_;
  draft draft_;
  std::vector<std::string> bases_;
  std::unordered_map<std::string, std::uint32_t> by_uri_;     // a resource's root
  std::unordered_map<std::string, std::uint32_t> by_anchor_;  // "URI#name"
  std::unordered_map<std::uint32_t, std::uint32_t> base_of_;  // of each subschema
};

}  // namespace assay::schemas
