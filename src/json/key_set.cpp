// Duplicate keys. Two keys of one object are the same key if their decoded text is. Signatures are compared first, so
// that the text is looked at only on a hit; the hash table of large objects is seeded with an address, so that nobody
// who writes a reply can aim at collisions. No answer depends on the seed.
#include <algorithm>
#include <bit>
#include <cstring>

#include "json/hash_bytes.h"
#include "json/value_reader.h"

namespace assay {
namespace {

constexpr std::size_t word = 8;  // hash_bytes reads that many at once

}  // namespace

std::uint64_t value_reader::key_hash(const char* text, std::uint32_t key_cell) const {
  const cell& c = tape_.cells()[key_cell];
  const auto seed = reinterpret_cast<std::uintptr_t>(this);
  if (!c.has(cell::escaped)) return hash_bytes(text + c.offset, c.length, seed);
  const std::string decoded = node{text, tape_.cells(), key_cell}.text() + std::string(word, '\0');
  return hash_bytes(decoded.data(), decoded.size() - word, seed);
}

// That of the same key written without escapes.
std::uint64_t value_reader::escaped_signature(const char* text, const cell& key) {
  const std::string decoded = node{text, &key, 0}.text() + std::string(word, '\0');
  return key_signature(decoded.data(), decoded.size() - word);
}

bool value_reader::same_key(const char* text, std::uint32_t a, std::uint32_t b) const {
  const cell& x = tape_.cells()[a];
  const cell& y = tape_.cells()[b];
  if (!x.has(cell::escaped) && !y.has(cell::escaped)) {
    return x.length == y.length && std::memcmp(text + x.offset, text + y.offset, x.length) == 0;
  }
  return node{text, tape_.cells(), a}.equals(node{text, tape_.cells(), b}.text());
}

// Is the key in the last cell new in its object? Called where key_bits says that it may not be.
bool value_reader::key_is_new(const char* text, frame& top) {
  const std::uint32_t last = tape_.size() - 1;
  if (top.id != 0) return insert(text, top.id, last);
  const cell* const cells = tape_.cells();
  const bool few = top.count < few_keys;
  if (!few) {
    top.id = next_id_++;
    top.key_bits = ~std::uint64_t{0};
  }
  for (std::uint32_t key = top.cell + 1; key != last; key = cells[key + 1].next) {
    if (few ? same_key(text, key, last) : !insert(text, top.id, key)) return false;
  }
  return few || insert(text, top.id, last);
}

bool value_reader::insert(const char* text, std::uint32_t id, std::uint32_t key_cell) {
  if ((used_slots_ + 1) * 2 > slots_.size()) rebuild();
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t hash = key_hash(text, key_cell);
  for (std::size_t i = (hash + id) & mask;; i = (i + 1) & mask) {
    slot& s = slots_[i];
    if (s.id == 0) {
      s = {hash, id, key_cell};
      ++used_slots_;
      return true;
    }
    if (s.id == id && s.hash == hash && same_key(text, s.cell, key_cell)) return false;
  }
}

// Drops the keys of closed objects, and leaves the table at most a quarter full. Allocates only where it grows.
void value_reader::rebuild() {
  open_ids_.clear();
  for (std::size_t i = 1; i <= depth_; ++i) open_ids_.push_back(frames_[i].id);
  std::sort(open_ids_.begin(), open_ids_.end());
  old_slots_.swap(slots_);
  std::erase_if(old_slots_, [&](const slot& s) {
    return s.id == 0 || !std::binary_search(open_ids_.begin(), open_ids_.end(), s.id);
  });
  std::size_t size = std::max<std::size_t>(256, slots_.capacity());
  while (size < (old_slots_.size() + 1) * 4) size *= 2;
  slots_.assign(std::bit_floor(size), slot{0, 0, 0});
  used_slots_ = old_slots_.size();
  for (const slot& s : old_slots_) {
    std::size_t i = (s.hash + s.id) & (slots_.size() - 1);
    while (slots_[i].id != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = s;
  }
}

}  // namespace assay
