// Reading replies, beside what people would use instead, on the same bytes in the same run.
//
// A benchmark is named CASE/SCRIPT/WHO. simdjson and nlohmann are given the object alone, found for them, in a buffer
// that is already padded; assay and the regex are given the reply. With --write=FOLDER the replies are written there,
// for the programs in other languages, and nothing is measured.
#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>
#include <re2/re2.h>
#include <nlohmann/json.hpp>

#include "assay/check.h"
#include "support/generators.h"
#include "support/replies.h"
#include "support/simdjson_reader.h"

namespace assay::bench {
namespace {

struct measured {
  std::string name;  // CASE/SCRIPT
  reply of;
  std::string object;  // with padding behind it
  std::string_view schema;
};

constexpr std::size_t megabyte = 1'000'000;
constexpr std::array<std::string_view, 3> scripts{"ascii", "mixed", "chinese"};

measured made(std::string_view name, script s, reply r, std::string_view schema) {
  measured m{std::string{name} + "/" + std::string{scripts[static_cast<std::size_t>(s)]}, std::move(r), {}, schema};
  m.object = m.of.object();
  m.object.reserve(m.object.size() + simdjson::SIMDJSON_PADDING);
  return m;
}

const std::deque<measured>& replies() {
  static const std::deque<measured> all = [] {
    std::deque<measured> out;
    for (const script s : {script::ascii, script::mixed, script::chinese}) {
      out.push_back(made("fenced", s, fenced_verdict(s), {}));
      out.push_back(made("fenced_schema", s, fenced_verdict(s), verdict_schema(s)));
      out.push_back(made("pull_request", s, pull_request(s, megabyte), {}));
      out.push_back(made("small_members", s, small_members(s, megabyte), {}));
    }
    return out;
  }();
  return all;
}

[[noreturn]] void give_up(std::string_view name, std::string_view why) {
  std::cerr << "check_bench: " << name << ": " << why << '\n';
  std::exit(1);
}

schema compiled(std::string_view text, std::string_view name) {
  result<schema> s = schema::compile(text);
  if (!s) give_up(name, "the schema does not compile: " + s.error().message);
  return *std::move(s);
}

void counted(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
  state.counters["bytes"] = static_cast<double>(bytes);
}

// What is measured must be what is claimed: the value comes out, and it is the one that an independent parser reads.
void expect_accepted(const measured& m, const outcome& o) {
  if (!o.accepted()) give_up(m.name, "not accepted: " + o.message());
  if (nlohmann::json::parse(o.value.root().source()) != nlohmann::json::parse(m.of.object())) {
    give_up(m.name, "another value came out");
  }
}

void measure_assay(const measured& m) {
  if (m.schema.empty()) {
    expect_accepted(m, check(m.of.text));
    benchmark::RegisterBenchmark((m.name + "/assay").c_str(), [&m](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(check(m.of.text));
      counted(state, m.of.text.size());
    });
    return;
  }
  const schema s = compiled(m.schema, m.name);
  expect_accepted(m, check(m.of.text, s));
  benchmark::RegisterBenchmark((m.name + "/assay").c_str(), [&m, s](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(check(m.of.text, s));
    counted(state, m.of.text.size());
  });
}

void measure_simdjson(const measured& m) {
  if (!simdjson_reader{}.read(m.object.data(), m.object.size())) give_up(m.name, "simdjson refuses the object");
  benchmark::RegisterBenchmark((m.name + "/simdjson_walk").c_str(), [&m](benchmark::State& state) {
    simdjson_reader reader;
    for (auto _ : state) benchmark::DoNotOptimize(reader.read(m.object.data(), m.object.size()));
    counted(state, m.object.size());
  });
  benchmark::RegisterBenchmark((m.name + "/simdjson").c_str(), [&m](benchmark::State& state) {
    simdjson_reader reader;
    for (auto _ : state) benchmark::DoNotOptimize(reader.parse(m.object.data(), m.object.size()));
    counted(state, m.object.size());
  });
}

void greedy_regex(benchmark::State& state, const std::string& text) {
  const re2::RE2 greedy{R"((?s)\{.*\})"};
  const re2::StringPiece whole{text};
  for (auto _ : state) {
    re2::StringPiece found;
    benchmark::DoNotOptimize(greedy.Match(whole, 0, whole.size(), re2::RE2::UNANCHORED, &found, 1));
    benchmark::DoNotOptimize(found);
  }
  counted(state, text.size());
}

void measure_others(const measured& m) {
  benchmark::RegisterBenchmark((m.name + "/memcpy").c_str(), [&m](benchmark::State& state) {
    std::string copy(m.of.text.size(), '\0');
    for (auto _ : state) {
      std::memcpy(copy.data(), m.of.text.data(), m.of.text.size());
      benchmark::DoNotOptimize(copy.data());
      benchmark::ClobberMemory();
    }
    counted(state, m.of.text.size());
  });
  benchmark::RegisterBenchmark((m.name + "/nlohmann").c_str(), [&m](benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(nlohmann::json::parse(m.of.object()));
    counted(state, m.object.size());
  });
  benchmark::RegisterBenchmark((m.name + "/re2_greedy").c_str(),
                               [&m](benchmark::State& state) { greedy_regex(state, m.of.text); });
}

constexpr std::array<std::size_t, 3> unclosed_sizes{50'000, 100'000, 200'000};

void measure_unclosed() {
  static std::deque<std::string> texts;
  for (const std::size_t size : unclosed_sizes) {
    const std::string& text = texts.emplace_back(unclosed(size));
    if (check(text).kind != kind::truncated) give_up("unclosed", "the outcome is not `truncated`");
    const std::string name = "unclosed/" + std::to_string(size / 1000) + "KB";
    benchmark::RegisterBenchmark((name + "/assay").c_str(), [&text](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(check(text));
      counted(state, text.size());
    });
    benchmark::RegisterBenchmark((name + "/re2_greedy").c_str(),
                                 [&text](benchmark::State& state) { greedy_regex(state, text); });
  }
}

// Each at its usual size and at half of it, so that what is not linear shows.
void measure_generators() {
  static std::deque<std::string> texts;
  options large;
  large.max_bytes = 64U << 20U;
  for (const test::generator& g : test::generators()) {
    std::optional<schema> s;
    if (!g.schema.empty()) s = compiled(g.schema, g.name);
    for (const std::size_t part : {std::size_t{1}, std::size_t{2}}) {
      const std::string& text = texts.emplace_back(g.reply(g.size / part));
      const std::string name = "generator/" + std::string{g.name} + (part == 1 ? "/whole" : "/half");
      benchmark::RegisterBenchmark(name.c_str(), [&text, s, large](benchmark::State& state) {
        for (auto _ : state) benchmark::DoNotOptimize(s ? check(text, *s, large) : check(text, large));
        counted(state, text.size());
      })->Repetitions(3);
    }
  }
}

void write_replies(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto write = [&](std::string name, std::string_view text) {
    for (char& c : name) c = c == '/' ? '-' : c;
    std::ofstream out{folder / (name + ".txt"), std::ios::binary};
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!out) give_up(name, "cannot be written");
  };
  for (const measured& m : replies()) {
    if (m.schema.empty()) write(m.name, m.of.text);
  }
  for (const std::size_t size : unclosed_sizes) {
    write("unclosed/" + std::to_string(size / 1000) + "KB", unclosed(size));
  }
}

int measure(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 4;
  for (const measured& m : replies()) {
    measure_assay(m);
    measure_simdjson(m);
    measure_others(m);
  }
  measure_unclosed();
  measure_generators();
  benchmark::AddCustomContext("compiler", __VERSION__);
  benchmark::AddCustomContext("simdjson", std::string{simdjson::get_active_implementation()->name()});
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace assay::bench

int main(int count, char** arguments) {
  constexpr std::string_view write = "--write=";
  if (count == 2 && std::string_view{arguments[1]}.starts_with(write)) {
    assay::bench::write_replies(std::string_view{arguments[1]}.substr(write.size()));
    return 0;
  }
  return assay::bench::measure(count, arguments);
}
