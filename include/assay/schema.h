// A JSON Schema, compiled once into an immutable program that is shared between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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

class schema {
 public:
  // Compiles `text`. A schema that cannot be honoured is a failure that names the pointer and the reason: bad JSON, a
  // keyword with a bad value, an unknown $ref, a pattern that RE2 cannot take. Nothing is ignored silently: what is
  // merely suspicious is a warning. Copying a schema copies a pointer.
  static result<schema> compile(std::string_view text);

  const std::string& text() const noexcept;
  const std::vector<schema_warning>& warnings() const noexcept;

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
