// result<T>: a value, or the failure that says why the job could not be done.
//
// Bad text from a model is never a failure: that is an outcome (assay/outcome.h). A failure means that the caller's
// own input or request could not be served: a schema that does not compile, a number that does not fit its type.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace assay {

enum class failure_code : std::uint8_t {
  bad_json,       // a text that had to be JSON is not
  bad_schema,     // a schema that cannot be honoured
  bad_pattern,    // a regular expression that cannot be compiled to linear time
  bad_reference,  // a $ref or JSON Pointer that leads nowhere
  unsupported,    // known, and not served by this version
  wrong_type,     // a value of another type than asked for
  inexact,        // a number that the asked type cannot hold exactly
  bad_argument,   // an argument that is out of its documented range
  unreadable,     // a file or stream that could not be read
};

struct failure {
  failure_code code;
  std::string message;     // one lower-case sentence that names the thing and the place
  std::size_t offset = 0;  // byte offset in the input that the failure is about, where there is one
};

// Holds a T or a failure; asking for the one that is not there is a broken invariant (assert).
template <class T>
class result {
 public:
  result(T value) : state_(std::in_place_index<0>, std::move(value)) {}    // NOLINT(google-explicit-constructor)
  result(failure why) : state_(std::in_place_index<1>, std::move(why)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const noexcept { return state_.index() == 0; }

  T& operator*() & { return value(); }
  const T& operator*() const& { return const_cast<result*>(this)->value(); }
  T operator*() && { return std::move(value()); }
  T* operator->() & { return &value(); }
  const T* operator->() const& { return &const_cast<result*>(this)->value(); }
  const T* operator->() && = delete;  // would point into a temporary

  const failure& error() const& {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }
  failure error() && { return *std::get_if<1>(&state_); }

 private:
  T& value() {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  std::variant<T, failure> state_;
};

}  // namespace assay
