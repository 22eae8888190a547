// The replies that are measured: made by rule, the same on every run and machine.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay::bench {

enum class script {
  ascii,
  mixed,    // ASCII with one character in 20 replaced: accents, dashes, quotation marks, emoji
  chinese,  // throughout, keys included
};

struct reply {
  std::string text;
  std::size_t begin = 0;  // of its object
  std::size_t end = 0;

  std::string_view object() const noexcept { return std::string_view{text}.substr(begin, end - begin); }
};

reply fenced_verdict(script s);                    // 700 bytes: a verdict in a fence, prose around it
reply pull_request(script s, std::size_t bytes);   // one object, nearly all of it one string of markdown
reply small_members(script s, std::size_t bytes);  // one object that holds an array of small objects
std::string unclosed(std::size_t bytes);           // `{"a":` again and again

std::string_view verdict_schema(script s);

}  // namespace assay::bench
