// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/full_stop.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace footnote::segmentation {
namespace {

// The last full stop of `before`, followed by a space and `after`.
class Example {
 public:
  Example(const std::string& before, const std::string& after, const char* language = "en",
          size_t sentence = 0)
      : text_(before + " " + after),
        next_(ReadNextText(text_, before.size())),
        stop_(text_, sentence, before.size() - 1, next_, *FindLanguage(language)) {}

  const FullStop& stop() const { return stop_; }

 private:
  const std::string text_;
  const NextText next_;
  const FullStop stop_;
};

TEST(FullStopTest, TheWordEndsBeforeTheFullStop) {
  EXPECT_EQ(Example("We use Node.js.", "It works.").stop().word(), "Node.js");
}

TEST(FullStopTest, TheWordDoesNotIncludeMarksOfDirection) {
  EXPECT_EQ(Example("It is abc\u200F\u202C.", "So").stop().word(), "abc");
}

TEST(FullStopTest, TheWordDoesNotReachIntoTheSentenceBefore) {
  EXPECT_EQ(Example("It is late.Today.", "So", "en", 11).stop().word(), "Today");
}

TEST(FullStopTest, TheScriptOfTheWordSelectsItsLanguage) {
  const Example russian("It is текст.", "So");
  EXPECT_EQ(russian.stop().script(), text::Script::kCyrillic);
  EXPECT_STREQ(russian.stop().language().tag(), "en");
  EXPECT_STREQ(russian.stop().word_language().tag(), "ru");
  EXPECT_TRUE(russian.stop().is_cased());
  EXPECT_FALSE(Example("It is דבר.", "So").stop().is_cased());
  EXPECT_TRUE(Example("Είναι εδώ.", "Ναι", "el").stop().is_cased());
  EXPECT_TRUE(Example("It is 5.", "So").stop().is_cased());
}

TEST(FullStopTest, DigitsSymbolsAndRomanNumeralsAreNumeric) {
  EXPECT_TRUE(Example("It is 12.", "So").stop().IsNumeric());
  EXPECT_TRUE(Example("It is --.", "So").stop().IsNumeric());
  EXPECT_TRUE(Example("It is XIV.", "So").stop().IsNumeric());
  EXPECT_FALSE(Example("It is xiv.", "So").stop().IsNumeric());
  EXPECT_FALSE(Example("It is X.", "So").stop().IsNumeric());
  EXPECT_FALSE(Example("It is A4.", "So").stop().IsNumeric());
}

TEST(FullStopTest, OneLetterHasNothingElse) {
  EXPECT_TRUE(Example("It is B.", "So").stop().IsOneLetter());
  EXPECT_FALSE(Example("It is B4.", "So").stop().IsOneLetter());
  EXPECT_FALSE(Example("It is -B.", "So").stop().IsOneLetter());
  EXPECT_FALSE(Example("It is .B.", "So").stop().IsOneLetter());
  EXPECT_FALSE(Example("It is Be.", "So").stop().IsOneLetter());
}

TEST(FullStopTest, AListMarkerIsShortAndBeginsItsSentence) {
  EXPECT_TRUE(Example("123.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("1234.", "So").stop().IsListMarker());
  EXPECT_TRUE(Example("1.2.3.4.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("1.2.3.4.5.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("1-2.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("a2.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("a.b.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("ab.", "So").stop().IsListMarker());
  EXPECT_FALSE(Example("It 1.", "So").stop().IsListMarker());
  EXPECT_TRUE(Example("It is. 1.", "So", "en", 7).stop().IsListMarker());
}

TEST(FullStopTest, ASectionNumberFollowsAHeadingWord) {
  EXPECT_TRUE(Example("Chapter 3.", "So").stop().IsSectionNumber());
  EXPECT_TRUE(Example("#* Chapter  3.", "So").stop().IsSectionNumber());
  EXPECT_FALSE(Example("The chapter 3.", "So").stop().IsSectionNumber());
  EXPECT_FALSE(Example("Chapter x3.", "So").stop().IsSectionNumber());
  EXPECT_FALSE(Example("Chapter.", "So").stop().IsSectionNumber());
  EXPECT_FALSE(Example("3.", "So").stop().IsSectionNumber());
  EXPECT_TRUE(Example("Chapter no 3.", "So").stop().IsSectionNumber());
  EXPECT_FALSE(Example("Chapter nos. 3.", "So").stop().IsSectionNumber());
  EXPECT_FALSE(Example("Chapter a b 3.", "So").stop().IsSectionNumber());
}

TEST(FullStopTest, ATimeIsFrontedIfASentenceOrClauseBeginsWithAPreposition) {
  EXPECT_TRUE(Example("At 5 a.m.", "So").stop().IsFrontedTime());
  EXPECT_TRUE(Example("We knew; at 5 a.m.", "So").stop().IsFrontedTime());
  EXPECT_FALSE(Example("We knew at 5 a.m.", "So").stop().IsFrontedTime());
  EXPECT_TRUE(Example("At 5:30 a.m.", "So").stop().IsFrontedTime());
  EXPECT_TRUE(Example("At a b c a.m.", "So").stop().IsFrontedTime());
  EXPECT_FALSE(Example("At a b c d a.m.", "So").stop().IsFrontedTime());
}

TEST(FullStopTest, AWordBeginsASentenceAfterBlanksOnly) {
  EXPECT_TRUE(Example("  A.D.", "79").stop().BeginsSentence());
  EXPECT_FALSE(Example("in A.D.", "79").stop().BeginsSentence());
}

TEST(FullStopTest, AUnitFollowsADegreeSignAndASpace) {
  EXPECT_TRUE(Example("2 ° C.", "So").stop().FollowsDegreeSign());
  EXPECT_TRUE(Example("2 º C.", "So").stop().FollowsDegreeSign());
  EXPECT_FALSE(Example("2 x C.", "So").stop().FollowsDegreeSign());
  EXPECT_FALSE(Example("C.", "So").stop().FollowsDegreeSign());
  EXPECT_FALSE(Example(" C.", "So").stop().FollowsDegreeSign());
}

TEST(FullStopTest, AUnitFollowsANumberAndAFewBlanks) {
  EXPECT_TRUE(Example("1.5 s.", "So").stop().FollowsNumber());
  EXPECT_TRUE(Example("1.5        s.", "So").stop().FollowsNumber());
  EXPECT_FALSE(Example("1.5         s.", "So").stop().FollowsNumber());
  EXPECT_FALSE(Example("x s.", "So").stop().FollowsNumber());
  EXPECT_FALSE(Example("s.", "So").stop().FollowsNumber());
}

TEST(FullStopTest, KindsComeFromTheListsOfTheLanguage) {
  EXPECT_TRUE(Example("She met Dr.", "Osei").stop().Is(kBeforeName));
  EXPECT_FALSE(Example("She met Dr.", "Osei").stop().Is(kBeforeNumber | kMayEnd));
  EXPECT_TRUE(Example("See p.", "5").stop().Is(kBeforeNumber));
  EXPECT_FALSE(Example("It failed.", "So").stop().Is(0xFF));
}

TEST(FullStopTest, TheTextAfterItIsClassified) {
  EXPECT_TRUE(Example("It failed.", "He left").stop().starter_follows());
  EXPECT_FALSE(Example("It failed.", "Results came").stop().starter_follows());
  EXPECT_TRUE(Example("It failed.", "12 left").stop().number_follows());
  EXPECT_FALSE(Example("It failed.", "He left").stop().number_follows());
  EXPECT_TRUE(Example("By J.", "K. Osei").stop().InitialFollows());
  EXPECT_FALSE(Example("By J.", "Osei").stop().InitialFollows());
}

}  // namespace
}  // namespace footnote::segmentation
