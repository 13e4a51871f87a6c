// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_escape.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace footnote::messages {
namespace {

// U+1F600 and its halves.
constexpr char kSmiley[] = "\U0001f600";
constexpr char kHigh[] = "\xed\xa0\xbd";  // U+D83D
constexpr char kLow[] = "\xed\xb8\x80";   // U+DE00

struct Escape {
  std::optional<uint32_t> code_point;
  size_t size = 0;  // in bytes
};

// Reads the escape sequence at the start of `text`.
Escape Read(const std::string& text) {
  const char* p = text.c_str();
  Escape escape;
  escape.code_point = ReadEscape(&p);
  escape.size = static_cast<size_t>(p - text.c_str());
  return escape;
}

std::string Utf8(uint32_t code_point) {
  char bytes[4];
  const char* end = WriteUtf8(code_point, bytes);
  return {bytes, static_cast<size_t>(end - bytes)};
}

TEST(SurrogateTest, TheRangesAreExact) {
  for (uint32_t unit = 0; unit <= 0x10ffff; ++unit) {
    ASSERT_EQ(IsHighSurrogate(unit), 0xd800 <= unit && unit <= 0xdbff) << unit;
    ASSERT_EQ(IsLowSurrogate(unit), 0xdc00 <= unit && unit <= 0xdfff) << unit;
    ASSERT_EQ(IsSurrogate(unit), 0xd800 <= unit && unit <= 0xdfff) << unit;
  }
}

TEST(SurrogateTest, APairIsJoined) {
  EXPECT_EQ(JoinSurrogates(0xd800, 0xdc00), 0x10000);
  EXPECT_EQ(JoinSurrogates(0xd83d, 0xde00), 0x1f600);
  EXPECT_EQ(JoinSurrogates(0xdbff, 0xdfff), 0x10ffff);
}

TEST(ReadEscapeTest, ReadsShortEscapes) {
  const std::vector<std::pair<char, char>> cases = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},
                                                    {'b', '\b'}, {'f', '\f'},  {'n', '\n'},
                                                    {'r', '\r'}, {'t', '\t'}};
  for (const auto& [letter, character] : cases) {
    const Escape escape = Read(absl::StrCat("\\", std::string(1, letter), "u0041\""));
    EXPECT_EQ(escape.code_point, static_cast<uint32_t>(character)) << letter;
    EXPECT_EQ(escape.size, 2) << letter;
  }
}

TEST(ReadEscapeTest, ReadsFourHexadecimalDigitsOfEitherCase) {
  EXPECT_EQ(Read(R"(\u0000")").code_point, 0);
  EXPECT_EQ(Read(R"(\u00e9")").code_point, 0xe9);
  EXPECT_EQ(Read(R"(\uABCD")").code_point, 0xabcd);
  EXPECT_EQ(Read(R"(\uabcd5")").size, 6);
}

TEST(ReadEscapeTest, JoinsASurrogatePair) {
  const Escape escape = Read(R"(\ud83d\uDE00x")");
  EXPECT_EQ(escape.code_point, 0x1f600);
  EXPECT_EQ(escape.size, 12);
}

TEST(ReadEscapeTest, ReturnsLoneHalves) {
  for (const char* text : {R"(\ud83d")", R"(\ud83dx")", R"(\ud83d\n")", R"(\ud83d\u0041")",
                           R"(\ud83d\ud83d\ude00")"}) {
    EXPECT_EQ(Read(text).code_point, 0xd83d) << text;
    EXPECT_EQ(Read(text).size, 6) << text;
  }
  EXPECT_EQ(Read(R"(\ude00\ud83d")").code_point, 0xde00);
  EXPECT_EQ(Read(R"(\ude00\ud83d")").size, 6);
}

TEST(ReadEscapeTest, RefusesOtherEscapes) {
  for (const char* text :
       {R"(\q")", R"(\U0041")", R"(\N")", R"(\0")", R"(\')", R"(\u12")", R"(\u12g4")", R"(\u")",
        R"(\u 123")", R"(\ud83d\u12")", R"(\ud83d\uzzzz")"}) {
    EXPECT_EQ(Read(text).code_point, std::nullopt) << text;
  }
}

TEST(WriteUtf8Test, WritesTheShortestForm) {
  EXPECT_EQ(Utf8(0), std::string(1, '\0'));
  EXPECT_EQ(Utf8(0x7f), "\x7f");
  EXPECT_EQ(Utf8(0x80), "\xc2\x80");
  EXPECT_EQ(Utf8(0x7ff), "\xdf\xbf");
  EXPECT_EQ(Utf8(0x800), "\xe0\xa0\x80");
  EXPECT_EQ(Utf8(0xffff), "\xef\xbf\xbf");
  EXPECT_EQ(Utf8(0x10000), "\xf0\x90\x80\x80");
  EXPECT_EQ(Utf8(0x10ffff), "\xf4\x8f\xbf\xbf");
}

TEST(WriteUtf8Test, WritesHalvesThatHalfAtReads) {
  EXPECT_EQ(Utf8(0xd83d), kHigh);
  for (uint32_t half = 0xd800; half <= 0xdfff; ++half) {
    ASSERT_EQ(Utf8(half).size(), 3);
    ASSERT_EQ(HalfAt(Utf8(half)), half);
  }
}

TEST(AppendEscapedTest, EscapesOnlyWhatJsonRequires) {
  const std::string text("a\"\\/\b\f\n\r\t\0\x1f\x7fé😀", 18);
  std::string out = "before ";
  AppendEscaped(text, &out);
  EXPECT_EQ(out, "before a\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7fé😀");
  out.clear();
  AppendEscaped("", &out);
  EXPECT_EQ(out, "");
}

TEST(HalfAtTest, FindsOnlyCompleteHalves) {
  EXPECT_EQ(HalfAt(kHigh), 0xd83d);
  EXPECT_EQ(HalfAt(absl::StrCat(kLow, "x")), 0xde00);
  for (const char* text : {"", "\xed", "\xed\xa0", "\xed\x9f\xbf", "\xed\xa0x", "x\xed\xa0\xbd",
                           "\xee\xa0\xbd", "\xed\xe0\xbd"}) {
    EXPECT_EQ(HalfAt(text), std::nullopt) << text;
  }
}

TEST(FindHalfTest, FindsTheFirstHalfAtOrAfterAnOffset) {
  const std::string text = absl::StrCat("\ud55c", kHigh, "x", kLow);
  EXPECT_EQ(FindHalf(text), 3);
  EXPECT_EQ(FindHalf(text, 3), 3);
  EXPECT_EQ(FindHalf(text, 4), 7);
  EXPECT_EQ(FindHalf(text, 8), absl::string_view::npos);
  EXPECT_EQ(FindHalf(text, 100), absl::string_view::npos);
  EXPECT_EQ(FindHalf(""), absl::string_view::npos);
  EXPECT_EQ(FindHalf("\ud55c\xed\xed\xa0"), absl::string_view::npos);
}

TEST(EndsInHighHalfTest, IsTrueOnlyForAHighHalf) {
  EXPECT_TRUE(EndsInHighHalf(kHigh));
  EXPECT_TRUE(EndsInHighHalf(absl::StrCat("a", kLow, kHigh)));
  EXPECT_FALSE(EndsInHighHalf(kLow));
  EXPECT_FALSE(EndsInHighHalf(absl::StrCat(kHigh, "a")));
  EXPECT_FALSE(EndsInHighHalf("\xa0\xbd"));
  EXPECT_FALSE(EndsInHighHalf(""));
}

TEST(SplitAtHalvesTest, DeliversTextsAndLoneHalvesInOrder) {
  std::vector<std::string> pieces;
  SplitAtHalves(
      absl::StrCat("a", kHigh, kLow, kLow, "b", kHigh, kHigh, kLow, "c", kHigh),
      [&](absl::string_view text) { pieces.emplace_back(text.data(), text.size()); },
      [&](uint32_t half) { pieces.push_back(absl::StrCat("half ", absl::Hex(half))); });
  EXPECT_EQ(pieces, (std::vector<std::string>{"a", kSmiley, "half de00", "b", "half d83d", kSmiley,
                                              "c", "half d83d"}));
}

TEST(AppendWellFormedTest, JoinsPairsAndReplacesLoneHalves) {
  std::string out = "before ";
  EXPECT_FALSE(AppendWellFormed(absl::StrCat("a", kHigh, kLow), &out));
  EXPECT_EQ(out, absl::StrCat("before a", kSmiley));
  out.clear();
  EXPECT_TRUE(AppendWellFormed(absl::StrCat(kLow, kHigh, "b", kHigh), &out));
  EXPECT_EQ(out, "\uFFFD\uFFFDb\uFFFD");
  out.clear();
  EXPECT_FALSE(AppendWellFormed("", &out));
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace footnote::messages
