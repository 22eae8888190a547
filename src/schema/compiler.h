// Schema text to program. Subschemas wait in a queue, so that neither nesting nor references recurse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/result.h"
#include "schema/keywords.h"
#include "schema/program.h"
#include "schema/resources.h"

namespace assay::schemas {

// The program of a schema text. Linear in the text, patterns aside.
result<std::shared_ptr<const program>> compile(std::string_view text, const schema_options& options);

// What analysis.cpp adds to a program whose records are complete. The failure is a reference cycle that never reaches
// another value; its offset is the cell of a subschema on it.
std::optional<failure> analyse(program& p);

class compiler {
 public:
  compiler(program& p, const schema_options& options) : p_(p), draft_(options.draft) {}
  std::optional<failure> run();

 private:
  // A subschema while its keywords are read.
  struct reading {
    node schema;
    record out;
    std::optional<number_block> numbers;
    std::optional<string_block> strings;
    std::optional<array_block> arrays;
    bool objects = false;
    object_block object;
    node properties, required, dependent_required, patterns;
    std::vector<std::pair<node, node>> needs;  // a key, and the list of what it needs
    std::vector<applicator> applicators;
    node items, additional_items, if_, then, else_;
  };

  void fail(failure_code code, node where, std::string message);
  void warn(node where, std::string message);
  void wants(node value, std::string_view expected);

  std::uint32_t record_for(node schema);
  std::uint32_t follow(node schema);
  std::optional<std::uint32_t> referred(node ref, node schema);
  void compile_record(std::uint32_t number, node schema);
  void read_keyword(reading& r, const keyword_info& k, node key, node value);
  bool read_reference(reading& r, keyword k, node value);
  bool read_applicator(reading& r, keyword k, node value);
  bool read_object(reading& r, keyword k, node value);
  bool read_array(reading& r, keyword k, node value);
  bool read_scalar(reading& r, keyword k, node value);
  void read_dependencies(reading& r, node value);
  void apply(reading& r, op what, const std::vector<node>& schemas, node value, std::uint32_t key = none);
  void finish_conditional(reading& r);
  void finish_items(reading& r);
  void finish_object(reading& r);
  void finish(reading& r, std::uint32_t number);

  std::uint8_t read_types(node value);
  std::uint32_t read_values(node value, bool is_const);
  std::uint32_t read_count(node value);
  bound read_bound(node value);
  std::uint32_t read_pattern(node source, std::string_view text);
  std::vector<std::string> read_names(node value);
  range add_targets(const std::vector<node>& schemas);
  void warn_if_open();

  program& p_;
  draft draft_;
  std::optional<resources> names_;
  std::optional<failure> error_;
  std::vector<std::uint32_t> record_of_;  // by cell
  std::vector<std::uint32_t> queue_;      // records that are not compiled yet
  std::unordered_map<std::string, std::uint32_t> pattern_of_;
};

}  // namespace assay::schemas
