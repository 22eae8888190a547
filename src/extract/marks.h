// The marks that mean something outside a candidate: reasoning tags, channel headers, tool-call markup, end tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::extract {

enum class mark_kind : std::uint8_t { none, cut, open_reasoning, close_reasoning, channel, token, tool_call };

struct mark {
  mark_kind kind = mark_kind::none;  // cut: what is there could still become a mark
  std::size_t length = 0;
  std::uint8_t name = 0;  // of a reasoning tag: index into reasoning_names
};

inline constexpr std::string_view reasoning_names[] = {"think", "thinking", "reasoning"};
inline constexpr std::string_view channel_tag = "<|channel|>";
inline constexpr std::string_view message_tag = "<|message|>";

// The mark that begins at `p`, which is one of '<', '[' or ']'. `final`: the text ends at `end`, so nothing is cut.
mark mark_at(const char* p, const char* end, bool final) noexcept;

// The byte that stands before a ':', '=' or '>' which mark_around() may find a mark at.
inline constexpr char before_colon = 't';
inline constexpr char before_equals = 'o';
inline constexpr char before_angle = 'e';

// May a mark begin with '<' and this byte?
bool begins_tag(char second) noexcept;

// The mark whose trigger byte ('>', '=' or ':') is at `p`, looking back no further than `begin`. Its length counts from
// `first`, which is set to its first byte.
mark mark_around(const char* p, const char* begin, const char* end, bool final, const char*& first) noexcept;

// Length of the byte-order mark, zero-width character or Unicode space at `p`; 0 if there is none; `cut` as above.
std::size_t invisible_at(const char* p, const char* end, bool& cut) noexcept;

// Does [p, end) start with `tag`, letters in any case? `cut`: it ends too soon to tell.
bool starts_with_tag(const char* p, const char* end, std::string_view tag, bool& cut) noexcept;

// Does a whole text without JSON read as the model's own refusal, in the first person? (Rule "refusal".)
bool reads_as_refusal(std::string_view text);

}  // namespace assay::extract
