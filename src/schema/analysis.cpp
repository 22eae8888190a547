// What is known about a program once all records are there: cycles, types at the root, which answers to remember.
//
// An answer is remembered where asking again could multiply: a record in a recursion whose records lead back into it by
// two ways for one value (anyOf: [#a, #a] doubles at each level), and a record to which many ways lead from the root.
// A way is counted for each value it may be about, so too many answers may be remembered and never too few.
#include <algorithm>

#include "schema/compiler.h"

namespace assay::schemas {
namespace {

constexpr std::uint64_t many_ways = 256;
constexpr std::uint8_t containers = 0x30;  // arrays and objects
static_assert(containers == (bit(type::array) | bit(type::object)));

struct edge {
  std::uint32_t to;
  std::uint32_t way;  // edges of one way are about different values; way 0 is about the same value, each its own
};

void add(std::vector<edge>& out, std::uint32_t to, std::uint32_t way) {
  if (to != none) out.push_back({to, way});
}

void same_value_edges(const program& p, const record& r, std::vector<edge>& out) {
  for (std::uint32_t a = r.applicators.begin; a < r.applicators.end; ++a) {
    const applicator& ap = p.applicators[a];
    if (ap.what == op::contains || ap.what == op::unevaluated) continue;
    for (std::uint32_t t = ap.targets.begin; t < ap.targets.end; ++t) add(out, p.targets[t], 0);
  }
}

void child_edges(const program& p, const record& r, std::vector<edge>& out) {
  std::uint32_t way = 1;
  if (r.object != none) {
    const object_block& o = p.objects[r.object];
    for (std::uint32_t t = o.children.begin; t < o.children.end; ++t) add(out, p.targets[t], way);
    add(out, o.additional, way);
    add(out, o.names, ++way);
    for (std::uint32_t i = o.patterns.begin; i < o.patterns.end; ++i) add(out, p.pattern_children[i].record, ++way);
  }
  if (r.array != none) {
    const array_block& a = p.arrays[r.array];
    ++way;
    for (std::uint32_t t = a.prefix.begin; t < a.prefix.end; ++t) add(out, p.targets[t], way);
    add(out, a.items, way);
    add(out, a.contains, ++way);
  }
  add(out, r.unevaluated_properties, ++way);
  add(out, r.unevaluated_items, ++way);
}

std::vector<edge> edges_of(const program& p, std::uint32_t number) {
  std::vector<edge> out;
  same_value_edges(p, p.records[number], out);
  child_edges(p, p.records[number], out);
  return out;
}

// Strongly connected components (Tarjan's algorithm, on a stack of its own), numbered sinks first.
class components {
 public:
  explicit components(const program& p) : index_(p.records.size(), 0), low_(p.records.size(), 0) {
    of.assign(p.records.size(), none);
    for (std::uint32_t i = 0; i < p.records.size(); ++i) {
      edges.push_back(edges_of(p, i));
    }
    for (std::uint32_t i = 0; i < p.records.size(); ++i) {
      if (index_[i] == 0) visit(i);
    }
  }

  std::vector<std::vector<edge>> edges;
  std::vector<std::uint32_t> of;
  std::vector<std::vector<std::uint32_t>> members;

 private:
  struct step {
    std::uint32_t record;
    std::size_t edge;
  };

  void enter(std::uint32_t record) {
    index_[record] = low_[record] = ++clock_;
    open_.push_back(record);
    walk_.push_back({record, 0});
  }

  void visit(std::uint32_t from) {
    enter(from);
    while (!walk_.empty()) {
      step& top = walk_.back();
      const std::uint32_t here = top.record;
      if (top.edge < edges[here].size()) {
        const std::uint32_t to = edges[here][top.edge++].to;
        if (index_[to] == 0) {
          enter(to);
        } else if (of[to] == none) {
          low_[here] = std::min(low_[here], index_[to]);
        }
        continue;
      }
      walk_.pop_back();
      if (!walk_.empty()) low_[walk_.back().record] = std::min(low_[walk_.back().record], low_[here]);
      if (low_[here] == index_[here]) close(here);
    }
  }

  void close(std::uint32_t record) {
    members.emplace_back();
    for (;;) {
      const std::uint32_t last = open_.back();
      open_.pop_back();
      of[last] = static_cast<std::uint32_t>(members.size() - 1);
      members.back().push_back(last);
      if (last == record) return;
    }
  }

  std::vector<std::uint32_t> index_, low_, open_;
  std::vector<step> walk_;
  std::uint32_t clock_ = 0;
};

// May the records of a recursion be asked twice about one value from one of them?
bool is_risky(const program& p, const components& c, std::uint32_t component) {
  for (const std::uint32_t number : c.members[component]) {
    std::vector<std::uint32_t> ways;
    std::size_t overlapping = 0;
    for (const edge& e : c.edges[number]) {
      if (c.of[e.to] != component) continue;
      if (e.way == 0) {
        ++overlapping;
      } else if (std::find(ways.begin(), ways.end(), e.way) == ways.end()) {
        ways.push_back(e.way);
      }
    }
    const record& r = p.records[number];
    const bool again = r.unevaluated_properties != none || r.unevaluated_items != none;
    overlapping += ways.size();
    if (overlapping > 1 || (again && overlapping == 1)) return true;
  }
  return false;
}

void choose_remembered(program& p) {
  const components c{p};
  std::vector<std::uint64_t> ways(c.members.size(), 0);
  ways[c.of[p.root]] = 1;
  for (std::size_t i = c.members.size(); i-- > 0;) {
    bool recursive = c.members[i].size() > 1;
    for (const std::uint32_t number : c.members[i]) {
      const record& r = p.records[number];
      const bool again = r.unevaluated_properties != none || r.unevaluated_items != none;
      for (const edge& e : c.edges[number]) {
        const std::uint32_t to = c.of[e.to];
        recursive = recursive || to == i;
        if (to != i) ways[to] = std::min<std::uint64_t>(ways[to] + ways[i] * (again ? 2 : 1), many_ways * many_ways);
      }
    }
    const bool remember = ways[i] > many_ways || (recursive && is_risky(p, c, static_cast<std::uint32_t>(i)));
    for (const std::uint32_t number : c.members[i]) p.records[number].remember = remember;
  }
}

void mark_types(program& p) {
  for (record& r : p.records) {
    if (r.string != none) r.checked |= bit(type::string);
    if (r.number != none) r.checked |= bit(type::number);
    if (r.values != none) r.checked = any_type & static_cast<std::uint8_t>(~containers);
    if (r.object != none) r.deep |= bit(type::object);
    if (r.array != none) r.deep |= bit(type::array);
    if (r.values != none) r.deep |= containers;
    for (std::uint32_t a = r.applicators.begin; a < r.applicators.end; ++a) {
      switch (p.applicators[a].what) {
        case op::dependent:
          r.deep |= bit(type::object);
          break;
        case op::contains:
          r.deep |= bit(type::array);
          break;
        case op::unevaluated:
          r.deep |= containers;
          break;
        default:
          r.deep = any_type;
      }
    }
  }
}

void fill_members(program& p) {
  for (object_block& o : p.objects) {
    o.members = static_cast<std::uint32_t>(p.members.size());
    for (std::uint32_t slot = 0; slot < o.keys.size(); ++slot) {
      member& m = p.members.emplace_back();
      m.name = o.keys.of(slot);
      m.bit = slot < 64 ? std::uint64_t{1} << slot : 0;
      m.record = p.targets[o.children.begin + slot];
      if (m.record == none) continue;
      const record& r = p.records[m.record];
      m.types = r.types;
      m.checked = r.checked;
      m.deep = r.deep;
    }
    p.members.emplace_back();
    for (std::uint32_t k = o.order.end; k-- > o.order.begin;) {
      p.members[o.members + p.slots[k]].next = o.first;
      o.first = p.slots[k];
    }
  }
}

// The records in an order in which each stands behind those that it applies to the same value; empty and `at` set
// where there is none, because a reference leads back to the same value.
std::vector<std::uint32_t> same_value_order(const program& p, std::uint32_t& at) {
  enum : std::uint8_t { fresh, open, done };
  std::vector<std::uint8_t> state(p.records.size(), fresh);
  std::vector<std::uint32_t> order;
  struct step {
    std::uint32_t record;
    std::vector<edge> edges;
  };
  std::vector<step> walk;
  const auto enter = [&](std::uint32_t number) {
    state[number] = open;
    walk.push_back({number, {}});
    same_value_edges(p, p.records[number], walk.back().edges);
  };
  for (std::uint32_t i = 0; i < p.records.size(); ++i) {
    if (state[i] == fresh) enter(i);
    while (!walk.empty()) {
      step& top = walk.back();
      if (top.edges.empty()) {
        state[top.record] = done;
        order.push_back(top.record);
        walk.pop_back();
        continue;
      }
      const std::uint32_t to = top.edges.back().to;
      top.edges.pop_back();
      if (state[to] == open) {
        at = top.record;
        return {};
      }
      if (state[to] == fresh) enter(to);
    }
  }
  return order;
}

struct named_types {
  std::uint8_t types = any_type;
  bool named = false;

  void narrow(std::uint8_t to) noexcept {
    types &= to;
    named = true;
  }
};

std::uint8_t whole(std::uint8_t types) noexcept {
  return (types & (integer_bit | bit(type::number))) != 0 ? types | integer_bit | bit(type::number) : types;
}

// schema::allows: the types that `type`, `enum` and `const` name for the root's value.
void find_allowed(program& p, const std::vector<std::uint32_t>& order) {
  std::vector<named_types> found(p.records.size());
  for (const std::uint32_t number : order) {
    const record& r = p.records[number];
    named_types& out = found[number];
    if (r.has_type) out.narrow(whole(r.types));
    if (r.values != none) out.narrow(whole(p.values[r.values].types));
    for (std::uint32_t a = r.applicators.begin; a < r.applicators.end; ++a) {
      const applicator& ap = p.applicators[a];
      std::uint8_t any = 0;
      bool any_named = false;
      for (std::uint32_t t = ap.targets.begin; t < ap.targets.end; ++t) {
        if (ap.what == op::all_of || ap.what == op::ref) {
          const named_types& target = found[p.targets[t]];
          if (target.named) out.narrow(target.types);
        } else if (ap.what == op::any_of || ap.what == op::one_of) {
          const named_types& target = found[p.targets[t]];
          any |= target.named ? target.types : bit(type::object);
          any_named = any_named || target.named;
        }
      }
      if (any_named) out.narrow(any);
    }
  }
  if (found[p.root].named) p.allowed = found[p.root].types;
}

}  // namespace

std::optional<failure> analyse(program& p) {
  mark_types(p);
  std::uint32_t at = none;
  const std::vector<std::uint32_t> order = same_value_order(p, at);
  if (at != none) {
    return failure{failure_code::bad_reference, "a reference leads back here without reaching another value",
                   p.records[at].cell};
  }
  find_allowed(p, order);
  choose_remembered(p);
  fill_members(p);
  return std::nullopt;
}

}  // namespace assay::schemas
