#include "assay/schema.h"

#include "schema/compiler.h"
#include "schema/machine.h"
#include "schema/problems.h"
#include "schema/program.h"

namespace assay {

result<schema> schema::compile(std::string_view text) {
  result<std::shared_ptr<const schemas::program>> p = schemas::compile(text);
  if (!p) return p.error();
  return schema{*std::move(p)};
}

const std::string& schema::text() const noexcept { return program_->text; }

const std::vector<schema_warning>& schema::warnings() const noexcept { return program_->warnings; }

bool schema::allows(type t) const noexcept { return (program_->allowed & schemas::bit(t)) != 0; }

bool schema::accepts(node value) const {
  if (!value) return false;
  schemas::machine run{*program_, value.base(), value.cells()};
  return run.judge(program_->root, value.index());
}

std::vector<problem> schema::problems(node value, std::size_t max) const {
  if (!value) return {};
  return schemas::find_problems(*program_, value, max);
}

}  // namespace assay
