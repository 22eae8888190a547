// What a person at a terminal sees: the table, its width, colours.
#include "cli/program.h"

#include <clocale>
#include <cwchar>

namespace {

using program::arguments;
using program::contains;
using program::ended;
using program::run;
using program::run_on_terminal;

// A line of a terminal's output without its colours and carriage return.
std::string plain(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\033') {
      i = line.find('m', i);
    } else if (line[i] != '\r') {
      text += line[i];
    }
  }
  return text;
}

std::size_t columns_of(const std::string& line) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  std::wstring wide(line.size() + 1, L'\0');
  const std::size_t n = std::mbstowcs(wide.data(), line.c_str(), wide.size());
  return n == static_cast<std::size_t>(-1) ? 9999 : static_cast<std::size_t>(wcswidth(wide.c_str(), n));
}

class Terminal : public testing::Test {
 protected:
  Terminal() {
    for (
        const auto& [name, text] :
        {std::pair{"01-plain.txt", R"({"queue": "billing", "why": "charged twice for one order, says the customer"})"},
         std::pair{
             "02-中文.txt",
             R"({"queue": "技术支持", "why": "客户反映应用在上传照片时崩溃，重新安装后问题依旧。客户反映应用在上传照片时崩溃"})"},
         std::pair{"03-an-unusually-long-name-for-a-reply-that-somebody-kept.txt", "prose"},
         std::pair{"04-comma.txt", R"({"a": 1,})"}}) {
      files_.push_back(folder_.write(name, text));
    }
  }
  arguments table() const {
    arguments args{"check", "--table"};
    args.insert(args.end(), files_.begin(), files_.end());
    return args;
  }
  program::folder folder_;
  arguments files_;
};

TEST_F(Terminal, NoRowIsWiderThanTheTerminal) {
  for (const unsigned short columns : std::initializer_list<unsigned short>{60, 80, 100, 200}) {
    const ended e = run_on_terminal(table(), columns);
    ASSERT_GE(program::lines_of(e.out).size(), 7U) << e.out;
    for (const std::string& line : program::lines_of(e.out)) {
      EXPECT_LE(columns_of(plain(line)), columns) << plain(line);
    }
  }
}

TEST_F(Terminal, TheColumnsAreAlignedAlsoAfterWideCharacters) {
  const auto lines = program::lines_of(run_on_terminal(table(), 100).out);
  const std::string head = plain(lines.at(0));
  const std::size_t kind_column = head.find("kind");
  for (const std::string& line : lines) {
    const std::string text = plain(line);
    const std::size_t at = std::min(text.find("accepted   "), text.find("no_json   "));
    if (at == std::string::npos) continue;
    EXPECT_EQ(columns_of(text.substr(0, at)), kind_column) << text;
  }
}

TEST_F(Terminal, TheTableNamesFileKindAndValueOrSentence) {
  const ended e = run(table());
  EXPECT_TRUE(contains(e.out, "01-plain.txt  ")) << e.out;
  EXPECT_TRUE(contains(e.out, "accepted    {\"queue\":\"billing\",\"why\":\"charged twice")) << e.out;
  EXPECT_TRUE(contains(e.out, "no_json     ")) << e.out;
  EXPECT_TRUE(contains(e.out, "{\"a\":1}  (trailing_comma)")) << e.out;
  EXPECT_TRUE(contains(e.out, "4 replies in ")) << e.out;
  EXPECT_TRUE(contains(e.out, "3 accepted, 1 not")) << e.out;
  EXPECT_FALSE(contains(e.out, "\033"));
  EXPECT_EQ(e.err, "");
  EXPECT_EQ(e.code, 2);
}

TEST_F(Terminal, AReplyCannotWriteEscapeSequencesIntoTheTable) {
  const std::string hostile = folder_.write("h.txt",
                                            "{\"a\": \"\xc2\x9b"
                                            "31m\xe2\x80\xae\"}");
  const ended e = run({"check", "--table", hostile});
  EXPECT_FALSE(contains(e.out, "\xc2\x9b")) << e.out;
  EXPECT_FALSE(contains(e.out, "\xe2\x80\xae")) << e.out;
}

TEST_F(Terminal, ColoursAreForTerminalsThatWantThem) {
  EXPECT_TRUE(contains(run_on_terminal(table(), 100).out, "\033[32m"));
  EXPECT_FALSE(contains(run(table()).out, "\033"));
  EXPECT_FALSE(contains(run_on_terminal(table(), 100, {{"NO_COLOR", "1"}}).out, "\033"));
  EXPECT_TRUE(contains(run_on_terminal(table(), 100, {{"NO_COLOR", ""}}).out, "\033"));
  EXPECT_FALSE(contains(run_on_terminal(table(), 100, {{"TERM", "dumb"}}).out, "\033"));
}

TEST_F(Terminal, ColorAlwaysAndNeverOverrideTheGuess) {
  arguments always = table();
  always.insert(always.end(), {"--color", "always"});
  EXPECT_TRUE(contains(run(always, {}, {{"NO_COLOR", "1"}}).out, "\033[32m"));
  arguments never = table();
  never.insert(never.end(), {"--color", "never"});
  EXPECT_FALSE(contains(run_on_terminal(never, 100).out, "\033"));
}

TEST_F(Terminal, MessagesAreColouredOnATerminalOnly) {
  EXPECT_TRUE(contains(run_on_terminal({"check", files_.at(2)}, 100).out, "\033[31mno_json\033[0m"));
  EXPECT_FALSE(contains(run({"check", files_.at(2)}).err, "\033"));
}

TEST_F(Terminal, AValueStaysPureDataOnATerminal) {
  EXPECT_EQ(run_on_terminal({"check", files_.at(3)}, 20).out, "{\"a\":1}\r\n");
}

}  // namespace
