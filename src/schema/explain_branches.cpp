// What to say where anyOf, oneOf, not or contains refuses a value: of all branches only the one that came nearest.
#include <algorithm>
#include <tuple>

#include "schema/assertions.h"
#include "schema/explainer.h"
#include "schema/sentences.h"

namespace assay::schemas {
namespace {

constexpr int most_depth = 3;
constexpr std::size_t most_told = 8;  // problems of a branch
constexpr std::uint32_t most_branches = 64;

bool is_value_rule(const problem& p) { return p.keyword == "const" || p.keyword == "enum"; }

struct branch {
  std::vector<problem> problems;
  std::uint8_t types = 0;

  // Smaller is nearer: the right type, then the right discriminator, then fewer problems, then deeper ones.
  auto rank(node value) const {
    const bool wrong = !has_type(value.base(), value.cells()[value.index()], types);
    const auto values = std::count_if(problems.begin(), problems.end(), is_value_rule);
    std::size_t deepest = 0;
    for (const problem& p : problems) {
      deepest = std::max(deepest, static_cast<std::size_t>(std::count(p.pointer.begin(), p.pointer.end(), '/')));
    }
    return std::tuple{wrong, values, problems.size(), most_told * 1000 - deepest};
  }
};

// All branches refuse one member by const or enum: it chooses between them, and it chooses none.
bool share_discriminator(const std::vector<branch>& branches, problem& out) {
  std::string expected;
  for (const branch& b : branches) {
    const auto found = std::find_if(b.problems.begin(), b.problems.end(), is_value_rule);
    if (found == b.problems.end()) return false;
    if (expected.empty()) out = *found;
    if (found->pointer != out.pointer) return false;
    if (out.hint.empty()) out.hint = found->hint;
    const std::string one = found->expected.substr(found->expected.rfind("one of ", 0) == 0 ? 7 : 0);
    expected += (expected.empty() ? "" : ", ") + one;
  }
  out.message = (out.pointer.empty() ? "the value" : shown(out.pointer, 200)) + " is " + out.found +
                ", which fits none of the alternatives";
  out.expected = "one of " + expected;
  return true;
}

}  // namespace

void explainer::applicator_problems(const record& r, std::uint32_t cell) {
  for (std::uint32_t i = r.applicators.begin; i < r.applicators.end && !full(); ++i) {
    const applicator& a = p_.applicators[i];
    if (a.what == op::any_of || a.what == op::one_of) branch_problems(a, cell);
    if (a.what == op::not_ && run_.judge(p_.targets[a.targets.begin], cell)) {
      problem out = about(at(cell), "not", "the schema forbids a value like this: " + described(at(cell)));
      out.found = described(at(cell));
      emit(std::move(out));
    }
    if (a.what == op::contains && cells_[cell].type() == type::array)
      contains_problem(p_.arrays[a.targets.begin], cell);
  }
}

void explainer::contains_problem(const array_block& a, std::uint32_t cell) {
  std::uint32_t found = 0;
  for (const node item : at(cell)) found += run_.judge(a.contains, item.index()) ? 1 : 0;
  if (found >= a.min_contains && found <= a.max_contains) return;
  const bool few = found < a.min_contains;
  const std::string expected = (few ? "at least " : "at most ") +
                               std::to_string(few ? a.min_contains : a.max_contains) +
                               " items of the kind that \"contains\" describes";
  problem out = about(at(cell), few ? (a.min_contains == 1 ? "contains" : "minContains") : "maxContains",
                      "expected " + expected + ", found " + std::to_string(found));
  out.expected = expected;
  out.found = std::to_string(found);
  emit(std::move(out));
}

void explainer::branch_problems(const applicator& a, std::uint32_t cell) {
  const node value = at(cell);
  const char* const keyword = a.what == op::any_of ? "anyOf" : "oneOf";
  std::uint32_t fitting = 0;
  for (std::uint32_t t = a.targets.begin; t < a.targets.end; ++t) fitting += run_.judge(p_.targets[t], cell) ? 1 : 0;
  if (fitting == 1 || (fitting > 0 && a.what == op::any_of)) return;
  const std::string total = std::to_string(a.targets.size());
  if (fitting > 1) {
    return emit(about(
        value, keyword,
        "the value fits " + std::to_string(fitting) + " of the " + total + " alternatives, and must fit exactly one"));
  }
  std::uint8_t types = 0;
  for (std::uint32_t t = a.targets.begin; t < a.targets.end; ++t) types |= p_.records[p_.targets[t]].types;
  if (!has_type(text_, cells_[cell], types)) return emit(wrong_type(value, types));
  problem whole = about(value, keyword, "the value fits none of the " + total + " alternatives");
  if (depth_ >= most_depth || a.targets.size() > most_branches || budget_ == 0) return emit(std::move(whole));

  std::vector<branch> branches;
  for (std::uint32_t t = a.targets.begin; t < a.targets.end; ++t) {
    const std::uint32_t target = p_.targets[t];
    branches.push_back(
        {explainer{p_, value, run_, most_told, depth_ + 1, budget_}.run(target, cell), p_.records[target].types});
  }
  if (branches.size() > 1 && share_discriminator(branches, whole)) return emit(std::move(whole));
  auto nearest = std::min_element(branches.begin(), branches.end(),
                                  [&](const branch& x, const branch& y) { return x.rank(value) < y.rank(value); });
  for (problem& told : nearest->problems) emit(std::move(told));
}

}  // namespace assay::schemas
