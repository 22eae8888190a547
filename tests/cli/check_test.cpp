// `assay check`: every option and every exit code, as a shell sees them.
#include <algorithm>
#include <fstream>

#include "assay/exit_codes.h"
#include "cli/program.h"

namespace {

using program::arguments;
using program::contains;
using program::ended;
using program::run;

constexpr std::string_view verdict = R"({"queue": "billing", "n": 1.50})";
constexpr std::string_view queue_schema =
    R"({"type":"object","properties":{"queue":{"enum":["billing","sales"]}},"required":["queue"]})";

class Check : public testing::Test {
 protected:
  std::string schema() const { return folder_.write("queue.json", queue_schema); }
  std::string file(const std::string& name, std::string_view text) const { return folder_.write(name, text); }
  std::string missing() const { return folder_.path("nowhere.txt"); }
  program::folder folder_;
};

TEST_F(Check, PrintsTheValueOnOneLineAsItWasWritten) {
  const ended e = run({"check", file("a.txt", "Sure:\n{\"queue\":\n \"billing\", \"n\": 1.50}")});
  EXPECT_EQ(e.out, "{\"queue\":\"billing\",\"n\":1.50}\n");
  EXPECT_EQ(e.err, "");
  EXPECT_EQ(e.code, 0);
}

TEST_F(Check, ReadsStandardInputWhereNoFileIsNamed) {
  EXPECT_EQ(run({"check"}, verdict).out, "{\"queue\":\"billing\",\"n\":1.50}\n");
  EXPECT_EQ(run({"check", "-"}, verdict).out, "{\"queue\":\"billing\",\"n\":1.50}\n");
}

TEST_F(Check, SaysOnStandardErrorWhyThereIsNoValue) {
  const ended e = run({"check", file("cut.txt", "{\"queue\": \"bil")});
  EXPECT_EQ(e.out, "");
  EXPECT_TRUE(contains(e.err, "cut.txt: truncated: ")) << e.err;
  EXPECT_EQ(e.code, 2);
}

TEST_F(Check, NamesTheFileBeforeTheValueWhereThereAreSeveral) {
  const std::string a = file("a.txt", verdict);
  const std::string b = file("b.txt", "{}");
  EXPECT_EQ(run({"check", a, b}).out, a + "\t{\"queue\":\"billing\",\"n\":1.50}\n" + b + "\t{}\n");
}

TEST_F(Check, HoldsTheValueAgainstTheSchema) {
  EXPECT_EQ(run({"check", "--schema", schema()}, verdict).code, 0);
  const ended e = run({"check", "--schema", schema()}, R"({"queue": "Billing"})");
  EXPECT_EQ(e.code, 2);
  EXPECT_EQ(e.out, "");
  EXPECT_TRUE(contains(e.err, "stdin: schema: ")) << e.err;
}

TEST_F(Check, GetPrintsAStringBareAndAnythingElseAsJson) {
  EXPECT_EQ(run({"check", "--get", "/queue"}, verdict).out, "billing\n");
  EXPECT_EQ(run({"check", "--get", "/n"}, verdict).out, "1.50\n");
  EXPECT_EQ(run({"check", "--get", ""}, verdict).out, "{\"queue\":\"billing\",\"n\":1.50}\n");
  EXPECT_EQ(run({"check", "--get", "/a/1"}, R"({"a": [1, {"b": "\u00e9"}]})").out, "{\"b\":\"\\u00e9\"}\n");
}

TEST_F(Check, GetOfWhatIsNotThereFails) {
  const ended e = run({"check", "--get", "/nothing"}, verdict);
  EXPECT_EQ(e.code, 2);
  EXPECT_EQ(e.out, "");
  EXPECT_TRUE(contains(e.err, "nothing")) << e.err;
}

TEST_F(Check, FinishPassesWhatTheProviderSaid) {
  EXPECT_EQ(run({"check", "--finish", "stop"}, verdict).code, 0);
  EXPECT_TRUE(contains(run({"check", "--finish", "length"}, verdict).err, "truncated"));
  EXPECT_TRUE(contains(run({"check", "--finish", "filter"}, verdict).err, "refusal"));
  EXPECT_TRUE(contains(run({"check", "--finish", "tool_calls"}, verdict).err, "tool_call"));
}

TEST_F(Check, RefusedIsARefusal) { EXPECT_TRUE(contains(run({"check", "--refused"}, verdict).err, "refusal")); }

TEST_F(Check, SeveralObjectsAreAmbiguousUnlessARuleIsChosen) {
  const std::string two = R"({"queue": "nowhere"} {"queue": "sales"} and {"queue": "none"})";
  EXPECT_TRUE(contains(run({"check"}, two).err, "ambiguous"));
  EXPECT_EQ(run({"check", "--several", "refuse"}, two).code, 2);
  EXPECT_EQ(run({"check", "--several", "last"}, two).out, "{\"queue\":\"none\"}\n");
  EXPECT_EQ(run({"check", "--several", "fits", "--schema", schema()}, two).out, "{\"queue\":\"sales\"}\n");
}

TEST_F(Check, ReasoningNoneReadsAnUnpairedClosingTagAsProse) {
  const std::string reply = R"({"queue": "sales"} </think> {"queue": "billing"})";
  EXPECT_EQ(run({"check"}, reply).out, "{\"queue\":\"billing\"}\n");
  EXPECT_EQ(run({"check", "--reasoning", "tags"}, reply).code, 0);
  EXPECT_TRUE(contains(run({"check", "--reasoning", "none"}, reply).err, "ambiguous"));
}

TEST_F(Check, NullIsAbsentLeavesOutARefusedNull) {
  const std::string typed = file("t.json", R"({"properties": {"a": {"type": "string"}}})");
  EXPECT_EQ(run({"check", "--schema", typed}, R"({"a": null, "b": 1})").code, 2);
  EXPECT_EQ(run({"check", "--schema", typed, "--null-is-absent"}, R"({"a": null, "b": 1})").out, "{\"b\":1}\n");
}

TEST_F(Check, DeclinesIsExitCode7) {
  const arguments args{"check", "--declines", "/done", "--declines-reason", "/why"};
  const ended e = run(args, R"({"done": false, "why": "the mail is blank"})");
  EXPECT_EQ(e.code, 7);
  EXPECT_EQ(e.out, "");
  EXPECT_TRUE(contains(e.err, "declined")) << e.err;
  EXPECT_TRUE(contains(e.err, "the mail is blank")) << e.err;
  EXPECT_EQ(run(args, R"({"done": true})").code, 0);
}

TEST_F(Check, MaxDepthAndMaxBytesAreLimits) {
  EXPECT_EQ(run({"check", "--max-depth", "3"}, R"({"a":[[1]]})").code, 0);
  EXPECT_TRUE(contains(run({"check", "--max-depth", "3"}, R"({"a":[[[1]]]})").err, "bad_json"));
  EXPECT_EQ(run({"check", "--max-bytes", "7"}, R"({"a":1})").code, 0);
  EXPECT_TRUE(contains(run({"check", "--max-bytes", "6"}, R"({"a":1})").err, "too_long"));
}

TEST_F(Check, AReplyFarPastTheLimitIsNotLoaded) {
  const std::string long_reply = file("long.txt", std::string(64U << 20U, 'a'));
  const ended small = run({"check", "--max-bytes", "1000"}, "short");
  const ended large = run({"check", "--max-bytes", "1000", long_reply});
  EXPECT_TRUE(contains(large.err, "too_long"));
  EXPECT_LT(large.peak_kib, small.peak_kib + 16 * 1024);
}

TEST_F(Check, FeedbackPrintsTheTextForTheModelAndNothingElse) {
  const ended bad = run({"check", "--feedback", "--schema", schema()}, R"({"queue": "returns"})");
  EXPECT_TRUE(contains(bad.out, "queue")) << bad.out;
  EXPECT_EQ(bad.code, 2);
  const ended good = run({"check", "--feedback", "--schema", schema()}, verdict);
  EXPECT_EQ(good.out, "");
  EXPECT_EQ(good.code, 0);
}

TEST_F(Check, FeedbackOfSeveralNamesTheFileOnEachLine) {
  const std::string good = file("good.txt", verdict);
  const std::string bad = file("bad.txt", "no object here");
  const ended e = run({"check", "--feedback", good, bad});
  ASSERT_FALSE(e.out.empty());
  for (const std::string& line : program::lines_of(e.out)) EXPECT_TRUE(line.starts_with(bad + "\t")) << line;
}

TEST_F(Check, JsonPrintsTheWholeOutcomeOneALine) {
  const ended e = run({"check", "--json"}, "{\"a\":1}");
  EXPECT_TRUE(e.out.starts_with("{\"kind\":\"accepted\"")) << e.out;
  EXPECT_TRUE(contains(e.out, "\"value\":{\"a\":1}")) << e.out;
  EXPECT_EQ(program::lines_of(e.out).size(), 1U);
  const ended bad = run({"check", "--json"}, "nothing");
  EXPECT_TRUE(bad.out.starts_with("{\"kind\":\"no_json\"")) << bad.out;
  EXPECT_EQ(bad.err, "");
  EXPECT_EQ(bad.code, 2);
}

TEST_F(Check, JsonOfSeveralCarriesTheFileAsItsId) {
  const std::string a = file("a \"b\".txt", "{}");
  const ended e = run({"check", "--json", a, missing()});
  const auto lines = program::lines_of(e.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(contains(lines[0], "a \\\"b\\\".txt\",\"kind\":\"accepted\"")) << lines[0];
  EXPECT_TRUE(contains(lines[1], "nowhere.txt\",\"error\":\"no such file or directory\"}")) << lines[1];
  EXPECT_EQ(e.code, 5);
}

TEST_F(Check, ExitsWithTheWorstOfSeveral) {
  const std::string good = file("good.txt", "{\"done\": true}");
  const std::string no = file("no.txt", "{\"done\": false}");
  const std::string bad = file("bad.txt", "prose");
  const auto code = [](arguments files) {
    files.insert(files.begin(), {"check", "--declines", "/done"});
    return run(files).code;
  };
  EXPECT_EQ(code({good, good}), 0);
  EXPECT_EQ(code({no, good}), 7);
  EXPECT_EQ(code({bad, no, good}), 2);
  EXPECT_EQ(code({no, bad, good}), 2);
  EXPECT_EQ(code({missing(), bad, no, good}), 5);
  EXPECT_EQ(code({good, no, bad, missing()}), 5);
}

TEST_F(Check, AnUnreadableFileIsNamedAndTheOthersAreStillRead) {
  const ended e = run({"check", missing(), file("good.txt", "{}"), folder_.path("")});
  EXPECT_TRUE(contains(e.err, "nowhere.txt: unreadable: no such file or directory")) << e.err;
  EXPECT_TRUE(contains(e.err, "unreadable: is a directory")) << e.err;
  EXPECT_TRUE(contains(e.out, "good.txt\t{}")) << e.out;
  EXPECT_EQ(e.code, 5);
}

TEST_F(Check, ABadSchemaIsExitCode3AndNamesThePlace) {
  const ended broken = run({"check", "--schema", file("s.json", "{\n  \"type\": }")}, "{}");
  EXPECT_EQ(broken.code, 3);
  EXPECT_TRUE(contains(broken.err, "s.json:2:11: ")) << broken.err;
  EXPECT_EQ(broken.out, "");
  EXPECT_EQ(run({"check", "--schema", file("t.json", R"({"type": "text"})")}, "{}").code, 3);
}

TEST_F(Check, AMissingSchemaIsExitCode5) {
  const ended e = run({"check", "--schema", missing()}, "{}");
  EXPECT_EQ(e.code, 5);
  EXPECT_TRUE(contains(e.err, "nowhere.txt: no such file or directory")) << e.err;
}

TEST_F(Check, AWrongCommandLineIsExitCode4) {
  const std::vector<arguments> wrong{{},
                                     {"chekc"},
                                     {"check", "--no-such-option"},
                                     {"check", "--finish", "done"},
                                     {"check", "--finish"},
                                     {"check", "--several", "first"},
                                     {"check", "--reasoning", "all"},
                                     {"check", "--color", "blue"},
                                     {"check", "--get", "queue"},
                                     {"check", "--get", "/a~2"},
                                     {"check", "--declines", "done"},
                                     {"check", "--declines-reason", "/why"},
                                     {"check", "--max-depth", "0"},
                                     {"check", "--max-depth", "many"},
                                     {"check", "--max-bytes", "0"},
                                     {"check", "--max-bytes", "-1"},
                                     {"check", "--max-bytes", "4294967232"},
                                     {"check", "--json", "--table"},
                                     {"check", "--json", "--get", "/a"},
                                     {"check", "--feedback", "--json"},
                                     {"check", "--jsonl", "-", "a.txt"},
                                     {"check", "--jsonl", "-", "--finish", "stop"},
                                     {"check", "--jsonl", "-", "--jobs", "0"},
                                     {"check", "--jobs", "2"},
                                     {"check", "-", "-"}};
  for (const arguments& args : wrong) {
    const ended e = run(args, "{}");
    std::string shown;
    for (const std::string& arg : args) shown += " " + arg;
    EXPECT_EQ(e.code, 4) << "assay" << shown;
    EXPECT_EQ(e.out, "") << "assay" << shown;
    EXPECT_TRUE(e.err.starts_with("assay: ")) << e.err;
  }
}

TEST_F(Check, AnUnknownKernelIsAUsageErrorThatListsThoseThatAreThere) {
  const ended e = run({"check"}, "{}", {{"ASSAY_KERNEL", "avx9000"}});
  EXPECT_EQ(e.code, 4);
  EXPECT_EQ(e.out, "");
  EXPECT_TRUE(contains(e.err, "avx9000")) << e.err;
  EXPECT_TRUE(contains(e.err, "portable")) << e.err;
}

TEST_F(Check, VersionNamesTheRulesAndTheKernel) {
  const ended e = run({"--version"}, {}, {{"ASSAY_KERNEL", "portable"}});
  EXPECT_EQ(e.out, "assay " ASSAY_VERSION " (reading rules 1, scan kernel portable)\n");
  EXPECT_EQ(e.code, 0);
}

TEST_F(Check, HelpTeachesWithExamplesAndExitCodes) {
  const ended e = run({"check", "--help"});
  EXPECT_EQ(e.code, 0);
  for (const char* part : {"--schema",    "--get",       "--finish",         "--refused",
                           "--several",   "--reasoning", "--null-is-absent", "--max-depth",
                           "--max-bytes", "--feedback",  "--json",           "--jsonl",
                           "--jobs",      "--summary",   "--table",          "--color",
                           "--declines",  "Examples:",   "Exit codes:",      "5 before 2 before 7"}) {
    EXPECT_TRUE(contains(e.out, part)) << part;
  }
  for (const std::string& line : program::lines_of(e.out)) EXPECT_LE(line.size(), 100U) << line;
  EXPECT_EQ(run({"--help"}).code, 0);
}

TEST(ExitCodes, AreTheSameInTheHeaderTheHelpAndThePage) {
  std::ifstream file{ASSAY_ROOT "/docs/exit-codes.md"};
  const std::string page{std::istreambuf_iterator<char>{file}, {}};
  const std::string help = run({"check", "--help"}).out;
  for (const assay::exit_code_meaning& m : assay::exit_code_meanings) {
    const std::string number = std::to_string(static_cast<int>(m.code));
    EXPECT_TRUE(contains(page, "| " + number + " | " + std::string{m.text} + " |")) << number;
    EXPECT_TRUE(contains(help, "  " + number + "  " + std::string{m.text} + "\n")) << number;
  }
}

TEST(ExitCodes, WorstOfIsUnreadableThenNotAcceptedThenDeclined) {
  using assay::exit_code;
  constexpr exit_code order[] = {exit_code::accepted, exit_code::declined, exit_code::not_accepted,
                                 exit_code::unreadable};
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b) EXPECT_EQ(assay::worse(order[a], order[b]), order[std::max(a, b)]) << a << b;
  }
}

// One reply a kind and a fix, and each comes out as its file's name says.
TEST(Examples, ShowEachKindAndEachFix) {
  const std::pair<const char*, const char*> expected[] = {{"01-plain", "accepted"},
                                                          {"02-prose-and-fence", "accepted"},
                                                          {"03-after-thinking", "accepted"},
                                                          {"04-trailing-comma", "accepted"},
                                                          {"05-null-member", "accepted"},
                                                          {"06-said-twice", "accepted"},
                                                          {"07-in-chinese", "accepted"},
                                                          {"08-empty", "empty"},
                                                          {"09-refusal", "refusal"},
                                                          {"10-no-object", "no_json"},
                                                          {"11-tool-call", "tool_call"},
                                                          {"12-draft-then-cut", "truncated"},
                                                          {"13-cut-while-thinking", "truncated"},
                                                          {"14-unescaped-quote", "bad_json"},
                                                          {"15-python-dict", "bad_json"},
                                                          {"16-draft-then-corrected", "ambiguous"},
                                                          {"17-wrong-case", "schema"},
                                                          {"18-several-mistakes", "schema"},
                                                          {"19-cannot-route", "declined"},
                                                          {"20-rambling", "too_long"}};
  arguments args{"check",
                 "--json",
                 "--schema",
                 ASSAY_ROOT "/examples/verdict.schema.json",
                 "--declines",
                 "/routable",
                 "--declines-reason",
                 "/rationale",
                 "--null-is-absent",
                 "--max-bytes",
                 "4000"};
  for (const auto& [name, kind] : expected)
    args.push_back(ASSAY_ROOT "/examples/replies/" + std::string{name} + ".txt");
  const auto lines = program::lines_of(run(args).out);
  ASSERT_EQ(lines.size(), std::size(expected));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_TRUE(contains(lines[i], std::string{"\"kind\":\""} + expected[i].second + "\"")) << lines[i];
  }
  EXPECT_TRUE(contains(lines[3], "trailing_comma")) << lines[3];
  EXPECT_TRUE(contains(lines[4], "null_is_absent")) << lines[4];
}

TEST_F(Check, SummaryCountsByKindOnStandardError) {
  const std::string a = file("a.txt", "{}");
  const ended e = run({"check", "--summary", a, a, missing(), file("b.txt", "prose")});
  EXPECT_TRUE(contains(e.err, "accepted            2   50.0 %")) << e.err;
  EXPECT_TRUE(contains(e.err, "no_json             1   25.0 %")) << e.err;
  EXPECT_TRUE(contains(e.err, "unreadable          1   25.0 %")) << e.err;
  EXPECT_TRUE(contains(e.err, "total               4")) << e.err;
}

TEST_F(Check, SummaryIsJsonWhereTheOutputIs) {
  const ended e = run({"check", "--summary", "--json"}, "{}");
  EXPECT_TRUE(e.err.starts_with("{\"accepted\":1,\"empty\":0,")) << e.err;
  EXPECT_TRUE(contains(e.err, "\"unreadable\":0,\"total\":1,\"bytes\":2,\"seconds\":")) << e.err;
}

TEST_F(Check, WritingToAFullDiskIsNotSilent) {
  const int full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0) << "NOT RUN: there is no /dev/full here";
  std::FILE* in = program::file_of("{}");
  std::FILE* err = std::tmpfile();
  ended e;
  program::wait_for(program::start({"check"}, {fileno(in), full, fileno(err)}), e);
  close(full);
  std::fclose(in);
  EXPECT_EQ(e.code, 1);
  EXPECT_TRUE(contains(program::contents(err), "no space left on device"));
}

TEST_F(Check, AnEmptyNameIsNotNoName) {
  EXPECT_EQ(run({"check", "--schema", ""}, "{}").code, 5);
  EXPECT_EQ(run({"check", ""}, "{}").code, 5);
  EXPECT_EQ(run({"check", "--jsonl", ""}, "{}").code, 5);
}

TEST_F(Check, TheSchemaMayComeFromStandardInputInstead) {
  const std::string reply = file("r.txt", R"({"queue": "returns"})");
  EXPECT_EQ(run({"check", "--schema", "-", reply}, queue_schema).code, 2);
  EXPECT_EQ(run({"check", "--schema", "-"}, queue_schema).code, 4);
}

TEST_F(Check, ClosedDescriptorsAreNotTakenForFiles) {
  const std::string quoted = std::string{ASSAY_PROGRAM} + " check " + file("a.txt", "{}");
  EXPECT_EQ(WEXITSTATUS(std::system((quoted + " >&- 2>&-").c_str())), 1);
  EXPECT_EQ(WEXITSTATUS(std::system((std::string{ASSAY_PROGRAM} + " check <&- 2>/dev/null").c_str())), 5);
}

TEST_F(Check, AClosedPipeEndsTheRunQuietly) {
  arguments args{"check"};
  const std::string big = file("big.txt", "{\"a\": \"" + std::string(200'000, 'x') + "\"}");
  for (int i = 0; i < 20; ++i) args.push_back(big);
  program::child c{args};
  c.stop_listening();
  const ended e = c.wait();
  EXPECT_EQ(e.err, "");
  EXPECT_EQ(e.code, 0);
}

TEST_F(Check, AFileNameCannotWriteToTheTerminal) {
  const ended e = run({"check", folder_.path("\033[31mred\n.txt")});
  EXPECT_FALSE(contains(e.err, "\033")) << e.err;
  EXPECT_EQ(program::lines_of(e.err).size(), 1U) << e.err;
}

}  // namespace
