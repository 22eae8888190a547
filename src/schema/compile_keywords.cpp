// The keywords of one subschema, as the compiler reads them.
#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "json/number.h"
#include "schema/compiler.h"

namespace assay::schemas {
namespace {

constexpr std::string_view a_schema = "a schema (an object or a boolean)";

}  // namespace

void compiler::read_keyword(reading& r, const keyword_info& k, node key, node value) {
  switch (k.inside) {
    case holds::schema:
      if (!value.is(type::object) && !value.is(type::boolean)) return wants(value, a_schema);
      break;
    case holds::schemas:
      if (!value.is(type::array) || value.size() == 0) return wants(value, "an array of at least one schema");
      break;
    case holds::schemas_by_name:
      if (!value.is(type::object)) return wants(value, "an object whose members are schemas");
      break;
    default:
      break;
  }
  (void)(read_reference(r, k.what, value) || read_applicator(r, k.what, value) || read_object(r, k.what, value) ||
         read_array(r, k.what, value) || read_scalar(r, k.what, value));
  if (k.what == keyword::annotation && key.equals("title") && !value.is(type::string)) wants(value, "a string");
}

bool compiler::read_reference(reading& r, keyword k, node value) {
  switch (k) {
    case keyword::ref: {
      const auto target = referred(value, r.schema);
      if (target) apply(r, op::ref, {p_.at(*target)}, value);
      return true;
    }
    case keyword::dynamic_ref:
    case keyword::recursive_ref:
      fail(failure_code::unsupported, value, "dynamic references are not served by this version");
      return true;
    case keyword::id:
    case keyword::old_id:
    case keyword::anchor:
    case keyword::dynamic_anchor:
      if (!value.is(type::string)) wants(value, "a string");
      return true;
    case keyword::schema_:
      if (r.schema.index() != 0 && value.is(type::string) && draft_of(value.text()) != draft_) {
        fail(failure_code::unsupported, value, "a subschema of another dialect than its document is not served");
      }
      return true;
    case keyword::defs:
    case keyword::definitions:
      for (const node sub : value) record_for(sub);
      return true;
    default:
      return false;
  }
}

void compiler::apply(reading& r, op what, const std::vector<node>& schemas, node value, std::uint32_t key) {
  r.applicators.push_back({what, add_targets(schemas), key, value.index()});
}

bool compiler::read_applicator(reading& r, keyword k, node value) {
  const std::vector<node> list = k == keyword::any_of || k == keyword::one_of || k == keyword::all_of
                                     ? std::vector<node>(value.begin(), value.end())
                                     : std::vector<node>{};
  switch (k) {
    case keyword::all_of:
      apply(r, op::all_of, list, value);
      return true;
    case keyword::any_of:
      apply(r, op::any_of, list, value);
      return true;
    case keyword::one_of:
      apply(r, op::one_of, list, value);
      return true;
    case keyword::not_:
      apply(r, op::not_, {value}, value);
      return true;
    case keyword::if_:
      r.if_ = value;
      return true;
    case keyword::then:
      r.then = value;
      return true;
    case keyword::else_:
      r.else_ = value;
      return true;
    case keyword::dependent_schemas:
      for (auto member = value.begin(); member != value.end(); ++member) {
        apply(r, op::dependent, {*member}, *member, member.key().index());
      }
      return true;
    case keyword::dependencies:
      read_dependencies(r, value);
      return true;
    case keyword::unevaluated_properties:
      r.out.unevaluated_properties = record_for(value);
      return true;
    case keyword::unevaluated_items:
      r.out.unevaluated_items = record_for(value);
      return true;
    default:
      return false;
  }
}

void compiler::read_dependencies(reading& r, node value) {
  if (!value.is(type::object)) return wants(value, "an object whose members are schemas or lists of names");
  for (auto member = value.begin(); member != value.end() && !error_; ++member) {
    if ((*member).is(type::array)) {
      r.needs.emplace_back(member.key(), *member);
    } else {
      apply(r, op::dependent, {*member}, *member, member.key().index());
    }
  }
  r.objects = true;
}

// `if` alone asks nothing, but its annotations count for unevaluated*.
void compiler::finish_conditional(reading& r) {
  if (!r.if_) {
    for (const node sub : {r.then, r.else_}) {
      if (sub) record_for(sub);
    }
    return;
  }
  std::vector<std::uint32_t> numbers{record_for(r.if_), none, none};
  if (r.then) numbers[1] = record_for(r.then);
  if (r.else_) numbers[2] = record_for(r.else_);
  const auto begin = static_cast<std::uint32_t>(p_.targets.size());
  p_.targets.insert(p_.targets.end(), numbers.begin(), numbers.end());
  r.applicators.push_back({op::if_, {begin, begin + 3}, none, r.if_.index()});
}

bool compiler::read_object(reading& r, keyword k, node value) {
  object_block& o = r.object;
  switch (k) {
    case keyword::properties:
      r.properties = value;
      break;
    case keyword::required:
      if (!value.is(type::array)) wants(value, "an array of names");
      r.required = value;
      break;
    case keyword::dependent_required:
      if (!value.is(type::object)) wants(value, "an object whose members are lists of names");
      for (auto member = value.begin(); member != value.end(); ++member) r.needs.emplace_back(member.key(), *member);
      break;
    case keyword::pattern_properties:
      r.patterns = value;
      break;
    case keyword::additional_properties:
      o.additional = record_for(value);
      o.has_additional = true;
      o.closed = value.is(type::boolean) && !value.truth();
      break;
    case keyword::property_names:
      o.names = record_for(value);
      break;
    case keyword::min_properties:
      o.min_properties = read_count(value);
      break;
    case keyword::max_properties:
      o.max_properties = read_count(value);
      break;
    default:
      return false;
  }
  r.objects = true;
  return true;
}

std::vector<std::string> compiler::read_names(node value) {
  std::vector<std::string> names;
  if (!value) return names;
  if (!value.is(type::array)) {
    wants(value, "an array of names");
    return names;
  }
  std::unordered_set<std::string> seen;
  for (const node name : value) {
    if (!name.is(type::string)) {
      wants(name, "a name in a string");
      return names;
    }
    std::string text = name.text();
    if (!seen.insert(text).second) {
      fail(failure_code::bad_schema, name, "\"" + shown(text) + "\" is named twice");
      return names;
    }
    names.push_back(std::move(text));
  }
  return names;
}

// Slots: the required names first, then those that dependencies look at, then the other properties.
void compiler::finish_object(reading& r) {
  if (!r.objects) return;
  object_block& o = r.object;
  std::vector<std::string> names = read_names(r.required);
  o.required_count = static_cast<std::uint32_t>(names.size());
  o.required = o.required_count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << o.required_count) - 1;
  std::unordered_map<std::string, std::uint32_t> slot_of;
  for (std::uint32_t i = 0; i < names.size(); ++i) slot_of.emplace(names[i], i);
  const auto slot = [&](std::string name) {
    const auto [found, fresh] = slot_of.emplace(name, static_cast<std::uint32_t>(names.size()));
    if (fresh) names.push_back(std::move(name));
    return found->second;
  };
  std::vector<dependency> dependencies;
  for (const auto& [key, needs] : r.needs) {
    dependency d{slot(key.text()), {}};
    std::vector<std::uint32_t> slots;
    for (std::string& name : read_names(needs)) slots.push_back(slot(std::move(name)));
    d.needs.begin = static_cast<std::uint32_t>(p_.slots.size());
    p_.slots.insert(p_.slots.end(), slots.begin(), slots.end());
    d.needs.end = static_cast<std::uint32_t>(p_.slots.size());
    dependencies.push_back(d);
  }
  o.dependencies.begin = static_cast<std::uint32_t>(p_.dependencies.size());
  p_.dependencies.insert(p_.dependencies.end(), dependencies.begin(), dependencies.end());
  o.dependencies.end = static_cast<std::uint32_t>(p_.dependencies.size());
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> children;
  for (auto member = r.properties.begin(); member != r.properties.end(); ++member) {
    const std::uint32_t at = slot(member.key().text());
    order.push_back(at);
    if (children.size() <= at) children.resize(at + 1, none);
    children[at] = record_for(*member);
  }
  children.resize(names.size(), none);
  o.order.begin = static_cast<std::uint32_t>(p_.slots.size());
  p_.slots.insert(p_.slots.end(), order.begin(), order.end());
  o.order.end = static_cast<std::uint32_t>(p_.slots.size());
  o.children.begin = static_cast<std::uint32_t>(p_.targets.size());
  p_.targets.insert(p_.targets.end(), children.begin(), children.end());
  o.children.end = static_cast<std::uint32_t>(p_.targets.size());
  std::vector<pattern_child> patterns;
  for (auto member = r.patterns.begin(); member != r.patterns.end() && !error_; ++member) {
    patterns.push_back({read_pattern(member.key(), member.key().text()), record_for(*member)});
  }
  o.patterns.begin = static_cast<std::uint32_t>(p_.pattern_children.size());
  p_.pattern_children.insert(p_.pattern_children.end(), patterns.begin(), patterns.end());
  o.patterns.end = static_cast<std::uint32_t>(p_.pattern_children.size());
  o.keys = key_table{names};
}

bool compiler::read_array(reading& r, keyword k, node value) {
  array_block a = r.arrays.value_or(array_block{});
  switch (k) {
    case keyword::items:
      r.items = value;
      break;
    case keyword::additional_items:
      r.additional_items = value;
      break;
    case keyword::prefix_items:
      a.prefix = add_targets(std::vector<node>(value.begin(), value.end()));
      break;
    case keyword::contains:
      a.contains = record_for(value);
      a.contains_evaluates = draft_ >= draft::v2020;
      break;
    case keyword::min_contains:
      a.min_contains = read_count(value);
      break;
    case keyword::max_contains:
      a.max_contains = read_count(value);
      break;
    case keyword::min_items:
      a.min_items = read_count(value);
      break;
    case keyword::max_items:
      a.max_items = read_count(value);
      break;
    case keyword::unique_items:
      if (!value.is(type::boolean)) wants(value, "true or false");
      a.unique = value.truth();
      break;
    default:
      return false;
  }
  r.arrays = a;
  return true;
}

// Up to 2019-09 an array in `items` is what prefixItems is now, and additionalItems counts beside such an array only.
void compiler::finish_items(reading& r) {
  if (r.items.is(type::array)) {
    r.arrays->prefix = add_targets(std::vector<node>(r.items.begin(), r.items.end()));
    if (r.additional_items) r.arrays->items = record_for(r.additional_items);
    return;
  }
  if (r.additional_items) record_for(r.additional_items);
  if (!r.items) return;
  if (!r.items.is(type::object) && !r.items.is(type::boolean)) return wants(r.items, a_schema);
  r.arrays->items = record_for(r.items);
}

// NOLINTNEXTLINE(readability-function-size): a table of one to three lines a keyword
bool compiler::read_scalar(reading& r, keyword k, node value) {
  number_block n = r.numbers.value_or(number_block{});
  string_block s = r.strings.value_or(string_block{});
  switch (k) {
    case keyword::type:
      r.out.types &= read_types(value);
      r.out.has_type = true;
      return true;
    case keyword::enum_:
    case keyword::const_: {
      const std::uint32_t set = read_values(value, k == keyword::const_);
      if (r.out.values == none) {
        r.out.values = set;
      } else {  // beside each other they both hold: the second goes into a record of its own
        record extra;
        extra.values = set;
        extra.cell = r.schema.index();
        const auto number = static_cast<std::uint32_t>(p_.records.size());
        p_.records.push_back(extra);
        p_.targets.push_back(number);
        const auto end = static_cast<std::uint32_t>(p_.targets.size());
        r.applicators.push_back({op::all_of, {end - 1, end}, none, value.index()});
      }
      return true;
    }
    case keyword::min_length:
      s.min_length = read_count(value);
      break;
    case keyword::max_length:
      s.max_length = read_count(value);
      break;
    case keyword::pattern:
      if (!value.is(type::string)) {
        wants(value, "a regular expression in a string");
      } else {
        s.pattern = read_pattern(value, value.text());
      }
      break;
    case keyword::minimum:
      n.minimum = read_bound(value);
      break;
    case keyword::maximum:
      n.maximum = read_bound(value);
      break;
    case keyword::exclusive_minimum:
    case keyword::exclusive_maximum:
      if (draft_ == draft::v4) {
        fail(failure_code::unsupported, value, "the draft-04 form of this keyword is not served by this version");
      }
      (k == keyword::exclusive_minimum ? n.exclusive_minimum : n.exclusive_maximum) = read_bound(value);
      break;
    case keyword::multiple_of:
      n.multiple_of = read_bound(value);
      if (value.is(type::number) && (decimal_of(value).is_zero() || decimal_of(value).negative)) {
        wants(value, "a number above 0");
      }
      break;
    default:
      return false;
  }
  const bool of_strings = k == keyword::min_length || k == keyword::max_length || k == keyword::pattern;
  if (of_strings) {
    r.strings = s;
  } else {
    r.numbers = n;
  }
  return true;
}

std::uint8_t compiler::read_types(node value) {
  const auto one = [&](node n) -> std::uint8_t {
    for (const type t : {type::null, type::boolean, type::number, type::string, type::array, type::object}) {
      if (n.equals(name(t))) return bit(t);
    }
    if (n.equals("integer")) return integer_bit;
    wants(n, "one of null, boolean, integer, number, string, array, object");
    return 0;
  };
  if (!value.is(type::array)) return one(value);
  if (value.size() == 0) wants(value, "at least one type");
  std::uint8_t types = 0;
  for (const node n : value) {
    const std::uint8_t added = one(n);
    if ((types & added) != 0 && !error_) fail(failure_code::bad_schema, n, "this type is named twice");
    types |= added;
  }
  return types;
}

std::uint32_t compiler::read_values(node value, bool is_const) {
  value_set set;
  set.is_const = is_const;
  if (!is_const && !value.is(type::array)) {
    wants(value, "an array of values");
    return none;
  }
  const std::vector<node> all = is_const ? std::vector<node>{value} : std::vector<node>(value.begin(), value.end());
  std::vector<std::string> strings;
  std::unordered_set<std::string> seen;
  std::vector<std::uint32_t> others;
  set.cells.begin = static_cast<std::uint32_t>(p_.value_cells.size());
  for (const node n : all) {
    p_.value_cells.push_back(n.index());
    set.types |= bit(n.type());
    if (!n.is(type::string)) {
      others.push_back(n.index());
    } else if (seen.insert(n.text()).second) {
      strings.push_back(n.text());
    }
  }
  set.cells.end = static_cast<std::uint32_t>(p_.value_cells.size());
  set.others.begin = set.cells.end;
  p_.value_cells.insert(p_.value_cells.end(), others.begin(), others.end());
  set.others.end = static_cast<std::uint32_t>(p_.value_cells.size());
  set.strings = key_table{strings};
  p_.values.push_back(std::move(set));
  return static_cast<std::uint32_t>(p_.values.size() - 1);
}

// Counts past what a text can hold are as good as the largest.
std::uint32_t compiler::read_count(node value) {
  if (!value.is(type::number) || decimal_of(value).negative || !is_integer(value)) {
    wants(value, "a whole number, 0 or more");
    return 0;
  }
  const result<std::uint64_t> count = value.to_uint64();
  return count ? static_cast<std::uint32_t>(std::min<std::uint64_t>(*count, none - 1U)) : none - 1U;
}

bound compiler::read_bound(node value) {
  bound b;
  if (!value.is(type::number)) {
    wants(value, "a number");
    return b;
  }
  b.cell = value.index();
  const std::string_view text = value.source();
  if (p_.source.root().cells()[b.cell].has(cell::fraction) || text.size() > 18) return b;
  b.is_small = std::from_chars(text.data(), text.data() + text.size(), b.small).ec == std::errc{};
  return b;
}

std::uint32_t compiler::read_pattern(node source, std::string_view text) {
  const auto known = pattern_of_.find(std::string(text));
  if (known != pattern_of_.end()) return known->second;
  result<std::unique_ptr<const pattern>> made = pattern::compile(text);
  if (!made) {
    fail(failure_code::bad_pattern, source, "the pattern \"" + shown(text) + "\" has " + made.error().message);
    return 0;
  }
  p_.patterns.push_back(*std::move(made));
  const auto number = static_cast<std::uint32_t>(p_.patterns.size() - 1);
  pattern_of_.emplace(text, number);
  return number;
}

}  // namespace assay::schemas
