// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/next_text.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::segmentation {
namespace {

TEST(ReadNextTextTest, SkipsBlanks) {
  const NextText next = ReadNextText("x  ab", 1);
  EXPECT_EQ(next.at, 3u);
  EXPECT_EQ(next.first.value, U'a');
  EXPECT_EQ(next.lead_at, 3u);
  EXPECT_TRUE(next.blanks);
  EXPECT_FALSE(next.line_end);
  EXPECT_FALSE(next.dash);
  EXPECT_FALSE(next.opener);
}

TEST(ReadNextTextTest, ReportsALineEnd) {
  EXPECT_TRUE(ReadNextText("x \n ab", 1).line_end);
  EXPECT_TRUE(ReadNextText("x\u2028ab", 1).line_end);
}

TEST(ReadNextTextTest, WithoutBlanksItBeginsImmediately) {
  const NextText next = ReadNextText("xab", 1);
  EXPECT_EQ(next.at, 1u);
  EXPECT_FALSE(next.blanks);
}

TEST(ReadNextTextTest, TheLeadFollowsOpeningPunctuation) {
  const NextText next = ReadNextText("x “(a", 1);
  EXPECT_EQ(next.first.value, U'“');
  EXPECT_EQ(next.lead.value, U'a');
  EXPECT_EQ(next.lead_at, 6u);
  EXPECT_TRUE(next.opener);
  EXPECT_FALSE(next.dash);
}

TEST(ReadNextTextTest, ReportsADash) {
  for (const char* text : {"x - a", "x \u2010 a", "x — a", "x \u2015 a"}) {
    const NextText next = ReadNextText(text, 1);
    EXPECT_TRUE(next.dash) << text;
    EXPECT_TRUE(next.opener) << text;
    EXPECT_EQ(next.lead.value, U'a') << text;
  }
}

TEST(ReadNextTextTest, TheLeadFollowsAtMostEightMarks) {
  EXPECT_EQ(ReadNextText("((((((((a", 0).lead.value, U'a');
  EXPECT_EQ(ReadNextText("(((((((((a", 0).lead.value, U'(');
  EXPECT_EQ(ReadNextText("(((((((((a", 0).lead_at, 0u);
}

TEST(ReadNextTextTest, AtTheEndThereIsNoCharacter) {
  const NextText next = ReadNextText("x ", 1);
  EXPECT_EQ(next.at, 2u);
  EXPECT_EQ(next.first.size, 0u);
  EXPECT_EQ(next.lead.size, 0u);
}

TEST(LanguageForScriptTest, KeepsALanguageThatUsesTheScript) {
  const Language& german = *FindLanguage("de");
  EXPECT_STREQ(LanguageForScript(text::Script::kLatin, german).tag(), "de");
  EXPECT_STREQ(LanguageForScript(text::Script::kNone, german).tag(), "de");
  EXPECT_STREQ(LanguageForScript(text::Script::kCyrillic, german).tag(), "ru");
  EXPECT_STREQ(LanguageForScript(text::Script::kOther, german).tag(), "de");
}

bool StarterBegins(const std::string& text, const char* language) {
  return IsStarter(text, ReadNextText(text, 0), *FindLanguage(language));
}

TEST(IsStarterTest, AStarterIsCapitalizedAndInTheList) {
  EXPECT_TRUE(StarterBegins(" The end", "en"));
  EXPECT_TRUE(StarterBegins(" “The end", "en"));
  EXPECT_FALSE(StarterBegins(" the end", "en"));
  EXPECT_FALSE(StarterBegins(" Results", "en"));
  EXPECT_FALSE(StarterBegins(" ", "en"));
  EXPECT_TRUE(StarterBegins(" Der Tag", "de"));
  EXPECT_FALSE(StarterBegins(" Der Tag", "en"));
  EXPECT_TRUE(StarterBegins(" Это", "en"));
}

TEST(IsStarterTest, AnInitialIsNotAStarter) {
  EXPECT_TRUE(StarterBegins(" A day", "en"));
  EXPECT_FALSE(StarterBegins(" A. Smith", "en"));
}

TEST(IsStarterTest, TheWordBeforeAnApostropheCanBeTheStarter) {
  EXPECT_TRUE(StarterBegins(" They'd left", "en"));
  EXPECT_TRUE(StarterBegins(" They’d left", "en"));
  EXPECT_FALSE(StarterBegins(" Dog's left", "en"));
}

bool ContinuesLower(const std::string& text) {
  return ContinuesInLowerCase(text, ReadNextText(text, 0));
}

TEST(ContinuesInLowerCaseTest, AWordInLowerCaseContinues) {
  EXPECT_TRUE(ContinuesLower(" and so"));
  EXPECT_TRUE(ContinuesLower(" (and so"));
  EXPECT_FALSE(ContinuesLower(" And so"));
  EXPECT_FALSE(ContinuesLower(" iPad"));
  EXPECT_FALSE(ContinuesLower(" ¿y tú"));
  EXPECT_FALSE(ContinuesLower(" ¡y tú"));
  EXPECT_FALSE(ContinuesLower(" 5"));
}

TEST(ContinuesInLowerCaseTest, AMarkerInParenthesesBeginsAnItem) {
  EXPECT_FALSE(ContinuesLower(" (b) Second"));
  EXPECT_FALSE(ContinuesLower(" (ii) Second"));
  EXPECT_TRUE(ContinuesLower(" (bc) second"));
  EXPECT_TRUE(ContinuesLower(" b) second"));
}

bool Number(const std::string& text) { return NumberFollows(text, ReadNextText(text, 0)); }

TEST(NumberFollowsTest, DigitsRomanNumeralsAndLettersOfAnnexesAreNumbers) {
  EXPECT_TRUE(Number(" 5"));
  EXPECT_TRUE(Number(" (5"));
  EXPECT_TRUE(Number(" ٥"));
  EXPECT_TRUE(Number(" §"));
  EXPECT_TRUE(Number(" IV and"));
  EXPECT_TRUE(Number(" V and"));
  EXPECT_TRUE(Number(" I."));
  EXPECT_TRUE(Number(" I"));
  EXPECT_TRUE(Number(" A."));
  EXPECT_TRUE(Number(" A"));
}

TEST(NumberFollowsTest, PronounsArticlesAndWordsAreNot) {
  EXPECT_FALSE(Number(" I left"));
  EXPECT_FALSE(Number(" A day"));
  EXPECT_FALSE(Number(" a."));
  EXPECT_FALSE(Number(" iv and"));
  EXPECT_FALSE(Number(" Word"));
  EXPECT_FALSE(Number(" "));
  EXPECT_FALSE(Number(" *"));
}

TEST(InitialFollowsTest, OneLetterWithAFullStop) {
  const auto initial = [](const std::string& text) {
    return InitialFollows(text, ReadNextText(text, 0));
  };
  EXPECT_TRUE(initial(" K. Osei"));
  EXPECT_TRUE(initial(" Ж. Ы"));
  EXPECT_FALSE(initial(" K Osei"));
  EXPECT_FALSE(initial(" K"));
  EXPECT_FALSE(initial(" 5. Osei"));
  EXPECT_FALSE(initial(" Ko. Osei"));
}

}  // namespace
}  // namespace footnote::segmentation
