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

// Of a key of the object with this id; keys of others have nothing to do with it.
std::uint64_t value_reader::key_hash(const char* text, std::uint32_t id, std::uint32_t key_cell) const {
  const cell& c = tape_.cells()[key_cell];
  const std::uint64_t seed = reinterpret_cast<std::uintptr_t>(this) ^ (std::uint64_t{id} << 32U);
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
  if (top.id != 0) return insert(text, top, last);
  const cell* const cells = tape_.cells();
  const bool few = top.count < few_keys;
  if (!few) {
    top.id = next_id_++;
    top.key_bits = ~std::uint64_t{0};
  }
  for (std::uint32_t key = top.cell + 1; key != last; key = cells[key + 1].next) {
    if (few ? same_key(text, key, last) : !insert(text, top, key)) return false;
  }
  return few || insert(text, top, last);
}

bool value_reader::insert(const char* text, const frame& top, std::uint32_t key_cell) {
  if ((used_slots_ + 1) * 2 > slots_.size()) rebuild(text, key_cell);
  const std::uint64_t hash = key_hash(text, top.id, key_cell);
  const auto tag = static_cast<std::uint32_t>(hash >> 32U);
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  for (; slots_[i].cell != 0; i = (i + 1) & mask) {
    // The tape may be another by now than that on which the slot's key stood.
    if (slots_[i].tag == tag && slots_[i].cell < key_cell && same_key(text, slots_[i].cell, key_cell) &&
        stands_in(top, slots_[i].cell)) {
      return false;
    }
  }
  slots_[i] = {tag, key_cell};
  ++used_slots_;
  return true;
}

// Is that cell a key of the object? Linear, and asked only where text and tag are the same: a duplicate, nearly always.
bool value_reader::stands_in(const frame& top, std::uint32_t key_cell) const noexcept {
  std::uint32_t key = top.cell + 1;
  while (key < key_cell) key = tape_.cells()[key + 1].next;
  return key == key_cell;
}

// Lists the keys of the open objects anew, but for `last` of the innermost and what is behind it. Leaves the table at
// most a quarter full, and allocates only where it grows.
void value_reader::rebuild(const char* text, std::uint32_t last) {
  std::size_t keys = 1;
  for (std::size_t i = 1; i <= depth_; ++i) keys += frames_[i].id == 0 ? 0 : frames_[i].count + 1;
  slots_.assign(std::max(std::max<std::size_t>(256, slots_.size()), std::bit_ceil(keys * 4)), slot{0, 0});
  used_slots_ = 0;
  const cell* const cells = tape_.cells();
  for (std::size_t i = 1; i <= depth_; ++i) {
    if (frames_[i].id == 0) continue;
    for (std::uint32_t key = frames_[i].cell + 1; key != 0 && key != last; key = cells[key + 1].next) {
      const std::uint64_t hash = key_hash(text, frames_[i].id, key);
      std::size_t free = hash & (slots_.size() - 1);
      while (slots_[free].cell != 0) free = (free + 1) & (slots_.size() - 1);
      slots_[free] = {static_cast<std::uint32_t>(hash >> 32U), key};
      ++used_slots_;
    }
  }
}

}  // namespace assay
