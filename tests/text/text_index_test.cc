// SPDX-License-Identifier: Apache-2.0
#include "service/text/text_index.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/random_text.h"

namespace footnote::text {
namespace {

// Expects that each offset, looked up by byte and by code point, is what counting from the start
// gives.
void ExpectEveryOffsetIsRight(const std::string& text) {
  const TextIndex index(text);
  TextLength offset;
  for (;;) {
    const TextLength by_byte = index.AtByte(offset.bytes);
    const TextLength by_code_point = index.AtCodePoint(offset.code_points);
    ASSERT_EQ(by_byte.bytes, offset.bytes);
    ASSERT_EQ(by_byte.utf16, offset.utf16) << "byte " << offset.bytes;
    ASSERT_EQ(by_byte.code_points, offset.code_points) << "byte " << offset.bytes;
    ASSERT_EQ(by_code_point.bytes, offset.bytes) << "code point " << offset.code_points;
    ASSERT_EQ(by_code_point.utf16, offset.utf16) << "code point " << offset.code_points;
    ASSERT_EQ(by_code_point.code_points, offset.code_points);
    if (offset.bytes == text.size()) break;
    size_t size = 1;
    while (offset.bytes + size < text.size() && (text[offset.bytes + size] & 0xC0) == 0x80) ++size;
    offset += Measure(text.substr(offset.bytes, size));
  }
  EXPECT_EQ(index.length().bytes, text.size());
}

TEST(TextIndexTest, FindsEveryOffsetOfShortTexts) {
  for (const char* text : {"", "a", "é", "日本", "😀", "\r\n", "\xEF\xBB\xBF"}) {
    ExpectEveryOffsetIsRight(text);
  }
  ExpectEveryOffsetIsRight(std::string("a\0b\0", 4));
}

TEST(TextIndexTest, FindsEveryOffsetOfLongTextsOfOneWidth) {
  for (const std::string character : {"a", "é", "日", "😀"}) {
    std::string text;
    for (int i = 0; i < 2000; ++i) text += character;
    ExpectEveryOffsetIsRight(text);
  }
}

TEST(TextIndexTest, FindsOffsetsOfCharactersAcrossASampleOfTheIndex) {
  for (size_t shift = 0; shift < 5; ++shift) {
    std::string text(508 + shift, 'a');
    for (int i = 0; i < 400; ++i) text += i % 3 == 0 ? "😀" : "é日";
    ExpectEveryOffsetIsRight(text);
  }
}

TEST(TextIndexTest, FindsEveryOffsetOfRandomTexts) {
  testing_support::RandomText random(7);
  for (int i = 0; i < 40; ++i) ExpectEveryOffsetIsRight(random.Any(1000));
}

TEST(TextIndexTest, ANumberPastTheEndIsTheEnd) {
  const std::string text = "日本語";
  EXPECT_EQ(TextIndex(text).AtCodePoint(4).bytes, 9u);
  EXPECT_EQ(TextIndex("abc").AtCodePoint(99).bytes, 3u);
}

}  // namespace
}  // namespace footnote::text
