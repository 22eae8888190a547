// Every kernel that this CPU runs against loops that look at one byte at a time.
#include "scan/scan.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "scan/kernels.h"

namespace assay::scan {
namespace {

using std::size_t;

// A text at an alignment of our choice, with `padding` bytes behind it and not one more.
class exact {
 public:
  exact(std::string_view text, size_t shift, std::string_view behind)
      : size_(text.size()), shift_(shift), bytes_(new char[shift + text.size() + padding]) {
    std::memset(bytes_.get(), '"', shift);
    std::memcpy(bytes_.get() + shift, text.data(), text.size());
    for (size_t i = 0; i < padding; ++i) bytes_[shift + size_ + i] = behind[i % behind.size()];
  }
  char* begin() { return bytes_.get() + shift_; }
  char* end() { return begin() + size_; }

 private:
  size_t size_;
  size_t shift_;
  std::unique_ptr<char[]> bytes_;
};

std::uint8_t byte_at(const char* p) { return static_cast<std::uint8_t>(*p); }

const char* slow_string_end(const char* p, const char* end, bool& high) {
  for (; p < end && *p != '"' && *p != '\\' && byte_at(p) >= 0x20; ++p) high = high || byte_at(p) >= 0x80;
  return p;
}

bool slow_is_simple(char c) { return c != 0 && std::strchr("\"\\/nrt", c) != nullptr; }

const char* slow_string_run(const char* p, const char* end, seen& s) {
  for (;;) {
    p = slow_string_end(p, end, s.high);
    if (p == end || *p != '\\' || p + 1 == end || !slow_is_simple(p[1])) return p;
    s.escaped = true;
    p += 2;
  }
}

const char* slow_mark(const char* p, const char* end) {
  while (p < end && (*p == 0 || !std::strchr("{}[]<>=:`~", *p))) ++p;
  return p;
}

const char* slow_space_end(const char* p, const char* end) {
  while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) ++p;
  return p;
}

// By decoding: not a code point that needs fewer bytes, not a surrogate, not past 10FFFF.
const char* slow_utf8_end(const char* p, const char* end) {
  while (p < end) {
    const unsigned lead = byte_at(p);
    const int length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if ((lead >= 0x80 && lead < 0xC0) || lead >= 0xF8 || end - p < length) return p;
    unsigned point = length == 1 ? lead : lead & (0x7Fu >> length);
    for (int i = 1; i < length; ++i) {
      if ((byte_at(p + i) & 0xC0) != 0x80) return p;
      point = point << 6 | (byte_at(p + i) & 0x3F);
    }
    constexpr std::array<unsigned, 5> least{0, 0, 0x80, 0x800, 0x10000};
    if (point < least[static_cast<size_t>(length)] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return p;
    p += length;
  }
  return end;
}

std::string shown(const char* p, const char* end) {
  std::string text;
  std::array<char, 8> hex{};
  for (; p < end; ++p) {
    std::snprintf(hex.data(), hex.size(), "%02x ", byte_at(p));
    text += hex.data();
  }
  return text;
}

std::string difference(const char* function, const char* begin, const char* end, std::ptrdiff_t want,
                       std::ptrdiff_t got) {
  return std::string(function) + " wants " + std::to_string(want) + ", got " + std::to_string(got) + " in " +
         shown(begin, end);
}

// Where the kernel and the byte loops disagree about a text; empty if they agree.
std::string disagreement(const kernel& k, const char* begin, const char* end) {
  seen want_seen;
  seen got_seen;
  const char* want_run = slow_string_run(begin, end, want_seen);
  const char* run = k.string_run(begin, end, got_seen);
  if (want_run != run) return difference("string_run", begin, end, want_run - begin, run - begin);
  if (want_seen.high != got_seen.high)
    return difference("string_run's high", begin, end, want_seen.high, got_seen.high);
  if (want_seen.escaped != got_seen.escaped) {
    return difference("string_run's escaped", begin, end, want_seen.escaped, got_seen.escaped);
  }
  if (got_seen.utf8 && slow_utf8_end(begin, run) != run) {
    return difference("string_run's utf8", begin, end, slow_utf8_end(begin, run) - begin, run - begin);
  }
  using search = const char* (*)(const char*, const char*);
  struct pair {
    const char* function;
    search slow;
    search fast;
  };
  for (const auto& [function, slow, fast] :
       {pair{"mark", slow_mark, k.mark}, pair{"space_end", slow_space_end, k.space_end},
        pair{"utf8_end", slow_utf8_end, k.utf8_end}}) {
    const char* want = slow(begin, end);
    const char* got = fast(begin, end);
    if (want != got) return difference(function, begin, end, want - begin, got - begin);
  }
  return {};
}

// What may stand behind the text: ends of strings and marks, continuations that would complete a cut sequence, spaces
// that would prolong white space, letters.
constexpr std::array<std::string_view, 4> hostile{"\"{\\", "\xBF\x80", " \n", "x"};

class EachKernel : public testing::TestWithParam<const kernel*> {
 protected:
  const kernel& k() const { return *GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Scan, EachKernel, testing::ValuesIn(available().begin(), available().end()),
                         [](const auto& one) { return std::string(one.param->name); });

constexpr size_t longest = 130;

// The same about a text of spaces but for one byte. Spaces stop nothing, so that byte alone says where each search
// ends.
std::string disagreement_at(const kernel& k, const char* begin, const char* place, const char* end) {
  const auto wanted = [&](const char* found) { return found == place ? place : end; };
  bool want_high = false;
  seen found;
  const char* want_stop = wanted(slow_string_end(place, place + 1, want_high));
  const char* stop = k.string_run(begin, end, found);
  const char* got_mark = k.mark(begin, end);
  const char* got_space_end = k.space_end(begin, end);
  const char* got_utf8_end = k.utf8_end(begin, end);
  if (stop == want_stop && found.high == want_high && !found.utf8 == want_high &&
      got_mark == wanted(slow_mark(place, place + 1)) && got_space_end == wanted(slow_space_end(place, place + 1)) &&
      got_utf8_end == wanted(slow_utf8_end(place, place + 1))) {
    return {};
  }
  return disagreement(k, begin, end);
}

void expect_agreement_at_each_place(const kernel& k, exact& text) {
  ASSERT_EQ(disagreement(k, text.begin(), text.end()), "");
  for (char* place = text.begin(); place < text.end(); ++place) {
    for (int value = 0; value < 256; ++value) {
      *place = static_cast<char>(value);
      const std::string found = disagreement_at(k, text.begin(), place, text.end());
      if (!found.empty()) FAIL() << found;
    }
    *place = ' ';
  }
}

TEST_P(EachKernel, FindsEachByteValueAtEachPlaceOfEachLength) {
  for (size_t length = 0; length <= longest; ++length) {
    exact text(std::string(length, ' '), length % 32, hostile[length % hostile.size()]);
    ASSERT_NO_FATAL_FAILURE(expect_agreement_at_each_place(k(), text));
  }
}

TEST_P(EachKernel, FindsEachByteValueAtEachAlignment) {
  for (size_t shift = 0; shift < 64; ++shift) {
    exact text(std::string(97, ' '), shift, hostile[shift % hostile.size()]);
    ASSERT_NO_FATAL_FAILURE(expect_agreement_at_each_place(k(), text));
  }
}

TEST_P(EachKernel, IgnoresWhatStandsBehindTheText) {
  for (size_t length = 0; length <= longest; ++length) {
    for (const std::string_view filler : {"a", " ", "\xC3\xA9", "\xE4\xB8\xAD", "\xF0\x9F\x98\x80"}) {
      for (const std::string_view behind : hostile) {
        std::string repeated;
        while (repeated.size() < length) repeated += filler;
        exact text(repeated.substr(0, length), 0, behind);
        ASSERT_EQ(disagreement(k(), text.begin(), text.end()), "");
      }
    }
  }
}

TEST_P(EachKernel, AgreesOnRandomTextsOfFewLetters) {
  constexpr std::array<std::string_view, 9> alphabets{
      "\\\\\\n\"",
      "aaaaaaaaaaaaaaaaaaaaaaa\\\\n",
      "ab/rtnu\\\\\\\\\\\xC3\x0A",
      "ab\"",
      "  \t\n\r\v",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xE9{",
      "\x7F\x80\xBF\xC2\xE0\xED\xF0\xF4",
      "\x01\x1F\x20\x21\x22\x23\x5B\x5C\x5D",
      "\xE4\xB8\xAD",
  };
  constexpr unsigned seed = 20261;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  for (int round = 0; round < 60'000; ++round) {
    const std::string_view letters = alphabets[random() % alphabets.size()];
    std::string letter(random() % 200, ' ');
    for (char& c : letter) c = letters[random() % letters.size()];
    exact text(letter, random() % 64, hostile[random() % hostile.size()]);
    ASSERT_EQ(disagreement(k(), text.begin(), text.end()), "") << "round " << round;
  }
}

TEST(WideKernels, ProveWellFormedTextOfEveryScriptInThePassThatFindsItsEnd) {
  for (const kernel* k : available().subspan(1)) {
    for (const std::string_view letter :
         {"\xC3\xA9", "\xE0\xA4\xB9", "\xE4\xB8\xAD", "\xED\x95\x9C", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"}) {
      for (size_t shift = 0; shift < 70; ++shift) {
        std::string words(shift, 'a');
        for (int i = 0; i < 100; ++i) words += letter;
        exact text(words + "\"", 0, "\xBF");
        seen s;
        ASSERT_EQ(*k->string_run(text.begin(), text.end(), s), '"');
        ASSERT_TRUE(s.high && s.utf8) << letter << " behind " << shift;
      }
    }
  }
}

TEST_P(EachKernel, SeesAHighByteAnywhereBeforeTheStopAndNoneBehindIt) {
  for (size_t stop = 0; stop < 400; ++stop) {
    exact text(std::string(stop, 'a') + "\"\xC3\xA9", 0, "\xBF");
    seen none;
    ASSERT_EQ(k().string_run(text.begin(), text.end(), none) - text.begin(), static_cast<std::ptrdiff_t>(stop));
    ASSERT_FALSE(none.high) << stop;
    for (size_t place = 0; place < stop; ++place) {
      text.begin()[place] = '\x80';
      seen one;
      ASSERT_EQ(k().string_run(text.begin(), text.end(), one) - text.begin(), static_cast<std::ptrdiff_t>(stop));
      ASSERT_TRUE(one.high && !one.utf8) << place << " of " << stop;
      text.begin()[place] = 'a';
    }
  }
}

TEST_P(EachKernel, LeavesWhatWasSeenBefore) {
  for (size_t length = 0; length <= longest; ++length) {
    exact text(std::string(length, 'a'), 0, "\"");
    seen s{true, true, false};
    EXPECT_EQ(k().string_run(text.begin(), text.end(), s), text.end());
    EXPECT_TRUE(s.high && s.escaped && !s.utf8) << length;
  }
}

// utf8_end against the decoder for one sequence in a text of letters.
class around {
 public:
  around(size_t before, size_t after) : place_(before), text_(std::string(before + after, 'a'), 0, "\xBF\x80") {}
  std::string disagreement(const kernel& k, std::string_view sequence) {
    char* p = text_.begin() + place_;
    std::memcpy(p, sequence.data(), sequence.size());
    const char* want = slow_utf8_end(p, text_.end());
    const char* got = k.utf8_end(text_.begin(), text_.end());
    return want == got ? ""
                       : difference("utf8_end", text_.begin(), text_.end(), want - text_.begin(), got - text_.begin());
  }

 private:
  size_t place_;
  exact text_;
};

std::string bytes(unsigned value, size_t count) {
  std::string text(count, 0);
  for (size_t i = 0; i < count; ++i) text[i] = static_cast<char>(value >> (8 * (count - 1 - i)));
  return text;
}

TEST_P(EachKernel, JudgesEveryTwoBytesAtEachPlaceNearABlocksEdge) {
  for (const size_t before : {0u, 6u, 7u, 15u, 30u, 31u, 32u, 63u, 95u, 127u, 128u}) {
    for (const size_t after : {2u, 3u, 70u}) {
      around text(before, after);
      for (unsigned value = 0; value < 0x10000; ++value) ASSERT_EQ(text.disagreement(k(), bytes(value, 2)), "");
    }
  }
}

TEST_P(EachKernel, JudgesEveryThreeBytes) {
  around text(30, 4);
  for (unsigned value = 0; value < 0x1000000; ++value) {
    const std::array<char, 3> three{static_cast<char>(value >> 16), static_cast<char>(value >> 8),
                                    static_cast<char>(value)};
    const std::string found = text.disagreement(k(), {three.data(), three.size()});
    if (!found.empty()) FAIL() << found;
  }
}

constexpr std::array<std::uint8_t, 16> edges{0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                             0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xFF};

// Each byte that looks like a lead before each three of the bytes at which table 3-7 changes its mind.
template <class Use>
void each_four_bytes(Use use) {
  for (unsigned lead = 0xC0; lead < 0x100; ++lead) {
    for (const unsigned second : edges) {
      for (const unsigned third : edges) {
        for (const unsigned fourth : edges) use(bytes(lead << 24 | second << 16 | third << 8 | fourth, 4));
      }
    }
  }
}

TEST_P(EachKernel, JudgesFourBytesAtEachPlaceNearABlocksEdge) {
  for (const size_t before : {0u, 13u, 29u, 31u, 61u, 62u, 63u, 93u, 159u}) {
    for (const size_t after : {4u, 84u}) {
      around text(before, after);
      std::string found;
      each_four_bytes([&](const std::string& four) {
        if (found.empty()) found = text.disagreement(k(), four);
      });
      ASSERT_EQ(found, "");
    }
  }
}

TEST_P(EachKernel, TellsWhereASequenceIsCutOrBroken) {
  std::string whole;
  for (int i = 0; i < 12; ++i)
    whole +=
        "a\xC3\xA9\xE4\xB8\xAD"
        "bc\xF0\x9F\x98\x80\xED\x9F\xBF\xF4\x8F\xBF\xBF\xD0\xB6";
  whole += std::string(150, 'z');
  for (size_t length = 0; length <= whole.size(); ++length) {
    exact text(whole.substr(0, length), length % 32, "\xBF\x80");
    ASSERT_EQ(disagreement(k(), text.begin(), text.end()), "");
    for (size_t place = 0; place < length; place += 1 + length % 5) {
      const char kept = text.begin()[place];
      for (const char wrong : {'a', '\x80', '\xC3', '\xE0', '\xF5'}) {
        text.begin()[place] = wrong;
        ASSERT_EQ(disagreement(k(), text.begin(), text.end()), "");
      }
      text.begin()[place] = kept;
    }
  }
}

TEST_P(EachKernel, ReadsFromTheMiddleOfABuffer) {
  exact text("\xE4\xB8\xAD" + std::string(200, 'a'), 0, "x");
  const char* inside = text.begin() + 1;
  EXPECT_EQ(k().utf8_end(inside, text.end()), inside);
  EXPECT_EQ(k().utf8_end(text.begin() + 3, text.end()), text.end());
}

TEST(Available, StartsWithPortable) {
  ASSERT_FALSE(available().empty());
  EXPECT_EQ(available().front()->name, "portable");
}

TEST(Choose, TakesTheFastestWhereNoneIsNamed) {
  EXPECT_EQ(choose("").chosen, available().back());
  EXPECT_EQ(choose("").missing, "");
}

TEST(Choose, TakesTheNamedKernel) {
  for (const kernel* k : available()) {
    EXPECT_EQ(choose(k->name).chosen, k);
    EXPECT_EQ(choose(k->name).missing, "");
  }
}

TEST(Choose, KeepsTheFastestAndSaysTheNameWhereItIsMissing) {
  for (const char* name : {"avx9", "PORTABLE", "portable ", " "}) {
    EXPECT_EQ(choose(name).chosen, available().back());
    EXPECT_EQ(choose(name).missing, name);
  }
}

TEST(Use, PutsAnotherKernelInUse) {
  const kernel& before = active();
  use(portable);
  EXPECT_EQ(active().name, "portable");
  use(before);
  EXPECT_EQ(&active(), &before);
}

// Run by the tests below in a process of its own, as the environment is read once.
TEST(Child, DISABLED_PrintsItsKernel) { std::cout << "<" << active().name << "|" << requested_but_missing() << ">\n"; }

// What the child prints with that ASSAY_KERNEL. ASSAY_TEST_RUNNER: the emulator that test programs need, if any.
std::string printed_with(const std::string& variable) {
  const char* runner = std::getenv("ASSAY_TEST_RUNNER");
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string command = "env " + variable + " " + (runner ? runner : "") + " '" + self +
                              "' --gtest_also_run_disabled_tests --gtest_filter=Child.*";
  std::FILE* child = popen(command.c_str(), "r");
  if (!child) return {};
  std::string printed;
  std::array<char, 256> line{};
  while (std::fgets(line.data(), line.size(), child)) {
    if (line[0] == '<') printed = line.data();
  }
  pclose(child);
  return printed;
}

TEST(Environment, ChoosesTheKernel) {
  const std::string fastest(available().back()->name);
  EXPECT_EQ(printed_with("ASSAY_KERNEL=portable"), "<portable|>\n");
  EXPECT_EQ(printed_with("ASSAY_KERNEL=" + fastest), "<" + fastest + "|>\n");
  EXPECT_EQ(printed_with("ASSAY_KERNEL=avx9"), "<" + fastest + "|avx9>\n");
  EXPECT_EQ(printed_with("ASSAY_KERNEL="), "<" + fastest + "|>\n");
  EXPECT_EQ(printed_with("-u ASSAY_KERNEL"), "<" + fastest + "|>\n");
}

}  // namespace
}  // namespace assay::scan
