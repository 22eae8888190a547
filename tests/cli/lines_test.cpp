// `assay check --jsonl`: lines in, lines out; also as a child process, and on more than memory would hold.
#include "cli/program.h"

namespace {

using program::arguments;
using program::child;
using program::contains;
using program::ended;
using program::lines_of;
using program::run;

const arguments lines_from_stdin{"check", "--jsonl", "-"};

std::string answer_to(std::string_view line, const arguments& more = {}) {
  arguments args = lines_from_stdin;
  args.insert(args.end(), more.begin(), more.end());
  const auto lines = lines_of(run(args, std::string{line} + "\n").out);
  return lines.size() == 1 ? lines[0] : "not one line, but " + std::to_string(lines.size());
}

TEST(Lines, AnswersALineWithTheOutcomeAndItsId) {
  EXPECT_TRUE(
      answer_to(R"({"id": 7, "reply": "{\"a\": 1}"})").starts_with(R"({"id":7,"kind":"accepted","value":{"a":1})"));
  EXPECT_TRUE(answer_to(R"({"id": "x", "reply": "no"})").starts_with(R"({"id":"x","kind":"no_json")"));
  EXPECT_TRUE(answer_to(R"({"reply": "{}"})").starts_with(R"({"kind":"accepted")"));
}

TEST(Lines, AnIdMayBeAnythingAndComesBackAsWritten) {
  for (const std::string id : {"null", "1.50", "[1, {\"a\": \"\\u00e9\"}]", "\"\\/\"", "true", "1e3"}) {
    const std::string answer = answer_to("{\"id\": " + id + ", \"reply\": \"{}\"}");
    EXPECT_TRUE(answer.starts_with("{\"id\":" + id + ",\"kind\"")) << answer;
  }
}

TEST(Lines, ALineMayCarryItsSchemaAndItsFacts) {
  const std::string refuses = R"({"reply": "{\"a\":1}", "schema": {"required": ["b"]}})";
  EXPECT_TRUE(contains(answer_to(refuses), "\"kind\":\"schema\""));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{}", "schema": false})"), "\"kind\":\"schema\""));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{}", "finish": "length"})"), "\"kind\":\"truncated\""));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{}", "refused": true})"), "\"kind\":\"refusal\""));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{}", "refused": null, "finish": null, "schema": null})"), "accepted"));
}

TEST(Lines, TheSchemaOfTheCommandIsForLinesWithoutOne) {
  const program::folder f;
  const std::string schema = f.write("s.json", R"({"required": ["b"]})");
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{}"})", {"--schema", schema}), "\"kind\":\"schema\""));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{}", "schema": {}})", {"--schema", schema}), "accepted"));
}

TEST(Lines, OptionsHoldForEveryLine) {
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{\"a\":1} {\"a\":2}"})", {"--several", "last"}), "\"value\":{\"a\":2}"));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{\"a\":1}"})", {"--max-bytes", "3"}), "too_long"));
  EXPECT_TRUE(contains(answer_to(R"({"reply": "{\"a\":false}"})", {"--declines", "/a"}), "declined"));
}

TEST(Lines, Base64CarriesBytesThatJsonCannot) {
  EXPECT_TRUE(contains(answer_to(R"({"reply_base64": "eyJhIjoxfQ=="})"), "\"value\":{\"a\":1}"));  // {"a":1}
  EXPECT_TRUE(contains(answer_to(R"({"reply_base64": "eyJhIjoi/yJ9"})"), "bad_json"));             // {"a":"\xff"}
  EXPECT_TRUE(contains(answer_to(R"({"reply_base64": ""})"), "\"kind\":\"empty\""));
}

struct bad_line {
  const char* name;
  std::string line;
  std::string error;  // the whole answer, or a part of it
};

class BadLine : public testing::TestWithParam<bad_line> {};

TEST_P(BadLine, GetsAnErrorLineAndTheRunGoesOn) {
  const std::string good = R"({"id": "good", "reply": "{}"})";
  const ended e = run(lines_from_stdin, good + "\n" + GetParam().line + "\n" + good + "\n");
  const auto lines = lines_of(e.out);
  ASSERT_EQ(lines.size(), 3U) << e.out;
  EXPECT_TRUE(contains(lines[0], "accepted"));
  EXPECT_TRUE(contains(lines[1], GetParam().error)) << lines[1];
  EXPECT_TRUE(contains(lines[1], "\"line\":2,\"error\":\"")) << lines[1];
  EXPECT_TRUE(contains(lines[2], "accepted"));
  EXPECT_EQ(e.code, 5);
  EXPECT_EQ(e.err, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, BadLine,
    testing::Values(
        bad_line{"Blank", "", R"({"line":2,"error":"the line is blank"})"},
        bad_line{"Spaces", " \t\r", R"({"line":2,"error":"the line is blank"})"},
        bad_line{"NotJson", "hello", "not JSON"}, bad_line{"CutJson", R"({"id": 1, "reply": "{})", "not JSON"},
        bad_line{"TwoValues", R"({"reply": ""} {})", "not JSON"},
        bad_line{"TrailingComma", R"({"reply": "{}",})", "not JSON"},
        bad_line{"TwiceTheSameMember", R"({"reply": "{}", "reply": "{}"})", "not JSON"},
        bad_line{"InvalidUtf8", "{\"reply\": \"\xff\"}", "not JSON"},
        bad_line{"AnArray", "[1]", "the line holds no object, but a value of type array"},
        bad_line{"NoReply", R"({"id": 3})", R"({"id":3,"line":2,"error":"the line has no \"reply\")"},
        bad_line{"BothReplies", R"({"reply": "", "reply_base64": ""})", "both"},
        bad_line{"ReplyIsAnObject", R"({"id": [], "reply": {}})",
                 R"({"id":[],"line":2,"error":"\"reply\" must be a string)"},
        bad_line{"UnknownMember", R"({"reply": "", "repyl": ""})", R"(the member \"repyl\" is unknown)"},
        bad_line{"UnknownFinish", R"({"reply": "", "finish": "done"})", R"(\"finish\" is \"done\")"},
        bad_line{"FinishIsANumber", R"({"reply": "", "finish": 1})", R"(\"finish\" must be a string)"},
        bad_line{"RefusedIsAString", R"({"reply": "", "refused": "no"})", R"(\"refused\" must be true or false)"},
        bad_line{"SchemaIsAString", R"({"reply": "", "schema": "{}"})", R"(\"schema\" must be an object)"},
        bad_line{"SchemaDoesNotCompile", R"({"id": 9, "reply": "", "schema": {"type": 3}})",
                 R"({"id":9,"line":2,"error":"\"schema\": )"},
        bad_line{"Base64OfThreeCharacters", R"({"reply_base64": "eyJ"})", "multiple of 4"},
        bad_line{"Base64WithASpace", R"({"reply_base64": "ey J9A=="})", "character 3 is not base64"},
        bad_line{"Base64OfTheUrlAlphabet", R"({"reply_base64": "-_-_"})", "character 1 is not base64"},
        bad_line{"Base64WithStrayBits", R"({"reply_base64": "eyJhIjoxfR=="})", "stray bits"},
        bad_line{"Base64PaddedInTheMiddle", R"({"reply_base64": "ey==eyJ9"})", "character 3 is not base64"}),
    [](const testing::TestParamInfo<bad_line>& one) { return one.param.name; });

TEST(Lines, KindsDoNotChangeTheExitCode) { EXPECT_EQ(run(lines_from_stdin, "{\"reply\":\"prose\"}\n").code, 0); }

TEST(Lines, TheLastLineNeedsNoNewline) {
  EXPECT_EQ(lines_of(run(lines_from_stdin, "{\"reply\":\"{}\"}\n{\"reply\":\"{}\"}").out).size(), 2U);
  EXPECT_EQ(run(lines_from_stdin, "").out, "");
  EXPECT_TRUE(contains(run(lines_from_stdin, "{\"reply\":\"{}\"}\r\n").out, "accepted"));
}

TEST(Lines, AFileThatIsNotThereIsExitCode5) {
  const ended e = run({"check", "--jsonl", "/nowhere.jsonl"});
  EXPECT_EQ(e.code, 5);
  EXPECT_EQ(e.err, "assay: /nowhere.jsonl: no such file or directory\n");
  EXPECT_EQ(run({"check", "--jsonl", "/"}).code, 5);
}

TEST(Lines, EachAnswerComesBeforeTheNextLineIsWritten) {
  child c{lines_from_stdin};
  for (int i = 0; i < 50; ++i) {
    c.say("{\"id\":" + std::to_string(i) + ",\"reply\":\"{\\\"n\\\":" + std::to_string(i) + "}\"}\n");
    const std::string answer = c.hear();
    ASSERT_TRUE(answer.starts_with("{\"id\":" + std::to_string(i) + ",\"kind\":\"accepted\"")) << answer;
  }
  c.say("{\"id\":\"in two ");
  c.say("parts\",\"reply\":\"{}\"}\nnot a line\n");
  EXPECT_TRUE(contains(c.hear(), "in two parts"));
  EXPECT_TRUE(contains(c.hear(), "\"line\":52"));
  c.end_input();
  EXPECT_EQ(c.wait().code, 5);
}

std::string many_lines(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    // Long lines between short ones finish late.
    const std::string text(i % 97 == 0 ? 300'000U : static_cast<std::size_t>(i % 50), 'y');
    lines += "{\"id\":" + std::to_string(i) + ",\"reply\":\"{\\\"t\\\":\\\"" + text + "\\\"}\"}\n";
  }
  return lines;
}

TEST(Lines, ComeOutInOrderHoweverManyThreads) {
  const std::string lines = many_lines(3000);
  const ended one = run({"check", "--jsonl", "-", "--jobs", "1"}, lines);
  const ended four = run({"check", "--jsonl", "-", "--jobs", "4"}, lines);
  EXPECT_EQ(one.code, 0);
  EXPECT_EQ(four.code, 0);
  EXPECT_TRUE(one.out == four.out);
  const auto answers = lines_of(four.out);
  ASSERT_EQ(answers.size(), 3000U);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ASSERT_TRUE(answers[i].starts_with("{\"id\":" + std::to_string(i) + ",")) << i;
  }
}

TEST(Lines, ALineOverTheLimitIsAnErrorLineAndNotKeptWhole) {
  child c{{"check", "--jsonl", "-", "--jobs", "2"}};
  const std::string part(1U << 20U, 'a');
  c.say("{\"reply\":\"");
  for (int i = 0; i < 200; ++i) c.say(part);
  c.say("\"}\n{\"id\":2,\"reply\":\"{}\"}\n");
  c.end_input();
  EXPECT_EQ(c.hear(), "{\"line\":1,\"error\":\"the line is longer than 67108864 bytes\"}");
  EXPECT_TRUE(contains(c.hear(), "\"id\":2,\"kind\":\"accepted\""));
  const ended e = c.wait();
  EXPECT_EQ(e.code, 5);
#if defined(__SANITIZE_ADDRESS__)
  constexpr long most = 300 * 1024;  // freed memory is kept back for a while, and shadowed
#else
  constexpr long most = 190 * 1024;
#endif
  EXPECT_LT(e.peak_kib, most);
}

TEST(Lines, MemoryDoesNotGrowWithTheInput) {
  const program::folder f;
  std::string line =
      "{\"id\":1,\"schema\":{\"required\":[\"t\"]},\"reply\":\"{\\\"t\\\":\\\"" + std::string(2000, 'z') + "\\\"}\"}\n";
  std::string megabytes;
  while (megabytes.size() < (8U << 20U)) megabytes += line;
  const std::string small = f.write("small.jsonl", megabytes);
  std::FILE* file = std::fopen(f.path("large.jsonl").c_str(), "wb");
  for (int i = 0; i < 12; ++i) std::fwrite(megabytes.data(), 1, megabytes.size(), file);
  std::fclose(file);
  const auto peak = [](const std::string& path) {
    const int null = open("/dev/null", O_RDWR);
    ended e;
    program::wait_for(program::start({"check", "--jsonl", path, "--jobs", "4"}, {null, null, null}), e);
    close(null);
    EXPECT_EQ(e.code, 0);
    return e.peak_kib;
  };
  EXPECT_LT(peak(f.path("large.jsonl")), peak(small) + 24 * 1024);
}

TEST(Lines, AClosedPipeEndsTheRunQuietly) {
  const program::folder f;
  const std::string path = f.write("many.jsonl", many_lines(20'000));
  child c{{"check", "--jsonl", path, "--jobs", "4"}};
  EXPECT_TRUE(c.hear().starts_with("{\"id\":0,"));
  c.stop_listening();
  const ended e = c.wait();
  EXPECT_EQ(e.code, 0);
  EXPECT_EQ(e.err, "");
}

TEST(Lines, AClosedPipeIsNoticedWhileWaitingForInput) {
  child c{lines_from_stdin};
  c.stop_listening();
  c.say("{\"reply\":\"{}\"}\n");
  EXPECT_EQ(c.wait().code, 0);  // its input is still open
}

TEST(Lines, ManySchemasAreEachCompiledAndKeptApart) {
  std::string lines;
  for (int i = 0; i < 2000; ++i) {
    const std::string key = "k" + std::to_string(i % 700);
    lines +=
        "{\"schema\":{\"required\":[\"" + key + "\"]},\"reply\":\"{\\\"k" + std::to_string(i % 350) + "\\\":1}\"}\n";
  }
  const auto answers = lines_of(run({"check", "--jsonl", "-", "--jobs", "4"}, lines).out);
  ASSERT_EQ(answers.size(), 2000U);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ASSERT_EQ(contains(answers[i], "\"kind\":\"accepted\""), i % 700 == i % 350) << i << answers[i];
  }
}

TEST(Lines, SummaryCountsKindsAndBadLines) {
  const ended e = run({"check", "--jsonl", "-", "--summary"}, "{\"reply\":\"{}\"}\n{\"reply\":\"\"}\nbad\n");
  EXPECT_TRUE(contains(e.err, "accepted            1")) << e.err;
  EXPECT_TRUE(contains(e.err, "empty               1")) << e.err;
  EXPECT_TRUE(contains(e.err, "unreadable          1")) << e.err;
  const ended json = run({"check", "--jsonl", "-", "--summary", "--json"}, "{\"reply\":\"{}\"}\n");
  EXPECT_TRUE(json.err.starts_with("{\"accepted\":1,")) << json.err;
}

}  // namespace
