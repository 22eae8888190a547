#include "check/engine.h"

#include <algorithm>
#include <cstring>

#include "check/messages.h"
#include "scan/scan.h"
#include "schema/nulls.h"
#include "schema/program.h"

namespace assay {
namespace {

constexpr std::size_t most_bytes = 0xFFFFFFFFU - scan::padding;  // offsets are 32 bits wide
constexpr std::size_t most_kept = 4U << 20U;                     // of a text buffer, for the next reply
constexpr std::size_t no_candidate = SIZE_MAX;

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

extract::rules rules_for(const options& o, const schema* s) noexcept {
  extract::rules r;
  r.max_depth = o.max_depth;
  r.unpaired_closing = o.reasoning == reasoning::tags;
  if (s == nullptr) return r;
  constexpr auto scalars =
      schemas::bit(type::null) | schemas::bit(type::boolean) | schemas::bit(type::number) | schemas::bit(type::string);
  const std::uint8_t allowed = s->compiled().allowed;
  r.arrays = (allowed & schemas::bit(type::array)) != 0;
  r.scalars = static_cast<std::uint8_t>(allowed & scalars);
  return r;
}

}  // namespace

void text_buffer::append(std::string_view chunk) {
  const std::size_t needed = size + chunk.size() + scan::padding;
  if (needed > capacity) {
    const std::size_t wanted = size == 0 ? needed : std::max(needed, capacity * 2);
    auto grown = std::make_unique_for_overwrite<char[]>(wanted);
    if (size != 0) std::memcpy(grown.get(), bytes.get(), size);
    bytes = std::move(grown);
    capacity = wanted;
  }
  if (!chunk.empty()) std::memcpy(bytes.get() + size, chunk.data(), chunk.size());
  size += chunk.size();
  std::memset(bytes.get() + size, 0, scan::padding);
}

void engine::start(const options& o, const schema* s, bool watch) {
  options_ = &o;
  max_bytes_ = std::min(o.max_bytes, most_bytes);
  schema_ = s;
  watch_ = watch;
  text_.size = 0;
  text_end_ = 0;
  too_long_ = false;
  walker_.start(rules_for(o, s));
  partial_.reset();
  if (watching() && s != nullptr && o.several == several::refuse) partial_.emplace(s->compiled(), o.null_is_absent);
  partial_begin_ = no_candidate;
  broken_.reset();
  doom_.reset();
  forget();
}

void engine::forget() {
  kept_.count = 0;
  differs_ = false;
  misfit_.reset();
  misfits_differ_ = false;
  broken_.reset();
  tool_.reset();
}

void engine::feed(std::string_view chunk) {
  if (too_long_) return;
  const std::size_t room = max_bytes_ - text_.size;
  too_long_ = chunk.size() > room;
  if (too_long_ && !watch_) return;  // unread
  const std::string_view taken = chunk.substr(0, room);
  text_.append(taken);
  std::size_t end = taken.size();
  while (end > 0 && is_space(taken[end - 1])) --end;
  if (end > 0) text_end_ = text_.size - taken.size() + end;
  if (watch_) run(false);
  if (too_long_) condemn(kind::too_long, {max_bytes_, max_bytes_});
}

// The doom whose last byte comes first counts, in whatever order they are found: a look-ahead may run before the
// reading.
void engine::condemn(kind why, span where, std::optional<problem> member) {
  if (!watching() && why != kind::too_long) return;
  if (!doom_ || where.end < doom_->where.end) doom_ = doom{why, std::move(member), where};
}

void engine::run(bool final) {
  for (;;) {
    switch (walker_.next(text_.bytes.get(), text_end_, final)) {
      case extract::step::more:
        if (walker_.in_value()) watch_members();
        return;
      case extract::step::value:
        watch_members();
        on_candidate();
        break;
      case extract::step::broken:
        if (walker_.why() == extract::breach::grammar) watch_members();
        if (!broken_ || walker_.fault().offset < broken_->fault.offset) {
          broken_ = breakage{walker_.why(), walker_.fault(), walker_.where()};
        }
        condemn(kind::bad_json, walker_.where());
        break;
      case extract::step::tool_call:
        if (!tool_) tool_ = walker_.where();
        condemn(kind::tool_call, walker_.where());
        break;
      case extract::step::dropped:
        forget();
        break;
    }
  }
}

// A member that has closed in the candidate that is being read, and that no continuation can mend, dooms it.
inline void engine::watch_members() {
  if (!partial_) return;
  const value_reader& reader = walker_.value();
  if (text_.bytes[reader.begin()] != '{') return;
  if (partial_begin_ != reader.begin()) partial_->reset();
  partial_begin_ = reader.begin();
  auto refused = partial_->advance(text_.bytes.get(), reader.cells().cells(), reader.cells().size());
  if (!refused) return;
  partial_.reset();
  const span where{refused->offset, refused->offset};
  condemn(kind::schema, where, std::move(refused));
}

inline void engine::on_candidate() {
  if (options_->several == several::last) return on_last();
  if (options_->several == several::fits) return on_fits();
  if (!kept_) {
    keep(kept_);
    if (watching()) {
      std::vector<fix> fixes;
      tree copy;
      copy.count = kept_.count;
      copy.cells = std::make_unique_for_overwrite<cell[]>(kept_.count);
      std::copy_n(kept_.cells.get(), kept_.count, copy.cells.get());
      if (options_->null_is_absent) leave_out_nulls(copy, fixes);
      if (!fits(copy.cells.get())) condemn(kind::schema, kept_.where);
    }
    return;
  }
  if (differs_) return;
  const node found{text_.bytes.get(), walker_.value().cells().cells(), 0};
  if (equal(root_of(kept_), found)) return;
  differs_ = true;
  other_ = walker_.where();
  condemn(kind::ambiguous, other_);
}

inline void engine::keep(tree& into) {
  value_reader& reader = walker_.value();
  into.count = reader.cells().size();
  into.cells = reader.cells().take();
  into.where = walker_.where();
  into.commas = reader.commas();
}

void engine::on_last() {
  const node found{text_.bytes.get(), walker_.value().cells().cells(), 0};
  if (!kept_ || !equal(root_of(kept_), found)) keep(kept_);
}

// kept_ is the first that fits, misfit_ the first that does not.
void engine::on_fits() {
  const node found{text_.bytes.get(), walker_.value().cells().cells(), 0};
  if (fits(found.cells())) {
    if (!kept_) return keep(kept_);
    if (differs_ || equal(root_of(kept_), found)) return;
    differs_ = true;
    other_ = walker_.where();
    return;
  }
  if (!misfit_) {
    keep(misfit_.emplace());
  } else if (!misfits_differ_ && !equal(root_of(*misfit_), found)) {
    misfits_differ_ = true;
    other_ = kept_ ? other_ : walker_.where();
  }
}

inline bool engine::fits(const cell* cells) const {
  const type t = cells->type();
  if (schema_ == nullptr) return t == type::object;
  return (schema_->compiled().allowed & schemas::bit(t)) != 0 && schema_->accepts({text_.bytes.get(), cells, 0});
}

// Why it does not fit.
std::vector<problem> engine::misfits(node root) const {
  if (schema_ == nullptr || !schema_->allows(root.type())) {
    const bool object_wanted = schema_ == nullptr || schema_->allows(type::object);
    if (object_wanted || schema_->accepts(root)) return {wrong_root(root, object_wanted)};
  }
  return schema_->problems(root, max_problems);
}

outcome engine::finish(const facts& f) {
  outcome out = decide(f);
  if (!out.accepted()) finish_messages(out, text_.view());
  if (text_.capacity > most_kept) text_ = {};
  return out;
}

inline outcome engine::decide(const facts& f) {
  if (text_.bytes == nullptr || text_.size == 0) text_.append({});  // the padding that a reader needs
  const bool stopped = f.finish == finish::stopped && doom_.has_value();
  if (!too_long_ || stopped) run(true);
  const bool told = f.refused || f.finish == finish::refusal || f.finish == finish::filter ||
                    f.finish == finish::length || f.finish == finish::aborted || f.finish == finish::tool_calls;
  outcome out = told ? from_facts(f) : stopped ? from_doom() : from_text();
  out.around = walker_.around();
  return out;
}

outcome engine::from_facts(const facts& f) const {
  if (f.finish == finish::length || f.finish == finish::aborted) {
    outcome out = truncated();
    if (!f.refused) {
      tell_limit(out, f.finish);
      return out;
    }
  }
  if (f.finish == finish::tool_calls && !f.refused) return told_tool_call();
  return told_refusal(f);
}

outcome engine::from_doom() const {
  switch (doom_->why) {
    case kind::bad_json:
      return bad_json();
    case kind::ambiguous:
      return ambiguous();
    case kind::tool_call:
      return found_tool_call(text_.view(), doom_->where);
    case kind::too_long:
      return longer_than(max_bytes_);
    default:
      break;
  }
  outcome out;
  out.kind = kind::schema;
  out.problems = doom_->member ? std::vector<problem>{*doom_->member} : misfits(root_of(kept_));
  return out;
}

inline outcome engine::from_text() {
  if (too_long_) return longer_than(max_bytes_);
  const bool cut = walker_.ending() != extract::cut_in::nothing;
  const bool any = kept_ || misfit_;
  if (walker_.blank() && !any && !tool_ && !broken_ && !cut) return nothing_there(text_.size);
  if (tool_) return found_tool_call(text_.view(), *tool_);
  if (cut) return truncated();
  if (broken_) return bad_json();
  if (differs_) return ambiguous();
  if (kept_) return settle(kept_);
  if (misfit_) return misfits_differ_ ? ambiguous() : settle(*misfit_);
  if (walker_.near_object()) return bad_json();
  return without_json(text_.view().substr(0, text_end_), walker_.text_begin());
}

outcome engine::bad_json() const {
  if (broken_) return broken_json(text_.view(), *broken_);
  const std::size_t at = *walker_.near_object();
  return broken_json(text_.view(), breakage{extract::breach::near_object, {at, wanted::value, at}, {at, at}});
}

outcome engine::truncated() const {
  cut_text cut;
  cut.ending = walker_.ending();
  cut.offset = walker_.cut_offset();
  cut.draft = kept_ ? std::optional<span>{kept_.where} : std::nullopt;
  if (cut.ending == extract::cut_in::value) {
    cut.pointer = open_pointer(text_.bytes.get(), walker_.value().cells());
  }
  return cut_short(text_.view(), cut);
}

outcome engine::ambiguous() const {
  return different_objects(text_.view(), kept_ ? kept_.where : misfit_->where, other_,
                           options_->several == several::fits && !kept_);
}

// One candidate is left: does it fit, and does it say yes?
inline outcome engine::settle(tree& t) {
  outcome out;
  for (const std::uint32_t comma : t.commas) {
    out.fixes.push_back({fix_rule::trailing_comma, {comma, std::size_t{comma} + 1}, {}});
  }
  if (options_->null_is_absent) leave_out_nulls(t, out.fixes);
  if (!fits(t.cells.get())) {
    out.problems = misfits(root_of(t));
    out.kind = kind::schema;
    out.fixes.clear();
    return out;
  }
  out.kind = kind::accepted;
  if (options_->declined) {
    const node root = root_of(t);
    const auto field = root.at(options_->declined->field);
    if (field && field->is(type::boolean) && !field->truth()) {
      out.kind = kind::declined;
      const auto reason = root.at(options_->declined->reason);
      if (reason && !options_->declined->reason.empty()) out.reason = reason->text();
    }
  }
  out.where = t.where;
  out.value = document{std::move(text_.bytes), text_.size, std::move(t.cells), t.count};
  text_ = {};
  return out;
}

// Under null_is_absent: drops the members at the given keys (ascending) from the tape, and records each as a fix.
void engine::leave_out_nulls(tree& t, std::vector<fix>& fixes) const {
  if (schema_ == nullptr) return;
  const std::vector<std::uint32_t> keys = schemas::refused_nulls(schema_->compiled(), root_of(t));
  if (keys.empty()) return;
  const char* text = text_.bytes.get();
  for (const std::uint32_t key : keys) {
    const cell& name = t.cells[key];
    const cell& null = t.cells[key + 1];
    fixes.push_back({fix_rule::null_is_absent,
                     {name.offset - 1U, std::size_t{null.offset} + null.length},
                     pointer_to(text, t.cells.get(), key)});
  }
  std::sort(fixes.begin(), fixes.end(), [](const fix& a, const fix& b) { return a.where.begin < b.where.begin; });

  struct container {
    std::uint32_t at;   // its new index
    std::uint32_t end;  // where it ended before anything moved
  };
  std::vector<container> open;  // around the cell that is moved
  std::uint32_t to = 0;
  std::size_t gone = 0;
  const auto gone_before = [&](std::uint32_t index) {
    return static_cast<std::uint32_t>(std::lower_bound(keys.begin(), keys.end(), index) - keys.begin());
  };
  for (std::uint32_t from = 0; from < t.count; ++from) {
    while (!open.empty() && open.back().end <= from) open.pop_back();
    if (gone < keys.size() && keys[gone] == from) {
      cell& parent = t.cells[open.back().at];
      if (parent.count() != cell::many) parent.bits -= 1U << 8U;
      ++gone;
      ++from;
      continue;
    }
    cell moved = t.cells[from];
    if (moved.type() == type::object || moved.type() == type::array) open.push_back({to, moved.next});
    moved.next -= 2 * gone_before(moved.next);
    t.cells[to] = moved;
    ++to;
  }
  t.count = to;
}

}  // namespace assay
