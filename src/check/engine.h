// Reads a reply, whole or in pieces, and keeps what decides: at most two trees, the first fault of each kind.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "assay/check.h"
#include "extract/walker.h"
#include "schema/partial.h"

namespace assay {

// A reply's bytes with padding behind them.
struct text_buffer {
  std::unique_ptr<char[]> bytes;
  std::size_t size = 0;
  std::size_t capacity = 0;

  void append(std::string_view chunk);
  std::string_view view() const noexcept { return {bytes.get(), size}; }
};

// A complete candidate.
struct tree {
  std::unique_ptr<cell[]> cells;
  std::uint32_t count = 0;
  span where;
  std::vector<std::uint32_t> commas;

  explicit operator bool() const noexcept { return count != 0; }
};

// The first thing that broke the grammar.
struct breakage {
  extract::breach why;
  violation fault;
  span where;
};

class engine {
 public:
  // Ready for a reply; both must live until finish(). `watch`: keep doomed() up to date, which costs a look at each
  // member as it closes.
  void start(const options& o, const schema* s, bool watch);
  void feed(std::string_view chunk);
  bool doomed() const noexcept { return doom_.has_value(); }
  outcome finish(const facts& f);

 private:
  struct doom {
    kind why;
    std::optional<problem> member;  // schema: what is wrong with the member that closed
    span where;                     // ambiguous: the second; tool_call: the mark; schema: the candidate
  };

  void run(bool final);
  void on_candidate();
  void keep(tree& into);
  void on_last();
  void on_fits();
  void forget();
  void watch_members();
  void condemn(kind why, span where, std::optional<problem> member = std::nullopt);
  bool watching() const noexcept { return watch_ && options_->reasoning == reasoning::none; }
  node root_of(const tree& t) const noexcept { return {text_.bytes.get(), t.cells.get(), 0}; }
  bool fits(const cell* cells) const;
  std::vector<problem> misfits(node root) const;

  outcome decide(const facts& f);
  outcome from_facts(const facts& f) const;
  outcome from_doom() const;
  outcome from_text();
  outcome settle(tree& t);
  void leave_out_nulls(tree& t, std::vector<fix>& fixes) const;
  outcome bad_json() const;
  outcome truncated() const;
  outcome ambiguous() const;

  const options* options_ = nullptr;  // the caller's, until finish()
  std::size_t max_bytes_ = 0;
  const schema* schema_ = nullptr;
  bool watch_ = false;

  text_buffer text_;
  std::size_t text_end_ = 0;  // without trailing white space
  bool too_long_ = false;
  extract::walker walker_;
  std::optional<schemas::partial> partial_;
  std::size_t partial_begin_ = 0;  // the candidate that partial_ has seen

  tree kept_;   // the candidate that may be the answer
  span other_;  // the first that differs from it
  bool differs_ = false;
  std::optional<tree> misfit_;  // several::fits: the first that does not fit
  bool misfits_differ_ = false;
  std::optional<breakage> broken_;
  std::optional<span> tool_;
  std::optional<doom> doom_;
};

}  // namespace assay
