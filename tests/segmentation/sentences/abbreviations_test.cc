// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/abbreviations.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::segmentation {
namespace {

// Reads the last word of `text`.
Abbreviation Read(const std::string& text, const char* language, bool is_cased = true) {
  const absl::string_view word = WordBefore(text, text.size());
  return ReadAbbreviation(text, word, ShapeOf(word), is_cased, *FindLanguage(language));
}

TEST(ReadAbbreviationTest, FindsAWordInAnyCase) {
  EXPECT_EQ(Read("met Dr", "en").kind, kBeforeName);
  EXPECT_EQ(Read("met DR", "en").kind, kBeforeName);
  EXPECT_EQ(Read("met zebra", "en").kind, 0);
  EXPECT_EQ(Read("met Zebra", "en").key.view(), "zebra");
}

TEST(ReadAbbreviationTest, ACapitalizedEntryMatchesACapitalizedWordOnly) {
  EXPECT_EQ(Read("on Mon", "en").kind, kMayEnd);
  EXPECT_EQ(Read("on mon", "en").kind, 0);
}

TEST(ReadAbbreviationTest, JoinsAWordWithTheAbbreviationBeforeIt) {
  const Abbreviation found = Read("300 v. Chr", "de");
  EXPECT_EQ(found.key.view(), "v.chr");
  EXPECT_EQ(found.kind, kMayEnd);
  EXPECT_EQ(Read("300 v.\u00A0Chr", "de").key.view(), "v.chr");
  EXPECT_EQ(Read("300 v Chr", "de").key.view(), "chr");
  EXPECT_EQ(Read("300 v.\nChr", "de").key.view(), "chr");
  EXPECT_EQ(Read("300 longwords. Chr", "de").key.view(), "chr");
}

TEST(ReadAbbreviationTest, JoinsLettersWithFullStops) {
  EXPECT_EQ(Read("es gibt z. B", "de").key.view(), "z.b");
  EXPECT_EQ(Read("es gibt z. B", "de").kind, kBeforeName);
  EXPECT_EQ(Read("by J. R. R", "en").key.view(), "j.r.r");
  EXPECT_EQ(Read("A. B. C. D. E. F", "en").key.view(), "b.c.d.e.f");
  EXPECT_EQ(Read("by J.\nR", "en").key.view(), "r");
  EXPECT_EQ(Read("by xJ. R", "en").key.view(), "r");
  EXPECT_EQ(Read("J. R", "en").key.view(), "j.r");
}

TEST(ReadAbbreviationTest, AnUnknownChainOfCasedLettersMayEnd) {
  EXPECT_EQ(Read("by J. R", "en").kind, kMayEnd);
  EXPECT_EQ(Read("ספר א. ב", "he", false).kind, 0);
}

TEST(ReadAbbreviationTest, UsesTheLastPartOfACompound) {
  EXPECT_EQ(Read("l'art", "fr").kind, kBeforeNumber);
  EXPECT_EQ(Read("l’art", "fr").kind, kBeforeNumber);
  EXPECT_EQ(Read("x/Dr", "en").kind, kBeforeName);
  EXPECT_EQ(Read("x&Dr", "en").kind, kBeforeName);
  EXPECT_EQ(Read("x-Dr", "en").kind, kBeforeName);
  EXPECT_EQ(Read("Dr-x", "en").kind, 0);
}

TEST(ReadAbbreviationTest, ReadsATimeAfterANumber) {
  EXPECT_EQ(Read("at 6a.m", "en").key.view(), "a.m");
  EXPECT_EQ(Read("at 6a.x", "en").key.view(), "6a.x");
}

bool BeginsTwoParts(const std::string& word, const std::string& after, const char* language) {
  const std::string text = "x " + word + ". " + after;
  return BeginsTwoPartAbbreviation(text, WordBefore(text, 2 + word.size()),
                                   ReadNextText(text, 3 + word.size()), *FindLanguage(language));
}

TEST(BeginsTwoPartAbbreviationTest, BothPartsMustBeInTheList) {
  EXPECT_TRUE(BeginsTwoParts("v", "Chr. y", "de"));
  EXPECT_TRUE(BeginsTwoParts("z", "B. y", "de"));
  EXPECT_FALSE(BeginsTwoParts("v", "Chr y", "de"));
  EXPECT_FALSE(BeginsTwoParts("v", "Chr", "de"));
  EXPECT_FALSE(BeginsTwoParts("w", "Chr. y", "de"));
  EXPECT_FALSE(BeginsTwoParts("v", "(Chr. y", "de"));
  EXPECT_FALSE(BeginsTwoParts("longwords", "Chr. y", "de"));
  EXPECT_FALSE(BeginsTwoParts("v", "longwords. y", "de"));
}

TEST(FollowsNumberAbbreviationTest, TheWordBeforeHasAFullStopAndPrecedesNumbers) {
  const Language& german = *FindLanguage("de");
  EXPECT_TRUE(FollowsNumberAbbreviation("Abb. 12", 5, german));
  EXPECT_TRUE(FollowsNumberAbbreviation("Abb.  12", 6, german));
  EXPECT_TRUE(FollowsNumberAbbreviation("Abb.12", 4, german));
  EXPECT_FALSE(FollowsNumberAbbreviation("Abb 12", 4, german));
  EXPECT_FALSE(FollowsNumberAbbreviation("Hr. 12", 4, german));
  EXPECT_FALSE(FollowsNumberAbbreviation("12", 0, german));
}

TEST(IsTimeOrEraTest, KeysAreInLowerCase) {
  for (const char* key : {"a.m", "p.m", "a.d", "b.c", "c.e", "b.c.e", "am", "pm"}) {
    EXPECT_TRUE(IsTimeOrEra(key)) << key;
  }
  EXPECT_FALSE(IsTimeOrEra("A.M"));
  EXPECT_FALSE(IsTimeOrEra("a.m."));
}

}  // namespace
}  // namespace footnote::segmentation
