#include "schema/compiler.h"

#include <algorithm>
#include <utility>

#include "assay/json.h"
#include "json/value_reader.h"

namespace assay::schemas {
namespace {

std::string place_of(node where) {
  const std::string pointer = pointer_to(where.base(), where.cells(), where.index());
  return pointer.empty() ? "the schema's root" : pointer;
}

}  // namespace

void compiler::fail(failure_code code, node where, std::string message) {
  if (!error_) error_ = failure{code, place_of(where) + ": " + std::move(message), where.offset()};
}

void compiler::warn(node where, std::string message) {
  p_.warnings.push_back({pointer_to(where.base(), where.cells(), where.index()), std::move(message)});
}

void compiler::wants(node value, std::string_view expected) {
  fail(failure_code::bad_schema, value, "expected " + std::string(expected) + ", found " + shown(value.source()));
}

std::optional<std::uint32_t> compiler::referred(node ref, node schema) {
  if (!ref.is(type::string)) {
    wants(ref, "a URI reference in a string");
    return std::nullopt;
  }
  const result<std::uint32_t> target = names_->find(ref.text(), schema.index());
  if (!target) {
    fail(target.error().code, ref, target.error().message);
    return std::nullopt;
  }
  return *target;
}

// The subschema that `schema` stands for: itself, or at the end of a chain of bare references.
std::uint32_t compiler::follow(node schema) {
  std::size_t steps = 0;
  while (schema.is(type::object)) {
    const node ref = schema["$ref"];
    if (!ref || (schema.size() != 1 && draft_ > draft::v7)) break;
    if (schema.size() != 1) break;  // its ignored siblings are warned about where it is compiled
    if (++steps > p_.source.cell_count()) {
      fail(failure_code::bad_reference, ref, "this reference leads back to itself without reaching another value");
      break;
    }
    const auto target = referred(ref, schema);
    if (!target) break;
    schema = p_.at(*target);
  }
  return schema.index();
}

std::uint32_t compiler::record_for(node schema) {
  const std::uint32_t cell = follow(schema);
  if (error_) return 0;
  if (record_of_[cell] == none) {
    record_of_[cell] = static_cast<std::uint32_t>(p_.records.size());
    p_.records.emplace_back().cell = cell;
    queue_.push_back(record_of_[cell]);
  }
  return record_of_[cell];
}

range compiler::add_targets(const std::vector<node>& schemas) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(schemas.size());
  for (const node s : schemas) numbers.push_back(record_for(s));
  const auto begin = static_cast<std::uint32_t>(p_.targets.size());
  p_.targets.insert(p_.targets.end(), numbers.begin(), numbers.end());
  return {begin, static_cast<std::uint32_t>(p_.targets.size())};
}

void compiler::compile_record(std::uint32_t number, node schema) {
  reading r;
  r.schema = schema;
  r.out.cell = schema.index();
  if (schema.is(type::boolean)) {
    r.out.never = !schema.truth();
    if (r.out.never) r.out.types = 0;
    p_.records[number] = r.out;
    return;
  }
  if (!schema.is(type::object)) return wants(schema, "a schema (an object or a boolean)");
  const bool only_ref = draft_ <= draft::v7 && schema["$ref"];
  for (auto member = schema.begin(); member != schema.end() && !error_; ++member) {
    const std::string name = member.key().text();
    const keyword_info* k = find_keyword(name, draft_);
    if (k == nullptr) {
      const bool other_draft = find_keyword(name, draft::v2020) != nullptr || find_keyword(name, draft::v7) != nullptr;
      warn(member.key(), "\"" + name + "\" is not a keyword" + (other_draft ? " of this draft" : " that is known") +
                             ", so it has no effect");
    } else if (only_ref && k->what != keyword::ref) {
      if (k->inside == holds::schemas_by_name && (k->what == keyword::defs || k->what == keyword::definitions)) {
        read_keyword(r, *k, member.key(), *member);
      } else if (k->what != keyword::annotation && k->what != keyword::schema_ && k->what != keyword::id) {
        warn(member.key(), "\"" + name + "\" beside $ref has no effect in this draft");
      }
    } else {
      read_keyword(r, *k, member.key(), *member);
    }
  }
  if (!error_) finish(r, number);
}

void compiler::finish(reading& r, std::uint32_t number) {
  finish_conditional(r);
  finish_items(r);
  finish_object(r);
  if (error_) return;
  const auto add = [](auto& pool, auto& block) {
    pool.push_back(std::move(block));
    return static_cast<std::uint32_t>(pool.size() - 1);
  };
  record& out = r.out;
  if (r.numbers) out.number = add(p_.numbers, *r.numbers);
  if (r.strings) out.string = add(p_.strings, *r.strings);
  if (r.arrays) out.array = add(p_.arrays, *r.arrays);
  if (r.objects) out.object = add(p_.objects, r.object);
  if (r.arrays && r.arrays->contains != none) {
    r.applicators.push_back({op::contains, {out.array, out.array}, none, r.schema["contains"].index()});
  }
  if (out.unevaluated_properties != none || out.unevaluated_items != none) {
    r.applicators.push_back({op::unevaluated, {number, number}, none, none});
  }
  out.applicators.begin = static_cast<std::uint32_t>(p_.applicators.size());
  p_.applicators.insert(p_.applicators.end(), r.applicators.begin(), r.applicators.end());
  out.applicators.end = static_cast<std::uint32_t>(p_.applicators.size());
  p_.records[number] = out;
}

std::optional<failure> compiler::run() {
  const node root = p_.source.root();
  if (const node dialect = root["$schema"]) {
    if (!dialect.is(type::string)) {
      wants(dialect, "the URI of a draft in a string");
      return error_;
    }
    const std::optional<draft> named = draft_of(dialect.text());
    if (!named) {
      fail(failure_code::unsupported, dialect, "the dialect \"" + shown(dialect.text()) + "\" is not served");
      return error_;
    }
    draft_ = *named;
  }
  p_.draft = draft_;
  result<resources> names = resources::of(p_.source, draft_);
  if (!names) return names.error();
  names_ = *std::move(names);
  record_of_.assign(p_.source.cell_count(), none);
  p_.root = record_for(root);
  while (!queue_.empty() && !error_) {
    const std::uint32_t number = queue_.back();
    queue_.pop_back();
    compile_record(number, p_.at(p_.records[number].cell));
  }
  if (error_) return error_;
  if (std::optional<failure> cycle = analyse(p_)) {
    fail(cycle->code, p_.at(static_cast<std::uint32_t>(cycle->offset)), cycle->message);
    return error_;
  }
  warn_if_open();
  return std::nullopt;
}

// A root that takes nearly any object is legal, and as a contract worth nothing.
void compiler::warn_if_open() {
  const record& root = p_.records[p_.root];
  if (root.never || (root.types & bit(type::object)) == 0 || !root.applicators.empty() || root.values != none) return;
  bool open = true;
  if (root.object != none) {
    const object_block& o = p_.objects[root.object];
    open = o.required_count == 0 && !o.closed && root.unevaluated_properties == none;
  }
  if (open)
    warn(p_.at(root.cell),
         "the schema accepts nearly any object: it has no required and no additionalProperties: false");
}

result<std::shared_ptr<const program>> compile(std::string_view text, const schema_options& options) {
  auto p = std::make_shared<program>();
  p->text = text;
  result<document> source = parse(text);
  if (!source) return failure{failure_code::bad_json, "the schema is " + source.error().message, source.error().offset};
  p->source = *std::move(source);
  if (std::optional<failure> why = compiler{*p, options}.run()) return *std::move(why);
  return std::shared_ptr<const program>{std::move(p)};
}

}  // namespace assay::schemas
