// Duplicate keys. Two keys of one object are the same key if their decoded text is; their 64-bit signatures are
// compared first, so the text is looked at only on a hit. The hash is seeded with an address, so that nobody who
// writes a reply can aim at collisions; no answer depends on the seed.
#include <algorithm>
#include <cstring>

#include "json/hash_bytes.h"
#include "json/value_reader.h"

namespace assay {
namespace {

constexpr std::size_t few_keys = 16;  // compared pairwise up to here; a table costs more below

}  // namespace

std::uint64_t value_reader::signature(const char* text, std::uint32_t key_cell) const {
  const cell& key = tape_.cells()[key_cell];
  const auto seed = reinterpret_cast<std::uintptr_t>(this);
  if (!key.has(cell::escaped)) return hash_bytes(text + key.offset, key.length, seed);
  const std::string decoded = node{text, tape_.cells(), key_cell}.text() + std::string(8, '\0');  // it is read in words
  return hash_bytes(decoded.data(), decoded.size() - 8, seed);
}

bool value_reader::same_key(const char* text, std::uint32_t a, std::uint32_t b) const {
  const cell& x = tape_.cells()[a];
  const cell& y = tape_.cells()[b];
  if (!x.has(cell::escaped) && !y.has(cell::escaped)) {
    return x.length == y.length && std::memcmp(text + x.offset, text + y.offset, x.length) == 0;
  }
  return node{text, tape_.cells(), a}.equals(node{text, tape_.cells(), b}.text());
}

bool value_reader::key_is_new(const char* text, std::uint32_t key_cell) {
  frame& top = frames_.back();
  const std::uint64_t mark = signature(text, key_cell);
  const auto count = static_cast<std::uint32_t>(signatures_.size());
  signatures_.push_back(mark);
  key_cells_.push_back(key_cell);
  if (count - top.keys < few_keys) {
    for (std::uint32_t i = top.keys; i < count; ++i) {
      if (signatures_[i] == mark && same_key(text, key_cells_[i], key_cell)) return false;
    }
    return true;
  }
  if (top.id != 0) return insert(text, top.id, count);
  top.id = next_id_++;
  for (std::uint32_t i = top.keys; i <= count; ++i) {
    if (!insert(text, top.id, i)) return false;
  }
  return true;
}

// Puts key `key` (an index into signatures_) of object `id` into the table; false if the same key is there.
bool value_reader::insert(const char* text, std::uint32_t id, std::uint32_t key) {
  if ((used_slots_ + 1) * 2 > slots_.size()) rebuild(key);
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t mark = signatures_[key];
  for (std::size_t i = (mark + id) & mask;; i = (i + 1) & mask) {
    slot& s = slots_[i];
    if (s.id == 0) {
      s = {mark, id, key};
      ++used_slots_;
      return true;
    }
    if (s.id == id && s.signature == mark && same_key(text, key_cells_[s.key], key_cells_[key])) return false;
  }
}

// Keys of closed objects fill the table up; what is left after dropping them fills at most a quarter of the new one.
// Keys [0, before) of open objects with an id are put back.
void value_reader::rebuild(std::uint32_t before) {
  std::size_t size = 256;
  while (size < std::size_t{before} * 4) size *= 2;
  slots_.assign(size, slot{0, 0, 0});
  used_slots_ = 0;
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    if (frames_[f].id == 0) continue;
    const std::uint32_t end = f + 1 < frames_.size() ? frames_[f + 1].keys : before;
    for (std::uint32_t key = frames_[f].keys; key < std::min(end, before); ++key) {
      std::size_t i = (signatures_[key] + frames_[f].id) & (size - 1);
      while (slots_[i].id != 0) i = (i + 1) & (size - 1);
      slots_[i] = {signatures_[key], frames_[f].id, key};
      ++used_slots_;
    }
  }
}

}  // namespace assay
