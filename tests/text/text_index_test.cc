#include "service/text/text_index.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/random_text.h"

namespace footnote::text {
namespace {

// Every place of `text`, found by both of its names, is what counting from the start gives.
void ExpectEveryPlaceIsRight(const std::string& text) {
  const TextIndex index(text);
  TextLength place;
  for (;;) {
    const TextLength by_byte = index.AtByte(place.bytes);
    const TextLength by_code_point = index.AtCodePoint(place.code_points);
    ASSERT_EQ(by_byte.bytes, place.bytes);
    ASSERT_EQ(by_byte.utf16, place.utf16) << "byte " << place.bytes;
    ASSERT_EQ(by_byte.code_points, place.code_points) << "byte " << place.bytes;
    ASSERT_EQ(by_code_point.bytes, place.bytes) << "code point " << place.code_points;
    ASSERT_EQ(by_code_point.utf16, place.utf16) << "code point " << place.code_points;
    ASSERT_EQ(by_code_point.code_points, place.code_points);
    if (place.bytes == text.size()) break;
    size_t size = 1;
    while (place.bytes + size < text.size() && (text[place.bytes + size] & 0xC0) == 0x80) ++size;
    place += Measure(text.substr(place.bytes, size));
  }
  EXPECT_EQ(index.length().bytes, text.size());
}

TEST(TextIndexTest, FindsEveryPlaceOfAnyText) {
  for (const char* text : {"", "a", "é", "日本", "😀", "\r\n", "\xEF\xBB\xBF"}) {
    ExpectEveryPlaceIsRight(text);
  }
  ExpectEveryPlaceIsRight(std::string("a\0b\0", 4));
}

TEST(TextIndexTest, FindsEveryPlaceOfLongTextsOfOneWidth) {
  for (const std::string character : {"a", "é", "日", "😀"}) {
    std::string text;
    for (int i = 0; i < 2000; ++i) text += character;
    ExpectEveryPlaceIsRight(text);
  }
}

TEST(TextIndexTest, FindsPlacesWhereACharacterStandsAcrossAMarkOfTheIndex) {
  for (size_t shift = 0; shift < 5; ++shift) {
    std::string text(508 + shift, 'a');
    for (int i = 0; i < 400; ++i) text += i % 3 == 0 ? "😀" : "é日";
    ExpectEveryPlaceIsRight(text);
  }
}

TEST(TextIndexTest, FindsEveryPlaceOfRandomTexts) {
  testing_support::RandomText random(7);
  for (int i = 0; i < 40; ++i) ExpectEveryPlaceIsRight(random.Any(1000));
}

TEST(TextIndexTest, NumbersPastTheEndAreTheEnd) {
  const std::string text = "日本語";
  EXPECT_EQ(TextIndex(text).AtCodePoint(4).bytes, 9u);
  EXPECT_EQ(TextIndex("abc").AtCodePoint(99).bytes, 3u);
}

}  // namespace
}  // namespace footnote::text
