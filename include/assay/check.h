// check: a reply in, exactly one outcome out. Total, pure and linear in the size of the reply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/outcome.h"
#include "assay/schema.h"

namespace assay {

inline constexpr int reader_rules_version = 1;  // of the reading rules; a change of any outcome raises it

// What to do with two or more different complete objects.
enum class several : std::uint8_t {
  refuse,  // ambiguous
  last,    // the last complete one is the answer
  fits,    // the only one that fits the schema; none or several: ambiguous
};

enum class reasoning : std::uint8_t {
  tags,  // an unpaired closing tag (</think>) drops all that stands before it
  none,  // the provider keeps reasoning in a field of its own: an unpaired closing tag is prose
};

// An accepted value whose `field` is false is `declined`, with the text at `reason` as the model's own reason.
struct declines {
  std::string field;   // JSON Pointer
  std::string reason;  // JSON Pointer; may be empty
};

struct options {
  std::size_t max_bytes = 16U << 20U;  // a longer reply is too_long, unread; at most 4 GiB less 64
  std::size_t max_depth = 256;         // brackets open at once; one more is bad_json
  assay::several several = several::refuse;
  assay::reasoning reasoning = reasoning::tags;
  bool null_is_absent = false;  // leave out a null that its own schema refuses, of a member that is not required
  std::optional<declines> declined;
};

// Reads a reply under a schema, or where any object will do. Never fails. Safe from any thread. Copies the reply once.
outcome check(std::string_view reply, const schema& s, const options& o = {}, const facts& f = {});
outcome check(std::string_view reply, const options& o = {}, const facts& f = {});

// Can what was fed so far still become an accepted (or declined) outcome?
enum class progress : std::uint8_t { open, doomed };
inline constexpr progress doomed = progress::doomed;

// The same for a reply that arrives in pieces, split anywhere: the outcome equals that of the whole. One reply at a
// time; after finish() it is ready for the next and keeps its memory. Movable; one thread at a time.
class reader {
 public:
  explicit reader(const options& o = {});
  explicit reader(const schema& s, const options& o = {});
  reader(reader&&) noexcept;
  reader& operator=(reader&&) noexcept;
  ~reader();

  // Says `doomed` from the byte on that settles it, never of a reply that some continuation would make acceptable.
  progress feed(std::string_view chunk);
  bool doomed() const noexcept;

  outcome finish(const facts& f = {});

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace assay
