// SPDX-License-Identifier: Apache-2.0
#include "service/text/characters.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>

#include <string>

namespace footnote::text {
namespace {

TEST(DecodeTest, ReadsCharactersOfEachWidthInBothDirections) {
  const std::string text = "aé円😀";
  constexpr CodePoint kCharacters[] = {{U'a', 1}, {U'é', 2}, {U'円', 3}, {U'😀', 4}};
  size_t at = 0;
  for (const CodePoint& expected : kCharacters) {
    EXPECT_EQ(DecodeAt(text, at).value, expected.value);
    EXPECT_EQ(DecodeAt(text, at).size, expected.size);
    at += expected.size;
    EXPECT_EQ(DecodeBefore(text, at).value, expected.value);
    EXPECT_EQ(DecodeBefore(text, at).size, expected.size);
  }
}

TEST(DecodeTest, AtAnEndThereIsNoCharacter) {
  EXPECT_EQ(DecodeAt("a", 1).size, 0u);
  EXPECT_EQ(DecodeAt("a", 1).value, 0u);
  EXPECT_EQ(DecodeBefore("a", 0).size, 0u);
}

TEST(DecodeTest, ReadsBackwardsFarIntoAText) {
  const std::string text = std::string(100, 'a') + "円円円";
  EXPECT_EQ(DecodeBefore(text, 109).value, U'円');
  EXPECT_EQ(DecodeBefore(text, 109).size, 3u);
  EXPECT_EQ(DecodeBefore(text, 103).value, U'円');
  EXPECT_EQ(DecodeBefore("円円", 6).size, 3u);
}

TEST(CharactersTest, PropertiesAgreeWithUnicodeForEveryCharacter) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const auto icu = static_cast<UChar32>(c);
    ASSERT_EQ(IsUpper(c), u_isupper(icu) || u_istitle(icu)) << icu;
    ASSERT_EQ(IsLower(c), static_cast<bool>(u_islower(icu))) << icu;
    ASSERT_EQ(IsDigit(c), static_cast<bool>(u_isdigit(icu))) << icu;
    ASSERT_EQ(IsLetter(c), static_cast<bool>(u_hasBinaryProperty(icu, UCHAR_ALPHABETIC))) << icu;
    ASSERT_EQ(ToLower(c), static_cast<char32_t>(u_tolower(icu))) << icu;
    ASSERT_EQ(IsAsciiDigit(c), c < 0x80 && u_isdigit(icu)) << icu;
    ASSERT_EQ(IsAsciiLetter(c), c < 0x80 && u_isalpha(icu)) << icu;
  }
}

TEST(IsBlankTest, WhiteSpaceControlsAndInvisibleCharactersAreBlank) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (u_isUWhiteSpace(static_cast<UChar32>(c)) || c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      ASSERT_TRUE(IsBlank(c)) << static_cast<uint32_t>(c);
    }
    if (u_isgraph(static_cast<UChar32>(c)) &&
        u_charType(static_cast<UChar32>(c)) != U_FORMAT_CHAR) {
      ASSERT_FALSE(IsBlank(c)) << static_cast<uint32_t>(c);
    }
  }
  for (const char32_t c : {0xAD, 0x61C, 0x180E, 0x200B, 0x200D, 0x200F, 0x202A, 0x202E, 0x2060,
                           0x2066, 0x206F, 0xFEFF}) {
    EXPECT_TRUE(IsBlank(c)) << static_cast<uint32_t>(c);
  }
}

TEST(IsLineEndTest, OnlyLineAndParagraphSeparatorsEndALine) {
  for (char32_t c = 0; c <= 0x3000; ++c) {
    const bool expected = c == 0xA || c == 0xD || c == 0x85 || c == 0x2028 || c == 0x2029;
    ASSERT_EQ(IsLineEnd(c), expected) << static_cast<uint32_t>(c);
  }
}

TEST(ScriptOfTest, KnowsTheFirstAndLastLettersOfEachScript) {
  const auto expect = [](Script script, const std::u32string& letters) {
    for (const char32_t c : letters) {
      EXPECT_EQ(ScriptOf(c), script) << std::hex << static_cast<uint32_t>(c);
    }
  };
  expect(Script::kNone, U"0 .@[`{\u00A0\u00BF\u2000\u2BFF\uFE00\uFEFF\u3000\u3001。０！\U0001F600");
  expect(Script::kLatin, U"AZazªºÀÿ\u0100\u024F\u036F\u1E00\u1EFFＡｚ");
  expect(Script::kGreek, U"\u0370Ωω\u03FF\u1F00\u1FFF");
  expect(Script::kCyrillic, U"\u0400Яя\u052F");
  expect(Script::kArmenian, U"\u0531\u058F");
  expect(Script::kHebrew, U"\u0590א\u05FF");
  expect(Script::kArabic, U"\u0600ا\u077F\uFB50\uFDFF\uFE70\uFEFE");
  expect(Script::kOther, U"\u0780\u08FF\u0E80\u0FFF\u10A0\u13A0");
  expect(Script::kIndic, U"\u0900अ\u0DFF");
  expect(Script::kThai, U"\u0E00ก\u0E7F");
  expect(Script::kMyanmar, U"\u1000က\u109F");
  expect(Script::kHangul, U"\u1100\u11FF\u3130\u318F가\uD7AF");
  expect(Script::kEthiopic, U"\u1200ሀ\u139F");
  expect(Script::kHan, U"々〇あン一\u9FFF\uF900\uFAFF\uFF66\uFF9F\U00020000\U00031FFF");
}

TEST(SkipBlanksTest, StopsAtTheFirstVisibleCharacter) {
  EXPECT_EQ(SkipBlanks("  a", 0), 2u);
  EXPECT_EQ(SkipBlanks("a", 0), 0u);
  EXPECT_EQ(SkipBlanks(" \u200B\u3000a", 0), 7u);
  EXPECT_EQ(SkipBlanks("a  ", 1), 3u);
  EXPECT_EQ(SkipBlanks("a", 1), 1u);
}

}  // namespace
}  // namespace footnote::text
