// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/words.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::segmentation {
namespace {

TEST(LoweredTest, LowersAllScriptsAndStraightensApostrophes) {
  EXPECT_EQ(Lowered("Dr").view(), "dr");
  EXPECT_EQ(Lowered("ÄÖ").view(), "äö");
  EXPECT_EQ(Lowered("ПРОФ").view(), "проф");
  EXPECT_EQ(Lowered("L’Art").view(), "l'art");
  EXPECT_EQ(Lowered("").view(), "");
}

TEST(WordKeyTest, IgnoresWhatExceedsItsCapacity) {
  WordKey key;
  for (int i = 0; i < 100; ++i) key.Add(U'\U0001F600');
  EXPECT_EQ(key.view().size(), 56u);
  key.Add('a');
  EXPECT_EQ(key.view().size(), 56u);
}

TEST(WordBeforeTest, IncludesInnerPunctuation) {
  EXPECT_EQ(WordBefore("use Node.js", 11), "Node.js");
  EXPECT_EQ(WordBefore("AT&T", 4), "AT&T");
  EXPECT_EQ(WordBefore("a/b-c_d@e", 9), "a/b-c_d@e");
  EXPECT_EQ(WordBefore("l’art", 7), "l’art");
  EXPECT_EQ(WordBefore("ד\"ר", 5), "ד\"ר");
  EXPECT_EQ(WordBefore("e\u0301t", 4), "e\u0301t");
}

TEST(WordBeforeTest, ExcludesOpeningQuotationMarks) {
  EXPECT_EQ(WordBefore("\"Dr", 3), "Dr");
  EXPECT_EQ(WordBefore("''Dr", 4), "Dr");
}

TEST(WordBeforeTest, EndsAtOtherPunctuation) {
  EXPECT_EQ(WordBefore("(Dr", 3), "Dr");
  EXPECT_EQ(WordBefore("a,b", 3), "b");
  EXPECT_EQ(WordBefore("a ", 2), "");
  EXPECT_EQ(WordBefore("", 0), "");
}

TEST(WordBeforeTest, IsTruncated) {
  EXPECT_EQ(WordBefore(std::string(100, 'a'), 100).size(), kMaxWordBytes);
}

TEST(WordAtTest, HasLettersDigitsAndApostrophes) {
  EXPECT_EQ(WordAt("Node.js", 0), "Node");
  EXPECT_EQ(WordAt("don't go", 0), "don't");
  EXPECT_EQ(WordAt("don’t go", 0), "don’t");
  EXPECT_EQ(WordAt("a1-b", 0), "a1");
  EXPECT_EQ(WordAt("x Ärger", 2), "Ärger");
  EXPECT_EQ(WordAt("(a", 0), "");
  EXPECT_EQ(WordAt("a", 1), "");
  EXPECT_EQ(WordAt(std::string(100, 'a'), 0).size(), kMaxWordBytes);
}

TEST(ShapeOfTest, CountsCharactersByKind) {
  const WordShape shape = ShapeOf("Ab.c-12");
  EXPECT_EQ(shape.letters, 3u);
  EXPECT_EQ(shape.digits, 2u);
  EXPECT_EQ(shape.stops, 1u);
  EXPECT_EQ(shape.others, 1u);
  EXPECT_TRUE(shape.is_capitalized);
  EXPECT_FALSE(shape.all_capitals);
  EXPECT_TRUE(shape.has_vowel);
  EXPECT_EQ(shape.longest_part, 2u);
}

TEST(ShapeOfTest, CombiningMarksDoNotCount) {
  const WordShape shape = ShapeOf("e\u0301");
  EXPECT_EQ(shape.letters, 1u);
  EXPECT_EQ(shape.others, 0u);
}

TEST(ShapeOfTest, CapitalsAndVowels) {
  EXPECT_TRUE(ShapeOf("BBC").all_capitals);
  EXPECT_FALSE(ShapeOf("bBC").is_capitalized);
  EXPECT_FALSE(ShapeOf("hfst").has_vowel);
  for (const char* word : {"ha", "he", "hi", "ho", "hu", "hy", "HA", "hä"}) {
    EXPECT_TRUE(ShapeOf(word).has_vowel) << word;
  }
}

TEST(IsRomanNumeralTest, HasOneToSevenDigitsInOneCase) {
  EXPECT_TRUE(IsRomanNumeral("XIV"));
  EXPECT_TRUE(IsRomanNumeral("mdclxvi"));
  EXPECT_FALSE(IsRomanNumeral("Xiv"));
  EXPECT_FALSE(IsRomanNumeral("XIVA"));
  EXPECT_FALSE(IsRomanNumeral(""));
  EXPECT_TRUE(IsRomanNumeral("XXXXXXX"));
  EXPECT_FALSE(IsRomanNumeral("XXXXXXXX"));
}

}  // namespace
}  // namespace footnote::segmentation
