// exact: a heap copy of exactly that size, so that the address sanitizer sees one byte too many.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>

namespace assay::test {

class exact {
 public:
  explicit exact(std::string_view text) : bytes_(new char[text.size()]), size_(text.size()) {
    if (!text.empty()) std::memcpy(bytes_.get(), text.data(), text.size());
  }
  std::string_view view() const& noexcept { return {bytes_.get(), size_}; }
  std::string_view view() && = delete;

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

}  // namespace assay::test
