// What an outcome says: its sentences for people and for the model. Pure and deterministic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "assay/outcome.h"
#include "extract/walker.h"
#include "json/value_reader.h"

namespace assay {

struct breakage;

// What the end of the text cuts, for the message.
struct cut_text {
  extract::cut_in ending = extract::cut_in::nothing;
  std::size_t offset = 0;     // where that which is cut began
  std::string pointer;        // the member in which the object is cut
  std::optional<span> draft;  // a complete candidate that stood before
};

// One each kind: kind, problems and the sentence are set; finish_messages() adds what all have in common.
outcome nothing_there(std::size_t bytes);
outcome longer_than(std::size_t max_bytes);
outcome without_json(std::string_view text, std::size_t text_begin);  // refusal or no_json
outcome told_refusal(const facts& f);
outcome told_tool_call();
outcome found_tool_call(std::string_view text, span mark);
outcome cut_short(std::string_view text, const cut_text& cut);
void tell_limit(outcome& out, finish why);
outcome broken_json(std::string_view text, const breakage& b);
outcome different_objects(std::string_view text, span first, span second, bool none_fits);
problem wrong_root(node root, bool object_wanted);

// Fills in lines and columns, message_text and feedback_text of what was not accepted.
void finish_messages(outcome& out, std::string_view text);

// The likely cause of a break, in a short sentence; empty where none is known.
std::string cause_of(std::string_view text, const breakage& b);

}  // namespace assay
