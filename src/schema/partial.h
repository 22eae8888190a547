// A value that is still being written: what no continuation can mend.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "assay/outcome.h"
#include "schema/program.h"

namespace assay::schemas {

// Watches the tape of one candidate as it grows. Each cell is looked at once, under each record that it must fit for
// certain (properties, patternProperties, items and their kin, allOf, $ref); what only anyOf, oneOf, not, if or
// unevaluated* could refuse is not seen. Holds a reference to the program.
class partial {
 public:
  // With `null_is_absent` a null of a member that is not required counts as not there where its schema refuses it.
  partial(const program& p, bool null_is_absent) noexcept : p_(&p), null_is_absent_(null_is_absent) {}

  void reset() noexcept;

  // The first thing, in the order of closing, that cannot be mended any more. `cells` are those so far, complete but
  // for open containers, whose `next` is 0; `text` may have moved since the last call. After an answer, reset first.
  std::optional<problem> advance(const char* text, const cell* cells, std::uint32_t count);

 private:
  struct frame {
    std::uint32_t cell;
    std::uint32_t cursor;
    std::uint32_t index;  // items or members that count, so far
    std::size_t records;  // its records are [records, end) of records_
    std::size_t end;
  };

  std::optional<problem> visit(const char* text, const cell* cells, std::uint32_t at, std::size_t begin);
  std::optional<problem> member(const char* text, const cell* cells);
  std::optional<problem> item(const char* text, const cell* cells);
  std::optional<problem> one_more(const char* text, const cell* cells);
  std::optional<problem> close(const char* text, const cell* cells);

  const program* p_;
  bool null_is_absent_;
  bool begun_ = false;
  std::vector<std::uint32_t> records_;
  std::vector<frame> frames_;
};

}  // namespace assay::schemas
