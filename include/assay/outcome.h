// The words: what a model wrote (reply, facts), and what became of it (outcome: a kind, then the value or the
// problems).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/json.h"

namespace assay {

// What happened to a reply. The numbers are stored and cross the C ABI: append only.
enum class kind : std::uint8_t {
  accepted = 0,   // one value, whole, and it fits the schema
  empty = 1,      // nothing but white space, end tokens, fences or closed reasoning
  refusal = 2,    // the provider or the model declined to answer
  no_json = 3,    // text, and no object in it
  tool_call = 4,  // tool-call markup where the answer should be
  truncated = 5,  // the text ended inside an object, an array or its reasoning
  bad_json = 6,   // something that starts like an object breaks JSON's grammar
  ambiguous = 7,  // two or more different complete objects
  schema = 8,     // JSON, and not what the schema asks
  declined = 9,   // valid, and the member that the contract names says no
  too_long = 10,  // longer than max_bytes
};
inline constexpr std::size_t kind_count = 11;

// Why the provider says that the reply ended. Append only.
enum class finish : std::uint8_t {
  unknown = 0,
  stop = 1,
  length = 2,
  filter = 3,
  refusal = 4,
  tool_calls = 5,
  stopped = 6,  // by us, because the reply was doomed
  aborted = 7,
};
inline constexpr std::size_t finish_count = 8;

std::string_view name(kind k) noexcept;    // "accepted", "empty", ...
std::string_view name(finish f) noexcept;  // "unknown", "stop", ...
std::optional<kind> kind_named(std::string_view text) noexcept;
std::optional<finish> finish_named(std::string_view text) noexcept;

// What the provider said beside the text.
struct facts {
  assay::finish finish = finish::unknown;
  bool refused = false;  // a refusal field was set
};

// Bytes [begin, end) of the reply.
struct span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const span&, const span&) = default;
};

// Where a byte stands for a person: both from 1; the column counts characters, not bytes.
struct position {
  std::size_t line = 1;
  std::size_t column = 1;
};
position position_of(std::string_view text, std::size_t offset) noexcept;  // linear in offset

// A mechanical tidy that was passed over and recorded. Append only.
enum class fix_rule : std::uint8_t {
  trailing_comma = 0,  // one comma between the last value and its bracket
  null_is_absent = 1,  // a null that its own schema refuses, of a member that is not required
};
std::string_view name(fix_rule r) noexcept;

struct fix {
  fix_rule rule;
  span where;           // the comma, or the member with its key
  std::string pointer;  // null_is_absent: the member that was left out
};

// One thing that is wrong, in a sentence.
struct problem {
  std::string message;     // `required property "queue" is missing`
  std::string pointer;     // JSON Pointer to the value that is wrong; empty for the root, or where there is no value
  std::string keyword;     // the schema keyword that refuses, or empty
  std::string expected;    // what would have been right, for the message to the model; may be empty
  std::string found;       // what stands there, cut to 60 characters; may be empty
  std::string hint;        // a near miss or a likely cause; never a repair; may be empty
  std::size_t offset = 0;  // byte in the reply
  std::size_t line = 1;
  std::size_t column = 1;
};
inline constexpr std::size_t max_problems = 10;

// What stood around the value: a set of flags, so that layers can be counted.
enum around : std::uint8_t {
  around_nothing = 0,
  around_prose = 1,
  around_fence = 2,
  around_reasoning = 4,
  around_tokens = 8,
};

// The result of a check. Owns everything in it; nothing points into the caller's reply.
struct outcome {
  assay::kind kind = kind::empty;
  document value;          // accepted and declined: the value; otherwise none
  span where;              // accepted and declined: the bytes of the reply that hold the value
  std::vector<fix> fixes;  // of the value, in order
  std::uint8_t around = around_nothing;
  std::vector<problem> problems;  // at most max_problems, in document order
  std::size_t problem_count = 0;  // all that were seen; 10 or fewer are kept, the rest may be uncounted
  std::string reason;             // declined: the model's own reason, decoded; may be empty
  std::string message_text;       // see message()
  std::string feedback_text;      // see feedback()

  bool accepted() const noexcept { return kind == kind::accepted; }

  // For people and logs: one line or a few, with the place. Empty when accepted. Deterministic.
  const std::string& message() const noexcept { return message_text; }

  // For the model: what to mend, at most 2 KB of valid UTF-8, never the cut-off text itself. Empty when there is
  // nothing to send: accepted, declined, refusal.
  const std::string& feedback() const noexcept { return feedback_text; }
};
inline constexpr std::size_t max_feedback_bytes = 2048;

// The one JSON form of an outcome, on one line; docs/outcome.schema.json describes it. `id` (JSON text) leads when
// given.
std::string to_json(const outcome& o, std::string_view id = {});

// Up to `max` characters of `text` as people may see them: control and invisible characters and bytes that are not
// UTF-8 are shown escaped (\n, \u200b, \xff), and a cut is shown by "…".
std::string shown(std::string_view text, std::size_t max = 60);

}  // namespace assay
