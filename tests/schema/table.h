// Tables of schemas, and of values that fit and values that nearly do.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "assay/schema.h"

namespace assay {

inline schema compiled(std::string_view text) {
  result<schema> s = schema::compile(text);
  if (!s) throw std::runtime_error("schema does not compile: " + s.error().message);
  return *std::move(s);
}

struct fits_row {
  std::string schema;
  std::vector<std::string> fit;
  std::vector<std::string> miss;
};

inline void expect_rows(const std::vector<fits_row>& rows) {
  for (const fits_row& row : rows) {
    const schema s = compiled(row.schema);
    const auto judge = [&](std::string_view text, bool fits) {
      const result<document> value = parse(text);
      ASSERT_TRUE(value) << text;
      EXPECT_EQ(s.accepts(value->root()), fits) << text << " under " << row.schema;
      EXPECT_EQ(s.problems(value->root()).empty(), fits) << text << " under " << row.schema;
    };
    for (const std::string& text : row.fit) judge(text, true);
    for (const std::string& text : row.miss) judge(text, false);
  }
}

}  // namespace assay
