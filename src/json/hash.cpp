#include "json/hash.h"

#include "json/hash_bytes.h"
#include "json/number.h"
#include "json/strings.h"

namespace assay {
namespace {

constexpr std::uint64_t step = 0xE7037ED1A0B428DBU;
constexpr std::uint64_t type_step = 0x8EBC6AF09C88C6E3U;

std::uint64_t tag(type t) noexcept { return (static_cast<std::uint64_t>(t) + 1) * type_step; }

}  // namespace

std::uint64_t hasher::string(const char* text, const cell& c) {
  if (!c.has(cell::escaped)) return hash_bytes(text + c.offset, c.length, seed_);
  decoded_.clear();
  decode(text, c, decoded_);
  const std::size_t size = decoded_.size();
  decoded_.append(8, '\0');  // hash_bytes reads a word
  return hash_bytes(decoded_.data(), size, seed_);
}

std::uint64_t hasher::scalar(node value) {
  const std::uint64_t type_tag = tag(value.type());
  switch (value.type()) {
    case type::number:
      return hash_number(decimal_of(value), seed_ ^ type_tag);
    case type::string:
      return mix(string(value.base(), value.cells()[value.index()]) ^ type_tag, step);
    default:
      return mix(seed_ ^ (type_tag + (value.truth() ? 1U : 0U)), step);
  }
}

// Items count in order, members in any: a sum does not know the order of its terms.
void hasher::fold(frame& into, std::uint64_t value) noexcept {
  if (into.object) {
    into.state += mix(into.key + step, value ^ type_step);
  } else {
    into.state = mix(into.state ^ value, step);
  }
}

std::uint64_t hasher::operator()(node value) {
  const cell* const cells = value.cells();
  frames_.clear();
  std::uint32_t i = value.index();
  for (;;) {
    if (!frames_.empty() && frames_.back().object && i != frames_.back().end) {
      frames_.back().key = string(value.base(), cells[i]);
      ++i;
    }
    const node at{value.base(), cells, i};
    std::uint64_t done = 0;
    if (!frames_.empty() && i == frames_.back().end) {
      done = mix(frames_.back().state, step);
      frames_.pop_back();
    } else if (at.is(type::object) || at.is(type::array)) {
      frames_.push_back({cells[i].next, at.is(type::object), 0, seed_ ^ tag(at.type())});
      ++i;
      continue;
    } else {
      done = scalar(at);
      ++i;
    }
    if (frames_.empty()) return done;
    fold(frames_.back(), done);
  }
}

}  // namespace assay
