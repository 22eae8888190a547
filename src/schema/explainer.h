// The walk behind find_problems: in document order, without short circuit, with what must hold for each value at hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/machine.h"
#include "schema/problems.h"
#include "schema/program.h"

namespace assay::schemas {

class explainer {
 public:
  // `depth`: how many anyOf or oneOf stand around; past a few a branch is not explained any more.
  explainer(const program& p, node value, machine& run, std::size_t max, int depth, std::size_t& budget)
      : p_(p), text_(value.base()), cells_(value.cells()), run_(run), max_(max), depth_(depth), budget_(budget) {}

  std::vector<problem> run(std::uint32_t record, std::uint32_t at);

 private:
  struct frame {
    std::uint32_t cell;
    std::uint32_t cursor;
    std::uint32_t index;
    std::size_t records;  // those that the value does not fit: [records, end) of records_
    std::size_t end;
    std::size_t problems;  // before this value
    std::uint32_t record;  // one that it does not fit
  };
  struct near_miss {
    std::string found;
    std::string wanted;
  };

  bool full() const noexcept { return out_.size() >= max_; }
  node at(std::uint32_t cell) const noexcept { return {text_, cells_, cell}; }
  void emit(problem p);
  void enter(std::uint32_t cell, std::size_t begin);
  void add_conditional(std::uint32_t cell, std::size_t begin);
  void leave(const frame& f);
  void member(frame& f);
  void item(frame& f);
  void keep_refused(std::uint32_t cell, std::size_t begin);
  void own_problems(std::uint32_t cell, std::size_t begin);
  void object_problems(std::uint32_t cell, std::size_t begin);
  void missing(const record& r, std::uint32_t cell, std::vector<near_miss>& pairs);
  void applicator_problems(const record& r, std::uint32_t cell);
  void branch_problems(const applicator& a, std::uint32_t cell);
  void contains_problem(const array_block& a, std::uint32_t cell);
  std::vector<std::string> unexpected_names(const object_block& o, std::uint32_t cell) const;

  const program& p_;
  const char* text_;
  const cell* cells_;
  machine& run_;
  std::size_t max_;
  int depth_;
  std::size_t& budget_;
  std::vector<problem> out_;
  std::vector<std::uint32_t> records_;
  std::vector<frame> frames_;
  std::vector<std::uint32_t> told_;  // keys whose problem has been told with another
};

}  // namespace assay::schemas
