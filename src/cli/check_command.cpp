#include "cli/check_command.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "assay/json.h"
#include "assay/schema.h"
#include "cli/check_files.h"
#include "cli/files.h"
#include "cli/line_answer.h"
#include "cli/line_stream.h"
#include "cli/tally.h"

namespace assay::cli {
namespace {

constexpr std::size_t longest_reply = 0xFFFFFFFFU - 64U;
constexpr std::size_t deepest = 1'000'000;
constexpr std::size_t most_jobs = 1024;
constexpr std::size_t longest_schema = 64U << 20U;

constexpr const char* examples = R"(Examples:
  assay check --schema verdict.schema.json reply.txt
      the value on one line, or on standard error why there is none
  llm answer < question.txt | assay check --schema verdict.schema.json --get /queue
      one member, a string without its quotes
  assay check --schema verdict.schema.json --json --finish length reply.txt
      the whole outcome; the provider said that its limit cut the reply
  assay check --schema verdict.schema.json --feedback reply.txt
      what to send back to the model, nothing where all is well
  assay check --schema verdict.schema.json --table replies/*
      a table for people
  assay check --schema verdict.schema.json --jsonl replies.jsonl --summary > outcomes.jsonl
      a line of {"id", "reply" or "reply_base64", "schema", "finish", "refused"} in, a line out

Exit codes:
)";

std::vector<std::string> finish_names() {
  std::vector<std::string> names;
  names.reserve(finish_count);
  for (std::size_t i = 0; i < finish_count; ++i) names.emplace_back(name(static_cast<finish>(i)));
  return names;
}

void add_reading_options(CLI::App& check, check_line& line) {
  const std::string group = "Reading";
  check.add_option("--schema", line.schema_path, "JSON Schema that a value must fit; without it any object will do")
      ->type_name("FILE")
      ->group(group);
  check
      .add_option("--finish", line.finish,
                  "why the provider says that it ended: unknown (default), stop,\n"
                  "length, filter, refusal, tool_calls, stopped or aborted")
      ->type_name("KIND")
      ->check(CLI::IsMember(finish_names()).description(""))
      ->group(group);
  check.add_flag("--refused", line.refused, "the provider set its refusal field")->group(group);
  check.add_option("--several", line.several, "of several different objects: refuse (default), last, or fits")
      ->type_name("RULE")
      ->check(CLI::IsMember({"refuse", "last", "fits"}).description(""))
      ->group(group);
  check.add_option("--reasoning", line.reasoning, "tags (default): </think> ends reasoning; none: it is prose")
      ->type_name("RULE")
      ->check(CLI::IsMember({"tags", "none"}).description(""))
      ->group(group);
  check.add_flag("--null-is-absent", line.null_is_absent, "leave out a null that its schema refuses, if not required")
      ->group(group);
  CLI::Option* declines = check.add_option("--declines", line.declines_field, "member that says no by being false");
  declines->type_name("POINTER")->group(group);
  check.add_option("--declines-reason", line.declines_reason, "member with the model's reason for that")
      ->type_name("POINTER")
      ->needs(declines)
      ->group(group);
  check.add_option("--max-depth", line.max_depth, "brackets open at once (default 256)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, deepest).description(""))
      ->group(group);
  check.add_option("--max-bytes", line.max_bytes, "a longer reply is too_long, unread (default 16777216)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, longest_reply).description(""))
      ->group(group);
}

void add_printing_options(CLI::App& check, check_line& line) {
  const std::string group = "Printing";
  CLI::Option* member = check.add_option("--get", line.pointer, "only this member, a string without its quotes");
  member->type_name("POINTER")->group(group);
  CLI::Option* feedback = check.add_flag("--feedback", line.feedback, "instead of the value: the text for the model");
  CLI::Option* json = check.add_flag("--json", line.json, "the whole outcome as JSON, one a line");
  CLI::Option* table = check.add_flag("--table", line.table, "a table for people");
  for (CLI::Option* view : {feedback, json, table}) view->group(group);
  member->excludes(feedback)->excludes(json)->excludes(table);
  feedback->excludes(json)->excludes(table);
  json->excludes(table);
  check.add_flag("--summary", line.summary, "counts by kind to standard error; as JSON with --json")->group(group);
  check.add_option("--color", line.color, "auto (default), always or never; auto heeds NO_COLOR")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}).description(""))
      ->group(group);
}

void add_stream_options(CLI::App& check, check_line& line) {
  const std::string group = "Many replies";
  CLI::Option* jsonl = check.add_option("--jsonl", line.jsonl, "a request a line from this file, an outcome a line");
  jsonl->type_name("FILE|-")->group(group);
  for (const char* other : {"--get", "--feedback", "--table", "--finish", "--refused", "FILE"}) {
    jsonl->excludes(check.get_option(other));
  }
  check.add_option("--jobs", line.jobs, "threads (default: one a core)")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, most_jobs).description(""))
      ->needs(jsonl)
      ->group(group);
}

std::string exit_code_lines() {
  std::string lines;
  for (const exit_code_meaning& m : exit_code_meanings) {
    lines += "  " + std::to_string(static_cast<int>(m.code)) + "  " + std::string{m.text} + "\n";
  }
  return lines +
         "With several replies: the worst, 5 before 2 before 7 before 0. --jsonl: 0 whatever the\n"
         "kinds, 5 where a line was bad. Output that nobody reads any more ends the run quietly.";
}

void tell(const std::string& message) { output{STDERR_FILENO}.write("assay: " + message + "\n"); }

exit_code stop(exit_code code, const std::string& message) {
  tell(message);
  return code;
}

options reading_of(const check_line& line) {
  options o;
  o.max_bytes = line.max_bytes;
  o.max_depth = line.max_depth;
  o.several = line.several == "last" ? several::last : line.several == "fits" ? several::fits : several::refuse;
  o.reasoning = line.reasoning == "none" ? reasoning::none : reasoning::tags;
  o.null_is_absent = line.null_is_absent;
  if (line.declines_field) o.declined = declines{*line.declines_field, line.declines_reason.value_or("")};
  return o;
}

view view_of(const check_line& line) {
  if (line.pointer) return view::member;
  if (line.json) return view::json;
  if (line.feedback) return view::feedback;
  return line.table ? view::table : view::value;
}

color color_of(const check_line& line) {
  if (line.color == "always") return color::always;
  return line.color == "never" ? color::never : color::automatic;
}

bool is_pointer(std::string_view text) {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

// The inputs in the order in which they are read; the schema is not one of them.
std::vector<std::string> inputs_of(const check_line& line) {
  if (line.jsonl) return {*line.jsonl};
  return line.files.empty() ? std::vector<std::string>{"-"} : line.files;
}

// What the options cannot say about themselves one by one; empty where the line is right.
std::string wrong_with(const check_line& line) {
  const std::pair<const char*, std::optional<std::string>> pointers[] = {
      {"--get", line.pointer}, {"--declines", line.declines_field}, {"--declines-reason", line.declines_reason}};
  for (const auto& [option, pointer] : pointers) {
    if (pointer && !is_pointer(*pointer)) {
      return std::string{option} + ": " + shown(*pointer) + " is not a JSON Pointer, which looks like /queue or /a/0";
    }
  }
  const std::vector<std::string> inputs = inputs_of(line);
  const auto from_stdin = std::count(inputs.begin(), inputs.end(), "-") + (line.schema_path == "-" ? 1 : 0);
  return from_stdin > 1 ? "standard input can be read once" : "";
}

struct contract {
  std::optional<assay::schema> schema;
  exit_code code = exit_code::accepted;
  std::string error;  // empty where all is well
};

contract load_schema(const std::string& path) {
  const result<std::string> text = read_up_to(path, longest_schema + 1);
  const std::string file = name_of_input(path);
  if (!text) return {{}, exit_code::unreadable, file + ": " + text.error().message};
  if (text->size() > longest_schema) return {{}, exit_code::bad_contract, file + ": the schema is longer than 64 MiB"};
  result<schema> compiled = schema::compile(*text);
  if (!compiled) {
    const position at = position_of(*text, compiled.error().offset);
    const std::string place = compiled.error().code == failure_code::bad_json
                                  ? ":" + std::to_string(at.line) + ":" + std::to_string(at.column)
                                  : std::string{};
    return {{}, exit_code::bad_contract, file + place + ": " + compiled.error().message};
  }
  for (const schema_warning& w : compiled->warnings()) {
    tell(file + ": warning: " + (w.pointer.empty() ? "" : w.pointer + ": ") + w.message);
  }
  return {*std::move(compiled), exit_code::accepted, {}};
}

void print_summary(const check_line& line, const tally& counts, std::chrono::duration<double> took) {
  if (!line.summary) return;
  output{STDERR_FILENO}.write(line.json ? summary_json(counts, took) : summary_table(counts, took));
}

}  // namespace

CLI::App* add_check_command(CLI::App& app, check_line& line) {
  CLI::App* check =
      app.add_subcommand("check", "reads replies: a value that fits the schema, or a named reason why not");
  check->add_option("FILE", line.files, "replies, - for standard input, which is also the default")->type_name("");
  add_reading_options(*check, line);
  add_printing_options(*check, line);
  add_stream_options(*check, line);
  check->footer(examples + exit_code_lines());
  return check;
}

exit_code run_check(const check_line& line) {
  const std::string wrong = wrong_with(line);
  if (!wrong.empty()) return stop(exit_code::usage, wrong);
  const std::vector<std::string> inputs = inputs_of(line);
  if (std::count(inputs.begin(), inputs.end(), "-") != 0 && is_terminal(STDIN_FILENO)) {
    tell("reading from the terminal; end with ctrl-d, or see assay check --help");
  }
  contract loaded = line.schema_path ? load_schema(*line.schema_path) : contract{};
  if (!loaded.error.empty()) return stop(loaded.code, loaded.error);

  const auto start = std::chrono::steady_clock::now();
  if (!line.jsonl) {
    const finish said = finish_named(line.finish).value_or(finish::unknown);
    const files_check files{inputs,        std::move(loaded.schema),  reading_of(line), {said, line.refused},
                            view_of(line), line.pointer.value_or(""), color_of(line)};
    const files_end end = check_files(files);
    print_summary(line, end.counts, std::chrono::steady_clock::now() - start);
    return end.code;
  }
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const line_answers lines{reading_of(line), std::move(loaded.schema)};
  const stream_end end = answer_lines(*line.jsonl, lines, line.jobs == 0 ? cores : line.jobs);
  if (!end.error.empty()) tell(end.error);
  print_summary(line, end.counts, std::chrono::steady_clock::now() - start);
  return end.code;
}

}  // namespace assay::cli
