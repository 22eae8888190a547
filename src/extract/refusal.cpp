// A refusal in the model's own words: under 400 bytes that start, in the first person, by saying that it will not do
// the task. "I cannot find an invoice number" is an answer, so a phrase needs its verb: the table lists both.
#include <algorithm>
#include <string>

#include "extract/marks.h"

namespace assay::extract {
namespace {

constexpr std::size_t longest_refusal = 400;

// What may stand before: politeness and self-description. Each may come once, in this order of groups.
constexpr std::string_view labels[] = {"assistant:", "ai:", "model:", "answer:", "response:"};
constexpr std::string_view openers[] = {
    "i'm sorry, but ", "i am sorry, but ", "sorry, but ",       "i'm sorry but ",    "i am sorry but ",
    "sorry but ",      "i'm sorry, ",      "i am sorry, ",      "sorry, ",           "i'm sorry. ",
    "i am sorry. ",    "sorry. ",          "i apologize, but ", "i apologise, but ", "my apologies, but ",
    "apologies, but ", "unfortunately, ",  "i'm afraid that ",  "i'm afraid ",       "i am afraid ",
    "i regret that ",
};
constexpr std::string_view selves[] = {
    "as an ai language model, ",   "as an ai model, ",  "as an ai assistant, ", "as an ai, ", "as a language model, ",
    "as a large language model, ", "as an assistant, ",
};
constexpr std::string_view denials[] = {
    "i can't ",
    "i cannot ",
    "i can not ",
    "i won't ",
    "i will not ",
    "i'm unable to ",
    "i am unable to ",
    "i'm not able to ",
    "i am not able to ",
    "i must decline to ",
    "i have to decline to ",
    "i'm not allowed to ",
    "i am not allowed to ",
    "i'm not permitted to ",
    "i'm not comfortable ",
    "i am not comfortable ",
    "i decline to ",
    "i refuse to ",
    "we can't ",
    "we cannot ",
};
constexpr std::string_view adverbs[] = {"really ", "in good conscience ", "currently ", "ethically "};
constexpr std::string_view verbs[] = {
    "help",
    "assist",
    "comply",
    "do that",
    "do this",
    "provide",
    "fulfil",
    "fulfill",
    "fill in",
    "continue",
    "share",
    "engage",
    "create",
    "generate",
    "support",
    "participate",
    "discuss",
    "produce",
    "complete",
    "answer",
    "respond",
    "proceed",
    "write",
    "give you",
    "offer",
    "process this",
    "process that",
    "process your",
    "process the request",
    "carry out",
    "go along",
    "facilitate",
    "return",
};
// Whole refusals that need no verb.
constexpr std::string_view sentences[] = {
    "i must decline",
    "i have to decline",
    "i respectfully decline",
    "i decline.",
    "i refuse.",
    "i can't.",
    "i cannot.",
    "i won't.",
    "i can't do it",
    "i cannot do it",
    "es tut mir leid, aber dabei kann ich nicht helfen",
    "es tut mir leid, aber ich kann",
    "es tut mir leid, dabei kann ich",
    "dabei kann ich nicht helfen",
    "dabei kann ich leider nicht helfen",
    "je suis d\xC3\xA9sol\xC3\xA9, mais je ne peux pas",
    "je ne peux pas vous aider",
    "d\xC3\xA9sol\xC3\xA9, je ne peux pas",
    "lo siento, pero no puedo",
    "lo siento, no puedo",
    "no puedo ayudar",
    "no puedo ayudarte",
    "mi dispiace, ma non posso",
    "desculpe, mas n\xC3\xA3o posso",
    "sinto muito, mas n\xC3\xA3o posso",
    "\xE6\x8A\xB1\xE6\xAD\x89\xEF\xBC\x8C\xE6\x88\x91\xE6\x97\xA0\xE6\xB3\x95",  // bao qian, wo wu fa
    "\xE5\xAF\xB9\xE4\xB8\x8D\xE8\xB5\xB7\xEF\xBC\x8C\xE6\x88\x91\xE4\xB8\x8D\xE8\x83\xBD",
    "\xE5\xBE\x88\xE6\x8A\xB1\xE6\xAD\x89\xEF\xBC\x8C\xE6\x88\x91\xE6\x97\xA0\xE6\xB3\x95",
    "\xE7\x94\xB3\xE3\x81\x97\xE8\xA8\xB3\xE3\x81\x82\xE3\x82\x8A\xE3\x81\xBE\xE3\x81\x9B\xE3\x82\x93",
};

// Lower case, straight apostrophes, one space for a run of white space, no markdown emphasis or quotes in front.
std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text.substr(i).starts_with("\xE2\x80\x99")) {
      out += '\'';
      i += 2;
    } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (c == '*' || c == '_' || c == '#' || c == '>' || c == '`') {
      continue;
    } else {
      out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
  }
  return out;
}

// Takes one of `table` off the front of `text`.
template <std::size_t N>
bool take(std::string_view& text, const std::string_view (&table)[N]) {
  for (const std::string_view entry : table) {
    if (!text.starts_with(entry)) continue;
    text.remove_prefix(entry.size());
    while (text.starts_with(' ')) text.remove_prefix(1);
    return true;
  }
  return false;
}

template <std::size_t N>
bool starts_with_any(std::string_view text, const std::string_view (&table)[N]) {
  return std::any_of(std::begin(table), std::end(table),
                     [&](std::string_view entry) { return text.starts_with(entry); });
}

}  // namespace

bool reads_as_refusal(std::string_view text) {
  if (text.size() >= longest_refusal) return false;
  const std::string whole = plain(text);
  std::string_view rest = whole;
  take(rest, labels);
  if (starts_with_any(rest, sentences)) return true;
  take(rest, openers);
  take(rest, selves);
  take(rest, openers);
  if (starts_with_any(rest, sentences)) return true;
  if (!take(rest, denials)) return false;
  take(rest, adverbs);
  return starts_with_any(rest, verbs);
}

}  // namespace assay::extract
