#include "check/messages.h"

#include <algorithm>

#include "check/engine.h"

namespace assay {
namespace {

// A few characters on both sides of a byte, on one line, with the place of the caret.
struct excerpt {
  std::string before;
  std::string after;
};

constexpr std::size_t context_bytes = 24;

bool continues(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

excerpt around_byte(std::string_view text, std::size_t at) {
  std::size_t begin = at > context_bytes ? at - context_bytes : 0;
  std::size_t end = std::min(text.size(), at + context_bytes);
  while (begin < at && continues(text[begin])) ++begin;
  while (end > at && end < text.size() && continues(text[end])) --end;
  return {(begin > 0 ? "…" : "") + shown(text.substr(begin, at - begin), SIZE_MAX),
          shown(text.substr(at, end - at), SIZE_MAX) + (end < text.size() ? "…" : "")};
}

std::size_t characters(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string found_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end";
  std::size_t length = 1;
  while (at + length < text.size() && length < 4 && continues(text[at + length])) ++length;
  const std::string what = shown(text.substr(at, length));
  return what == "\"" ? "'\"'" : "\"" + what + "\"";
}

std::string line_of(std::string_view text, std::size_t offset) {
  const position p = position_of(text, offset);
  return "line " + std::to_string(p.line) + ", column " + std::to_string(p.column);
}

outcome of_kind(kind k, std::string sentence) {
  outcome out;
  out.kind = k;
  out.message_text = std::move(sentence);
  return out;
}

outcome with_problem(kind k, std::string sentence, std::size_t offset) {
  outcome out;
  out.kind = k;
  problem p;
  p.message = std::move(sentence);
  p.offset = offset;
  out.problems.push_back(std::move(p));
  return out;
}

std::string closed_early(std::string_view text, std::size_t at) {
  if (text[at] == ',') return "the object was closed before this member; the root ended too early";
  return std::string("a \"") + text[at] + "\" that nothing opened follows the object; the root ended too early";
}

// Some breaks are told better by what is there than by what was expected.
std::string broken_sentence(std::string_view text, const violation& v, const problem& p) {
  switch (v.what) {
    case wanted::unique_key:
      return "the key \"" + shown(text.substr(v.token + 1, v.offset - v.token - 1), 40) +
             "\" stands twice in one object";
    case wanted::no_control:
      return "a raw control character " + p.found + " stands inside a string";
    case wanted::utf8:
      return "a string holds bytes that are not UTF-8";
    case wanted::latex:
      return "\\b or \\f stands straight before a letter";
    case wanted::surrogate:
      return "a string holds half of a surrogate pair";
    case wanted::depth:
      return "more brackets are open than the limit allows";
    case wanted::shorter_number:
      return "a number has more than 1,000 digits";
    case wanted::smaller_exponent:
      return "a number has an exponent past 1,000";
    default:
      return "expected " + p.expected + ", found " + p.found;
  }
}

std::string name_of_cut(const cut_text& cut) {
  switch (cut.ending) {
    case extract::cut_in::value:
      return cut.pointer.empty() ? "inside the object" : "inside " + shown(cut.pointer, 80) + " of the object";
    case extract::cut_in::reasoning:
      return "inside the reasoning";
    case extract::cut_in::header:
      return "before a final channel, after the header";
    case extract::cut_in::brace:
      return "after a \"{\"";
    case extract::cut_in::member:
      return "inside a further member, after the object was closed too early,";
    case extract::cut_in::nothing:
      break;
  }
  return "";
}

// What the model is told; `detail` is what people are told.
std::string feedback_for(const outcome& out) {
  switch (out.kind) {
    case kind::empty:
      return "Your reply was empty. Answer with the JSON object only.";
    case kind::no_json:
      return "Your reply holds no JSON object. Answer with one JSON object that fits the schema, and nothing else.";
    case kind::tool_call:
      return "There are no tools here, so nothing was called. Answer with the JSON object itself, without tool-call "
             "markup.";
    case kind::truncated:
      return "Your reply was cut off before it was complete. Send the whole JSON object again, shorter, with no draft "
             "and no "
             "explanation.";
    case kind::too_long:
      return "Your reply was too long to be read. Answer with the JSON object only, shorter.";
    case kind::bad_json:
      return "Your reply is not valid JSON. ";
    case kind::ambiguous:
      return "Your reply holds different JSON objects. ";
    case kind::schema:
      return "Your JSON does not fit the schema:";
    default:
      return "";
  }
}

void cut_to(std::string& text, std::size_t max) {
  if (text.size() <= max) return;
  std::size_t end = max - 3;
  while (end > 0 && continues(text[end])) --end;
  text.resize(end);
  text += "…";
}

std::string feedback_of(const outcome& out, std::string_view text_of_reply) {
  std::string text = feedback_for(out);
  if (out.kind == kind::bad_json || out.kind == kind::ambiguous) {
    const problem& p = out.problems.front();
    text += "At line " + std::to_string(p.line) + ", column " + std::to_string(p.column) + ": " + p.message;
    if (out.kind == kind::bad_json) {
      const excerpt e = around_byte(text_of_reply, p.offset);
      text += ", near: " + e.before + e.after;
    }
    text += ".";
    if (!p.hint.empty()) text += " Likely cause: " + p.hint + ".";
    text += out.kind == kind::ambiguous ? " Send only the final one, once."
                                        : " Send the whole corrected JSON object, and nothing else.";
  }
  if (out.kind == kind::schema) {
    constexpr std::string_view closing = "\nSend the whole corrected JSON object, and nothing else.";
    constexpr std::size_t per_sentence = 400;
    for (const problem& p : out.problems) {
      std::string sentence = "\n- " + shown(p.message, SIZE_MAX);
      if (!p.hint.empty()) sentence += " (" + shown(p.hint, SIZE_MAX) + ")";
      cut_to(sentence, per_sentence);
      if (text.size() + sentence.size() + closing.size() + 16 > max_feedback_bytes) {
        text += "\n- and more";
        break;
      }
      text += sentence;
    }
    text += closing;
  }
  cut_to(text, max_feedback_bytes);
  return text;
}

std::string message_of(const outcome& out, std::string_view text) {
  if (out.problems.empty()) return out.message_text;
  std::string all;
  for (const problem& p : out.problems) {
    if (!all.empty()) all += '\n';
    all +=
        "line " + std::to_string(p.line) + ", column " + std::to_string(p.column) + ": " + shown(p.message, SIZE_MAX);
    if (!p.hint.empty() && out.kind != kind::bad_json) all += " (" + shown(p.hint, SIZE_MAX) + ")";
  }
  if (out.kind == kind::bad_json) {
    const excerpt e = around_byte(text, out.problems.front().offset);
    all += "\n  " + e.before + e.after + "\n  " + std::string(characters(e.before), ' ') + "^";
    if (!out.problems.front().hint.empty()) all += " " + out.problems.front().hint;
  }
  if (out.problem_count > out.problems.size()) all += "\nand more";
  return all;
}

}  // namespace

outcome nothing_there(std::size_t bytes) {
  return of_kind(kind::empty, bytes == 0 ? "the reply is empty"
                                         : "the reply holds only white space, end tokens, fences or closed reasoning");
}

outcome longer_than(std::size_t max_bytes) {
  return of_kind(kind::too_long, "the reply is longer than " + std::to_string(max_bytes) + " bytes and was not read");
}

outcome without_json(std::string_view text, std::size_t text_begin) {
  const std::string_view said = text.substr(std::min(text_begin, text.size()));
  if (extract::reads_as_refusal(said)) {
    return with_problem(kind::refusal, "the model declined: \"" + shown(said, 120) + "\"", text_begin);
  }
  return with_problem(kind::no_json, "the reply holds no JSON object; it starts with \"" + shown(said, 60) + "\"",
                      text_begin);
}

outcome told_refusal(const facts& f) {
  if (f.finish == finish::filter) return of_kind(kind::refusal, "the provider's filter stopped the reply");
  return of_kind(kind::refusal, "the provider says that the model refused to answer");
}

outcome told_tool_call() {
  return of_kind(kind::tool_call, "the provider says that the model called a tool instead of answering");
}

outcome found_tool_call(std::string_view text, span mark) {
  return with_problem(kind::tool_call,
                      "tool-call markup \"" + shown(text.substr(mark.begin, mark.end - mark.begin)) +
                          "\" stands where the answer should",
                      mark.begin);
}

outcome cut_short(std::string_view text, const cut_text& cut) {
  if (cut.ending == extract::cut_in::nothing) return of_kind(kind::truncated, "");
  std::string sentence = "the reply ends " + name_of_cut(cut) + " that began here";
  if (cut.draft)
    sentence += "; the complete object at " + line_of(text, cut.draft->begin) + " may be a draft and is not used";
  return with_problem(kind::truncated, std::move(sentence), cut.offset);
}

void tell_limit(outcome& out, finish why) {
  const std::string told = why == finish::aborted ? "the connection ended before the reply did"
                                                  : "the provider cut the reply at its token limit";
  if (out.problems.empty()) {
    out.message_text = told;
  } else {
    out.problems.front().message = told + "; " + out.problems.front().message;
  }
}

outcome broken_json(std::string_view text, const breakage& b) {
  outcome out;
  out.kind = kind::bad_json;
  problem p;
  p.offset = b.fault.offset;
  p.found = found_at(text, p.offset);
  switch (b.why) {
    case extract::breach::closed_early:
      p.message = closed_early(text, p.offset);
      p.expected = "nothing more of the object";
      break;
    case extract::breach::near_object:
      p.message = "this looks like an object and is not JSON";
      p.expected = "a key in double quotes";
      break;
    case extract::breach::grammar:
      p.expected = description(b.fault.what);
      p.message = broken_sentence(text, b.fault, p);
      break;
  }
  p.hint = cause_of(text, b);
  out.problems.push_back(std::move(p));
  return out;
}

outcome different_objects(std::string_view text, span first, span second, bool none_fits) {
  const std::string lines = line_of(text, first.begin) + " and at " + line_of(text, second.begin);
  return with_problem(kind::ambiguous,
                      std::string("the reply holds different complete values, at ") + lines +
                          (none_fits ? ", and none fits the schema" : ""),
                      second.begin);
}

problem wrong_root(node root, bool object_wanted) {
  problem p;
  p.keyword = "type";
  p.expected = object_wanted ? "an object" : "a value of another type";
  const bool vowel = root.is(type::array) || root.is(type::object);
  p.found = (vowel ? "an " : "a ") + std::string(name(root.type()));
  p.message = "expected " + p.expected + ", found " + p.found;
  p.offset = root.offset();
  if (root.is(type::array) && root.size() == 1 && (*root.begin()).is(type::object)) {
    p.hint = "the object stands in an array; send the object alone";
  }
  return p;
}

void finish_messages(outcome& out, std::string_view text) {
  for (problem& p : out.problems) {
    const position at = position_of(text, std::min(p.offset, text.size()));
    p.line = at.line;
    p.column = at.column;
  }
  out.problem_count = std::max(out.problem_count, out.problems.size());
  if (out.kind == kind::declined) {
    out.message_text = "the model declined" + (out.reason.empty() ? "" : ": \"" + shown(out.reason, 200) + "\"");
    return;
  }
  out.feedback_text = feedback_of(out, text);
  out.message_text = message_of(out, text);
}

}  // namespace assay
