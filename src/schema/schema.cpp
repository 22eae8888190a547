#include "assay/schema.h"

#include <array>

#include "schema/compiler.h"
#include "schema/machine.h"
#include "schema/problems.h"
#include "schema/program.h"

namespace assay {
namespace {

struct draft_words {
  assay::draft draft;
  std::string_view name;
  std::string_view place;  // of its meta-schema, after "http://" or "https://"
};
constexpr std::array drafts{
    draft_words{draft::v4, "draft4", "json-schema.org/draft-04/schema"},
    draft_words{draft::v6, "draft6", "json-schema.org/draft-06/schema"},
    draft_words{draft::v7, "draft7", "json-schema.org/draft-07/schema"},
    draft_words{draft::v2019, "2019-09", "json-schema.org/draft/2019-09/schema"},
    draft_words{draft::v2020, "2020-12", "json-schema.org/draft/2020-12/schema"},
};

}  // namespace

std::string_view name(draft d) noexcept { return drafts[static_cast<std::size_t>(d)].name; }

std::optional<draft> draft_of(std::string_view text) noexcept {
  std::string_view place = text;
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (place.starts_with(scheme)) place.remove_prefix(scheme.size());
  }
  if (place.ends_with('#')) place.remove_suffix(1);
  for (const draft_words& d : drafts) {
    if (text == d.name || (place.size() < text.size() && place == d.place)) return d.draft;
  }
  return std::nullopt;
}

result<schema> schema::compile(std::string_view text, const schema_options& options) {
  result<std::shared_ptr<const schemas::program>> p = schemas::compile(text, options);
  if (!p) return p.error();
  return schema{*std::move(p)};
}

const std::string& schema::text() const noexcept { return program_->text; }

draft schema::draft() const noexcept { return program_->draft; }

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
