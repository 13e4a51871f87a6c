// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace footnote::emulator {
namespace {

TEST(Utf8Test, CountsAndTruncatesByCodePoints) {
  EXPECT_EQ(CountCodePoints("aé日😀"), 4);
  EXPECT_EQ(FirstCodePoints("aé日😀", 3), "aé日");
  EXPECT_EQ(FirstCodePoints("ab", 9), "ab");
  EXPECT_EQ(FirstCodePoints("ab", 0), "");
}

TEST(Utf8Test, TruncatedCharacterIsDecodedWithoutReadingOutOfBounds) {
  const std::string text = "😀";
  for (size_t size = 1; size < text.size(); ++size) {
    EXPECT_EQ(DecodeAt(std::string_view(text).substr(0, size), 0).size, 1u);
  }
}

TEST(Utf8Test, WhiteSpaceIsUnicodeWhiteSpaceAndInformationSeparators) {
  EXPECT_TRUE(IsBlank(" \t\r\n\u3000\u00a0\u2028\x1c"));
  EXPECT_TRUE(IsBlank(""));
  EXPECT_FALSE(IsBlank("\u200b"));
  EXPECT_FALSE(IsBlank("\ufeff"));
  EXPECT_EQ(Trim("\u3000 a b\n"), "a b");
}

TEST(Utf8Test, BytesOfIllFormedTextThatAreNotAsciiAreReplaced) {
  EXPECT_EQ(WellFormedOrAscii("日"), "日");
  EXPECT_EQ(WellFormedOrAscii("a\xff\xe6z"), "a??z");
}

TEST(Utf8Test, DecodesCodePointsOfEachSize) {
  const std::string_view text = "aé日😀";
  const std::pair<char32_t, size_t> expected[] = {{U'a', 1}, {U'é', 2}, {U'日', 3}, {U'😀', 4}};
  size_t offset = 0;
  for (const auto& [value, size] : expected) {
    const CodePoint c = DecodeAt(text, offset);
    EXPECT_EQ(c.value, value);
    EXPECT_EQ(c.size, size);
    offset += c.size;
  }
  EXPECT_EQ(offset, text.size());
}

TEST(Utf8Test, StrayContinuationByteIsDecodedAsItsValue) {
  const CodePoint c = DecodeAt("\x80", 0);
  EXPECT_EQ(c.value, char32_t{0x80});
  EXPECT_EQ(c.size, 1u);
}

TEST(Utf8Test, TrimEndKeepsLeadingWhiteSpace) {
  EXPECT_EQ(TrimEnd(" a \u3000\n"), " a");
  EXPECT_EQ(TrimEnd(" \n"), "");
}

TEST(Utf8Test, LastCodePointOfAnEmptyTextIsZero) {
  EXPECT_EQ(LastCodePoint("a日"), U'日');
  EXPECT_EQ(LastCodePoint(""), char32_t{0});
}

TEST(Utf8Test, ClassifiesJapaneseScripts) {
  EXPECT_TRUE(IsHiragana(U'か'));
  EXPECT_TRUE(IsKatakana(U'カ'));
  EXPECT_TRUE(IsKatakana(U'ｶ'));
  for (char32_t c : {U'休', U'々', U'〇'}) EXPECT_TRUE(IsHan(c));
  for (char32_t c : {U'a', U'。', U'가'}) {
    EXPECT_FALSE(IsHiragana(c) || IsKatakana(c) || IsHan(c));
  }
}

TEST(Utf8Test, ConcatJoinsItsParts) {
  EXPECT_EQ(Concat({"a", "", "日"}), "a日");
  EXPECT_EQ(Concat({}), "");
}

}  // namespace
}  // namespace footnote::emulator
