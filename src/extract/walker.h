// Walks a reply by rules 1 to 5, 9 and 10 of the reading rules and hands candidates to the value reader.
//
// A pull parser: next() reads on until something happened that decides, and says what. It reads forward only; the
// text may grow between calls. Every decision depends on the bytes alone, never on where a feed ended: where more
// bytes are needed to decide, next() waits for them (or for `final`) without moving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "assay/outcome.h"
#include "extract/marks.h"
#include "json/value_reader.h"

namespace assay::extract {

struct rules {
  std::size_t max_depth = 256;
  bool arrays = false;           // the schema allows an array root
  std::uint8_t scalars = 0;      // bit n: the schema allows a root of the scalar type n
  bool unpaired_closing = true;  // an unpaired closing reasoning tag drops all before it
};

enum class step : std::uint8_t {
  more,       // all that is there is read; under `final`: the text is over, see ending()
  value,      // a complete candidate: value(), where()
  broken,     // something that starts like an object breaks the grammar, the first that does: why(), fault()
  tool_call,  // tool-call markup: where()
  dropped,    // an unpaired closing tag: all that was said before counts no more
};

// Why step::broken.
enum class breach : std::uint8_t {
  grammar,       // the candidate at where().begin, see fault()
  closed_early,  // after a complete candidate: `]`, `}` or `, "key":` at where().begin
  near_object,   // a prose brace with a colon in it, after a candidate or around one
};

// What the end of the text cuts.
enum class cut_in : std::uint8_t { nothing, value, reasoning, header, brace, member };

class walker {
 public:
  void start(const rules& r) noexcept {
    rules_ = r;
    mode_ = mode::text;
    pos_ = 0;
    around_ = around_nothing;
    forget();
  }
  step next(const char* text, std::size_t limit, bool final);

  // After step::value. An array that the rules do not allow is a candidate too, and not `allowed`.
  value_reader& value() noexcept { return reader_; }
  const value_reader& value() const noexcept { return reader_; }
  span where() const noexcept { return where_; }

  // The byte that settled what next() reported.
  std::size_t settled() const noexcept { return settled_; }

  // After step::broken.
  breach why() const noexcept { return why_; }
  const violation& fault() const noexcept { return fault_; }

  // Is a value being read? Then value() holds the cells of what is there so far.
  bool in_value() const noexcept { return mode_ == mode::value; }

  // At the end of the text.
  cut_in ending() const noexcept;
  std::size_t cut_offset() const noexcept;                                   // where that which is cut began
  bool blank() const noexcept { return blank_ && !whole_; }                  // rules 1 and 2 leave nothing
  std::optional<std::size_t> near_object() const noexcept { return near_; }  // the first that stood alone
  std::size_t text_begin() const noexcept { return text_begin_; }            // first byte of prose
  std::uint8_t around() const noexcept { return around_; }

 private:
  enum class mode : std::uint8_t { text, value, after, reasoning, header, dropping };
  enum class act : std::uint8_t { on, wait, event };

  void forget() noexcept;
  act read_text(bool final);
  const char* past_prose(const char* p) noexcept;
  act read_quiet(bool final);
  act handle(bool final);
  act read_value(bool final);
  act finish_value();
  act read_after(bool final);
  act look_ahead();
  act find_mark(mark_kind wanted, bool final, mark& m);
  act read_reasoning(bool final);
  act read_header(bool final);
  std::string_view header_so_far() const noexcept;
  act read_dropped(bool final);
  act on_tag(bool final);
  act on_mark(const mark& m, const char* first, bool final);
  act on_open_brace(bool final);
  void open_brace(const char* p) noexcept;
  act on_close_brace();
  act on_open_bracket(bool final);
  act on_colon(bool final);
  act on_ticks(bool final);
  act on_fence_word(bool final);
  bool in_backticks(const char* first, std::size_t length, bool final, bool& wait) const noexcept;
  void begin_value();
  void prose() noexcept;
  act report(step s, span where) noexcept;
  act broken(breach why, std::size_t begin, std::size_t settled) noexcept;
  std::size_t offset(const char* p) const noexcept { return static_cast<std::size_t>(p - text_); }

  rules rules_;
  value_reader reader_;

  // Valid during next().
  const char* text_ = nullptr;
  const char* p_ = nullptr;
  const char* end_ = nullptr;

  // What next() reports.
  step step_ = step::more;
  span where_;
  breach why_ = breach::grammar;
  violation fault_;
  std::size_t settled_ = 0;

  // Where it stands.
  mode mode_ = mode::text;
  std::size_t pos_ = 0;
  std::size_t prose_begin_ = 0;  // marks do not reach back before it
  std::size_t opened_ = 0;       // where the tag of the mode began
  std::uint8_t reasoning_name_ = 0;
  bool quiet_ = true;             // no prose since the last candidate: look at each byte
  bool after_fence_ = false;      // a fence's word may come
  bool value_was_blank_ = false;  // the value being read began a blank text

  // The look-ahead for `"key":` after a candidate and a comma. It goes beside the reading, since it consumes nothing.
  enum class ahead : std::uint8_t { none, before_key, in_key, after_key };
  ahead ahead_ = ahead::none;
  std::size_t ahead_pos_ = 0;
  std::size_t comma_ = 0;

  // What was seen since the last unpaired closing tag.
  bool blank_ = true;
  bool whole_ = false;     // the one value of a text that is otherwise blank: a scalar, or an array that is prose
  bool complete_ = false;  // a complete candidate
  bool broke_ = false;     // a candidate broke the grammar: the next ones that do tell nothing new
  bool headers_ = false;
  bool final_header_ = false;
  bool call_told_ = false;      // of a header that the end cuts
  std::size_t depth_ = 0;       // prose braces open since the last complete candidate
  bool colon_ = false;          // in the outermost of them
  bool brace_is_late_ = false;  // it began after a complete candidate
  std::size_t brace_ = 0;       // where it began
  bool older_open_ = false;     // a prose brace from before the last complete candidate is not closed
  bool older_colon_ = false;    // a colon stood in it
  bool older_is_late_ = false;
  std::size_t older_brace_ = 0;
  std::optional<std::size_t> near_;
  std::size_t text_begin_ = 0;
  std::uint8_t around_ = around_nothing;
};

// As if the text began at pos_: the start, and what an unpaired closing tag does.
inline void walker::forget() noexcept {
  prose_begin_ = pos_;
  text_begin_ = pos_;
  quiet_ = true;
  after_fence_ = false;
  blank_ = true;
  whole_ = false;
  complete_ = false;
  broke_ = false;
  headers_ = false;
  final_header_ = false;
  call_told_ = false;
  depth_ = 0;
  colon_ = false;
  older_open_ = older_colon_ = older_is_late_ = false;
  ahead_ = ahead::none;
  near_.reset();
}

}  // namespace assay::extract
