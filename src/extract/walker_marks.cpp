// What the marks of rules 2 and 3 do to a walk: reasoning and channels that are dropped, tool-call markup, end tokens.
#include <cstring>

#include "extract/walker.h"

namespace assay::extract {
namespace {

constexpr std::ptrdiff_t longest_tag = 128;

const char* find(const char* p, const char* end, char c) noexcept {
  const void* hit = std::memchr(p, c, static_cast<std::size_t>(end - p));
  return hit == nullptr ? end : static_cast<const char*>(hit);
}

}  // namespace

walker::act walker::on_tag(bool final) { return on_mark(mark_at(p_, end_, final), p_, final); }

// "a tag straight between two backticks" is only spoken of. A mark that is the beginning of a tag (`<invoke name=`)
// goes on to the tag's `>`, if that is near. `wait`: the byte that decides is not there yet.
bool walker::in_backticks(const char* first, std::size_t length, bool final, bool& wait) const noexcept {
  if (first == text_ || first[-1] != '`') return false;
  const char* after = first + length;
  if (*first == '<' && after[-1] != '>') {
    while (after != end_ && *after != '>' && *after != '`' && after - first < longest_tag) ++after;
    if (after != end_ && *after == '>') ++after;
  }
  if (after == end_) {
    wait = !final;
    return false;
  }
  return *after == '`';
}

walker::act walker::on_mark(const mark& m, const char* first, bool final) {
  if (m.kind == mark_kind::cut) return act::wait;
  bool wait = false;
  const bool spoken_of =
      m.kind != mark_kind::none && m.kind != mark_kind::token && in_backticks(first, m.length, final, wait);
  if (wait) return act::wait;
  const std::size_t begin = offset(first);
  const bool stray_close = m.kind == mark_kind::close_reasoning && !rules_.unpaired_closing;
  if (m.kind == mark_kind::none || spoken_of || stray_close) {
    prose();
    ++p_;
    return act::on;
  }
  p_ = first + m.length;
  switch (m.kind) {
    case mark_kind::open_reasoning:
      mode_ = mode::reasoning;
      reasoning_name_ = m.name;
      opened_ = begin;
      around_ |= around_reasoning;
      return act::on;
    case mark_kind::close_reasoning:
      pos_ = offset(p_);
      forget();
      around_ = around_reasoning;
      return report(step::dropped, {begin, pos_});
    case mark_kind::channel:
      mode_ = mode::header;
      headers_ = true;
      opened_ = begin;
      around_ |= around_tokens;
      return act::on;
    case mark_kind::token:
      around_ |= around_tokens;
      prose_begin_ = offset(p_);
      return act::on;
    default:
      prose_begin_ = offset(p_);
      quiet_ = false;
      blank_ = false;
      whole_ = false;
      return report(step::tool_call, {begin, offset(p_)});
  }
}

// To the next mark of this kind that is not only spoken of, past everything else unread. `on`: p_ stands at it.
walker::act walker::find_mark(mark_kind wanted, bool final, mark& m) {
  for (;; ++p_) {
    p_ = find(p_, end_, '<');
    if (p_ == end_) return act::wait;
    m = mark_at(p_, end_, final);
    if (m.kind == mark_kind::cut) return act::wait;
    if (m.kind != wanted) continue;
    bool wait = false;
    const bool spoken_of = in_backticks(p_, m.length, final, wait);
    if (wait) return act::wait;
    if (!spoken_of) return act::on;
  }
}

// Dropped unread up to the first closing tag of its name.
walker::act walker::read_reasoning(bool final) {
  for (;; ++p_) {
    mark m;
    if (find_mark(mark_kind::close_reasoning, final, m) == act::wait) return act::wait;
    if (m.name != reasoning_name_) continue;
    p_ += m.length;
    prose_begin_ = offset(p_);
    mode_ = mode::text;
    return act::on;
  }
}

// From the channel tag to p_.
std::string_view walker::header_so_far() const noexcept {
  const std::size_t begin = opened_ + channel_tag.size();
  return {text_ + begin, offset(p_) - begin};
}

walker::act walker::read_header(bool final) {
  for (;;) {
    p_ = find(p_, end_, '<');
    if (p_ == end_) return act::wait;
    const auto have = static_cast<std::size_t>(end_ - p_);
    const std::string_view there{p_, have < message_tag.size() ? have : message_tag.size()};
    if (there == message_tag) break;
    if (!final && message_tag.starts_with(there)) return act::wait;
    ++p_;
  }
  const std::string_view header = header_so_far();
  p_ += message_tag.size();
  prose_begin_ = offset(p_);
  const std::size_t word = header.find_first_not_of(" \t\r\n");
  const bool answer = word != std::string_view::npos && header.substr(word).starts_with("final");
  mode_ = answer ? mode::text : mode::dropping;
  final_header_ |= answer;
  if (!answer) around_ |= around_reasoning;
  if (header.find("to=") == std::string_view::npos) return act::on;
  blank_ = false;
  whole_ = false;
  return report(step::tool_call, {opened_, offset(p_)});
}

walker::act walker::read_dropped(bool final) {
  mark m;
  const act did = find_mark(mark_kind::channel, final, m);
  return did == act::on ? on_mark(m, p_, final) : did;
}

}  // namespace assay::extract
