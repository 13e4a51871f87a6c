// SPDX-License-Identifier: Apache-2.0
#include "service/text/utf8.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "tests/support/random_text.h"

namespace footnote::text {
namespace {

TextLength MeasureByIcu(const std::string& text) {
  const icu::UnicodeString wide = icu::UnicodeString::fromUTF8(text);
  return {text.size(), static_cast<size_t>(wide.length()), static_cast<size_t>(wide.countChar32())};
}

void ExpectMeasuredAsByIcu(const std::string& text) {
  const TextLength length = Measure(text);
  const TextLength expected = MeasureByIcu(text);
  ASSERT_EQ(length.bytes, expected.bytes) << text;
  ASSERT_EQ(length.utf16, expected.utf16) << text;
  ASSERT_EQ(length.code_points, expected.code_points) << text;
}

TEST(MeasureTest, CountsEachWidthOfCharacter) {
  const TextLength length = Measure("aé円😀");
  EXPECT_EQ(length.bytes, 1u + 2 + 3 + 4);
  EXPECT_EQ(length.utf16, 1u + 1 + 1 + 2);
  EXPECT_EQ(length.code_points, 4u);
}

TEST(MeasureTest, AgreesWithIcuOnRandomTexts) {
  testing_support::RandomText random(1);
  for (int i = 0; i < 20000; ++i) ExpectMeasuredAsByIcu(random.Any(40));
}

TEST(MeasureTest, AgreesWithIcuForCharactersAcrossMachineWords) {
  for (const char* character : {"a", "é", "円", "😀", "\U0010FFFF", "\uFFFF", "\U00010000"}) {
    for (int before = 0; before < 17; ++before) {
      for (int after = 0; after < 17; ++after) {
        ExpectMeasuredAsByIcu(std::string(before, 'a') + character + std::string(after, 'z'));
      }
    }
  }
}

TEST(MeasureTest, LengthsOfPartsAddUp) {
  TextLength sum = Measure("料金");
  sum += Measure("😀");
  EXPECT_EQ(sum.bytes, 10u);
  EXPECT_EQ(sum.utf16, 4u);
  EXPECT_EQ(sum.code_points, 3u);
}

struct IllFormedCase {
  const char* name;
  std::string text;
  std::optional<size_t> at;
};

class FindIllFormedTest : public testing::TestWithParam<IllFormedCase> {};

TEST_P(FindIllFormedTest, ReturnsTheFirstIllFormedByte) {
  EXPECT_EQ(FindIllFormed(GetParam().text), GetParam().at);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, FindIllFormedTest,
    testing::Values(IllFormedCase{"Empty", "", std::nullopt},
                    IllFormedCase{"AllWidths", "aé円😀", std::nullopt},
                    IllFormedCase{"Noncharacter", "\uFFFF\U0010FFFF", std::nullopt},
                    IllFormedCase{"Nul", std::string("a\0b", 3), std::nullopt},
                    // B46
                    IllFormedCase{"HighSurrogate", "a\xED\xA0\xBD", 1},
                    IllFormedCase{"LowSurrogate", "円\xED\xB8\x80z", 3},
                    IllFormedCase{"SurrogatePair", "\xED\xA0\xBD\xED\xB8\x80", 0},
                    IllFormedCase{"EmojiTruncatedAfterOneByte", "ok \xF0", 3},
                    IllFormedCase{"EmojiTruncatedAfterThreeBytes", "ok \xF0\x9F\x98", 3},
                    IllFormedCase{"EmojiTruncatedInTheMiddle", "\xF0\x9F\x98z", 0},
                    IllFormedCase{"LoneContinuation", "ab\x80", 2},
                    IllFormedCase{"OverlongSlash", "\xC0\xAF", 0},
                    IllFormedCase{"OverlongOfThree", "\xE0\x80\xAF", 0},
                    IllFormedCase{"OverlongOfFour", "\xF0\x80\x80\xAF", 0},
                    IllFormedCase{"BeyondUnicode", "\xF4\x90\x80\x80", 0},
                    IllFormedCase{"NeverAByte", "a\xFF", 1},
                    IllFormedCase{"FarIn", std::string(1000, 'a') + "\x80 \x80", 1000}),
    [](const testing::TestParamInfo<IllFormedCase>& info) { return info.param.name; });

TEST(FindIllFormedTest, AgreesWithIcuOnRandomBytes) {
  std::mt19937 random(2);
  constexpr unsigned char kBytes[] = {'a',  'z',  0x80, 0xBF, 0xA0, 0x9F, 0xC2, 0xDF, 0xE0,
                                      0xED, 0xEF, 0xF0, 0xF4, 0x90, 0x8F, 0xC0, 0xF5, 0xFF};
  for (int i = 0; i < 50000; ++i) {
    std::string text;
    for (int length = static_cast<int>(random() % 12); length > 0; --length) {
      text += static_cast<char>(kBytes[random() % sizeof(kBytes)]);
    }
    UErrorCode error = U_ZERO_ERROR;
    int32_t needed = 0;
    u_strFromUTF8(nullptr, 0, &needed, text.data(), static_cast<int32_t>(text.size()), &error);
    ASSERT_EQ(FindIllFormed(text).has_value(), error == U_INVALID_CHAR_FOUND) << i;
  }
}

TEST(IsWhiteSpaceTest, IsUnicodesWhiteSpaceAndTheFourSeparatorsForEveryCodePoint) {
  for (UChar32 c = 0; c <= 0x10FFFF; ++c) {
    const bool expected = u_isUWhiteSpace(c) || (0x1C <= c && c <= 0x1F);
    ASSERT_EQ(IsWhiteSpace(static_cast<char32_t>(c)), expected) << std::hex << c;
  }
}

TEST(HasTextTest, IsFalseForEmptyAndForWhiteSpaceOfAllKinds) {
  for (const char* text : {"", " ", "  \n\t", "\u3000", "\u00A0\u2028\u2029\u202F\u205F\u1680",
                           "\x1C\x1D\x1E\x1F", "\u0085", "\r\n\v\f"}) {
    EXPECT_FALSE(HasText(text)) << text;
  }
}

TEST(HasTextTest, IsTrueForInvisibleCharactersThatAreNotWhiteSpace) {
  // B51
  for (const char* text : {"\u200B", "\uFEFF", " \u200B ", "\u2060", "\x01", "\x7F", " . "}) {
    EXPECT_TRUE(HasText(text)) << text;
  }
}

}  // namespace
}  // namespace footnote::text
