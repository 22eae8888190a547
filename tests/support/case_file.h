// The case files in tests/cases: one case a line, read with an independent parser.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/check.h"

namespace assay::test {

struct expected_fix {
  std::string rule;
  span where;
};

struct check_case {
  std::string family;  // the file's name without .jsonl
  std::string id;
  std::string reply;
  std::string schema;  // its text; empty where any object will do
  assay::options options;
  bool plain = true;  // no option is set
  assay::kind kind = kind::empty;
  std::string text;  // accepted, declined: the value, compact, every token as written
  span where;
  std::vector<expected_fix> fixes;
  std::string declined_reason;
  std::string line;  // as it stands in the file
};

// Prints the name, for the test runner.
std::ostream& operator<<(std::ostream& out, const check_case& c);

// Every case of tests/cases/*.jsonl, by file name. A file that cannot be read ends the program with a message.
const std::vector<check_case>& all_cases();

// The case with this id; ends the program where there is none.
const check_case& case_named(std::string_view id);

// The accepted cases without options.
std::vector<check_case> accepted_cases();

// Those whose value is an object of at most 600 bytes.
std::vector<check_case> accepted_objects();

// A name that the test runner takes: letters, digits and underscores.
std::string test_name(const check_case& c);

// The case's schema, compiled; none where it has none.
std::optional<schema> schema_of(const check_case& c);

// check() and a reader, with or without a schema.
outcome check_with(const std::optional<schema>& s, std::string_view reply, const options& o = {}, const facts& f = {});
reader reader_with(const std::optional<schema>& s, const options& o = {});

// The value, compact; empty where there is none.
std::string value_of(const outcome& o);
bool same_value(const outcome& a, const outcome& b);

// The outcome of a reply that is fed cut before each of the ascending offsets.
outcome feed_split(reader& r, std::string_view reply, const std::vector<std::size_t>& cuts, const facts& f = {});
outcome feed_bytes(reader& r, std::string_view reply, const facts& f = {});

}  // namespace assay::test
