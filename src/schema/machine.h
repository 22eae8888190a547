// The boolean answer: does a value fit a subschema? A stack of goals, a stack of frames, no recursion.
//
// A goal is "record r holds for cell c" or "applicator a holds for cell c". All goals of one scope must hold, so they
// wait on one stack in any order. An applicator that must know an answer (anyOf, not, ...) pushes a frame, and its
// test's goals stand above the frame's base: when the stack is back at the base the test has succeeded, when a goal
// fails the stack is cut back to the base and the frame hears `false`. A frame that is done leaves its scope to go on,
// or fails it. So the depth of a value costs memory of the heap only, and of that only what is still to do.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "assay/json.h"
#include "schema/assertions.h"
#include "schema/program.h"

namespace assay::schemas {

// A stack of plain values whose first N need no allocation. What it grew to is kept for the next one on this thread.
template <class T, std::size_t N>
class small_stack {
 public:
  small_stack() noexcept = default;
  small_stack(const small_stack&) = delete;
  small_stack& operator=(const small_stack&) = delete;
  ~small_stack() {
    if (heap_ && capacity_ > spare().capacity) spare() = {std::move(heap_), capacity_};
  }

  void push(const T& value) {
    if (size_ == capacity_) grow();
    data_[size_++] = value;
  }
  T pop() noexcept { return data_[--size_]; }
  T& back() noexcept { return data_[size_ - 1]; }
  bool empty() const noexcept { return size_ == 0; }
  std::uint32_t size() const noexcept { return size_; }
  void cut(std::uint32_t size) noexcept { size_ = size; }

 private:
  struct memory {
    std::unique_ptr<T[]> values;
    std::uint32_t capacity = 0;
  };
  static memory& spare() noexcept {
    thread_local memory kept;
    return kept;
  }
  void grow() {
    memory more = std::exchange(spare(), {});
    if (more.capacity < capacity_ * 2) {
      more = {std::make_unique_for_overwrite<T[]>(std::size_t{capacity_} * 2), capacity_ * 2};
    }
    std::memcpy(static_cast<void*>(more.values.get()), data_, sizeof(T) * size_);
    heap_ = std::move(more.values);
    data_ = heap_.get();
    capacity_ = more.capacity;
  }
  T* data_ = first_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = N;
  std::unique_ptr<T[]> heap_;
  T first_[N];
};

// Answers that are worth keeping, by record and cell.
class answers {
 public:
  enum class known : std::uint8_t { no, yes, unknown };
  known find(std::uint32_t record, std::uint32_t cell) const noexcept;
  void keep(std::uint32_t record, std::uint32_t cell, bool answer);

 private:
  void grow();
  std::size_t start(std::uint64_t key) const noexcept;
  std::vector<std::uint64_t> keys_;  // record and cell; 0: free
  std::vector<std::uint8_t> values_;
  std::size_t used_ = 0;
};

class machine {
 public:
  enum class memory : std::uint8_t { needed, all };  // which answers to keep

  machine(const program& p, const char* text, const cell* cells, memory keep = memory::needed) noexcept
      : p_(p), records_(p.records.data()), text_(text), cells_(cells), keep_all_(keep == memory::all) {}

  bool judge(std::uint32_t record, std::uint32_t cell);

 private:
  static constexpr std::uint32_t applicator_bit = 0x80000000U;
  static constexpr std::uint32_t memory_frame = none;

  struct goal {
    std::uint32_t what;  // a record, or an applicator with applicator_bit
    std::uint32_t cell;
  };
  struct frame {
    std::uint32_t applicator;  // or memory_frame
    std::uint32_t cell;
    std::uint32_t base;    // of its test's goals
    std::uint32_t cursor;  // the next branch or item; memory_frame: the record
    std::uint32_t matched;
    std::uint32_t work;   // unevaluated: where its waiting list begins
    std::uint32_t marks;  // unevaluated: where its marks begin
  };
  enum class verdict : std::uint8_t { no, yes, waiting };

  // Unevaluated: what may still mark members or items as evaluated.
  struct pending {
    enum class kind : std::uint8_t { holds, test, condition, item } what;
    std::uint32_t record;
    std::uint32_t otherwise;  // condition: then and else stand in targets from here on; item: its cell
    std::uint32_t mark;       // item: its number
  };

  template <class Known>
  bool require(const Known& known, std::uint32_t record, std::uint32_t cell);
  bool require(std::uint32_t record, std::uint32_t cell);
  bool expand(std::uint32_t record, std::uint32_t cell);
  bool expand_object(const object_block& o, std::uint32_t cell);
  bool expand_other(const object_block& o, const member& m, std::uint32_t key);
  bool expand_array(const array_block& a, std::uint32_t cell);
  bool expand_applicator(std::uint32_t number, std::uint32_t cell);
  bool all_names(const object_block& o, std::uint32_t cell) const;
  bool dependencies_hold(const object_block& o, const std::vector<bool>& seen) const;

  bool begin(std::uint32_t applicator, std::uint32_t cell);
  bool resume(verdict answer);
  verdict advance(frame& f, verdict answer);
  verdict test(std::uint32_t record, std::uint32_t cell, std::uint32_t base);
  verdict branches(frame& f, const applicator& a, verdict answer);
  verdict contained(frame& f, const applicator& a, verdict answer);
  verdict evaluated(frame& f, verdict answer);
  void mark(frame& f, std::uint32_t record);
  void mark_members(const frame& f, const object_block& o);
  void mark_items(const frame& f, const record& r);
  bool take_rest(const frame& f);
  bool fail();

  const program& p_;
  const record* records_;
  const char* text_;
  const cell* cells_;
  bool keep_all_;
  small_stack<goal, 48> goals_;
  small_stack<frame, 8> frames_;
  answers answers_;
  std::vector<pending> pending_;
  std::vector<std::uint8_t> marks_;
};

// The checks of a scalar are made at once; what needs more becomes a goal. `Known` is a record, or a member that knows
// the same of it.
template <class Known>
inline bool machine::require(const Known& k, std::uint32_t number, std::uint32_t at) {
  const cell& c = cells_[at];
  const std::uint8_t type_bit = bit(c.type());
  if ((k.types & type_bit) == 0 && !has_type(text_, c, k.types)) return false;
  if ((k.checked & type_bit) != 0 && !scalar_fits(p_, records_[number], text_, cells_, at)) return false;
  if ((k.deep & type_bit) != 0) goals_.push({number, at});
  return true;
}

inline bool machine::require(std::uint32_t number, std::uint32_t at) { return require(records_[number], number, at); }

}  // namespace assay::schemas
