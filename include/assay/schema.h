// A JSON Schema, compiled once into an immutable program that is shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/json.h"
#include "assay/outcome.h"
#include "assay/result.h"

namespace assay {

namespace schemas {
struct program;  // src/schema/program.h
}

// Something in a schema that is legal and probably not meant.
struct schema_warning {
  std::string pointer;  // into the schema
  std::string message;
};

// The drafts of JSON Schema that are served.
enum class draft : std::uint8_t { v4, v6, v7, v2019, v2020 };
std::string_view name(draft d) noexcept;                        // "draft4", ..., "2019-09", "2020-12"
std::optional<draft> draft_of(std::string_view text) noexcept;  // of such a name, or of a `$schema` URI

struct schema_options {
  assay::draft draft = draft::v2020;  // where `$schema` does not say
  bool assert_format = false;         // `format` refuses values; otherwise it is a note to readers

  // Where a $ref leads out of the document: the text of the document with this URI (absolute, without fragment), or
  // nothing. Called during compile() only. Nothing is ever fetched by assay; the drafts' own meta-schemas are known.
  std::function<std::optional<std::string>(const std::string& uri)> document;
};

class schema {
 public:
  // Compiles `text`. A schema that cannot be honoured is a failure that names the pointer and the reason: bad JSON, a
  // keyword with a bad value, an unknown $ref, a pattern that RE2 cannot take. Nothing is ignored silently: what is
  // merely suspicious is a warning. Copying a schema copies a pointer.
  static result<schema> compile(std::string_view text, const schema_options& options = {});

  const std::string& text() const noexcept;
  const std::vector<schema_warning>& warnings() const noexcept;
  assay::draft draft() const noexcept;

  // May the root be a value of this type, as far as `type`, `enum` and `const` at the root say, through $ref, allOf,
  // anyOf and oneOf? Where none of them says, objects only.
  bool allows(type t) const noexcept;

  // Does the value fit? The fast path. Time at most (size of the schema) x (size of the value).
  bool accepts(node value) const;

  // Why it does not fit, in document order, at most `max`; empty if it fits. `line` and `column` are not filled in.
  std::vector<problem> problems(node value, std::size_t max = max_problems) const;

  const schemas::program& compiled() const noexcept { return *program_; }

 private:
  explicit schema(std::shared_ptr<const schemas::program> p) noexcept : program_(std::move(p)) {}
  std::shared_ptr<const schemas::program> program_;
};

}  // namespace assay
