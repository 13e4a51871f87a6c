// SPDX-License-Identifier: Apache-2.0
#include "client/cli/retrieval/passages.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::ElementsAre;
using ::testing::Le;

std::vector<std::string> Texts(absl::string_view text) {
  std::vector<std::string> texts;
  for (const Passage& passage : SplitIntoPassages(text, Format::kMarkdown).passages) {
    texts.emplace_back(text.substr(passage.begin, passage.end - passage.begin));
  }
  return texts;
}

std::vector<std::string> Sections(absl::string_view text) {
  std::vector<std::string> sections;
  for (const Passage& passage : SplitIntoPassages(text, Format::kMarkdown).passages)
    sections.push_back(passage.section);
  return sections;
}

std::string Paragraph(size_t bytes) {
  std::string text;
  while (text.size() + 6 <= bytes) text += "words ";
  text.resize(bytes, '.');
  return text;
}

TEST(PassagesTest, StartsASectionAtAHashHeading) {
  constexpr char kText[] =
      "# Manual\n\nIntro.\n\n## Limits ##\nAt most 5.\n\n### C#\nIs a language.\n";
  EXPECT_THAT(Sections(kText), ElementsAre("Manual", "Limits", "C#"));
  EXPECT_THAT(Texts(kText), ElementsAre("Intro.", "At most 5.", "Is a language."));
  EXPECT_EQ(SplitIntoPassages(kText, Format::kMarkdown).title, "Manual");
}

TEST(PassagesTest, StartsASectionAtAnUnderlinedTitle) {
  constexpr char kText[] =
      "Debian Policy\n*************\n\nAbout.\n\n5.1. Syntax\n===========\n\nFields.\n\n"
      "\"Source\"\n--------\nA name.\n";
  EXPECT_THAT(Sections(kText), ElementsAre("Debian Policy", "5.1. Syntax", "\"Source\""));
  EXPECT_EQ(SplitIntoPassages(kText, Format::kMarkdown).title, "Debian Policy");
}

TEST(PassagesTest, StartsASectionAtATitleBetweenTwoLines) {
  constexpr char kText[] = "=====\nTitle\n=====\n\nText.\n";
  EXPECT_THAT(Sections(kText), ElementsAre("Title"));
  EXPECT_THAT(Texts(kText), ElementsAre("Text."));
}

TEST(PassagesTest, HashLinesAreHeadingsOnlyInMarkdown) {
  constexpr char kText[] = "# compute the sum\ntotal = 1\n\nUsage\n-----\n\n# run it\nmake\n";
  for (const Format format : {Format::kPlainText, Format::kReStructuredText}) {
    const Document document = SplitIntoPassages(kText, format);
    ASSERT_EQ(document.passages.size(), 2u);
    EXPECT_EQ(document.passages[0].section, "");
    EXPECT_EQ(document.passages[1].section, "Usage");
    EXPECT_EQ(document.passages[0].begin, 0u);
  }
  EXPECT_EQ(SplitIntoPassages(kText, Format::kPlainText).title, "");
  EXPECT_EQ(SplitIntoPassages(kText, Format::kReStructuredText).title, "Usage");
}

struct TitleCase {
  const char* text;
  const char* title;
};

TEST(PassagesTest, TheFirstLineOfPlainTextIsItsTitleIfItLooksLikeOne) {
  for (const TitleCase& test : std::vector<TitleCase>{
           {"\n\n  Release notes\n\nText.\n", "Release notes"},
           {"\xEF\xBB\xBFRelease notes\r\n\r\nText.\r\n", "Release notes"},
           {"Handbook\nVersion 3\n\nLimits\n------\nText.\n", "Handbook"},
           {"Handbook\n********\n\nText.\n", "Handbook"},
           {"========\nHandbook\n========\n\nText.\n", "Handbook"},
           {"就業規則\n\n本文です。\n", "就業規則"},
           {"Plain words.\n", ""},
           {"本文です。\n", ""},
           {"#!/bin/sh\n# Installs it\nmake install\n", ""},
           {"# Installs it\n\nmake install\n", ""},
           {"----------\n\nText\n", ""},
           {"A first line that is as long as the lines of a paragraph usually are\nand more.\n",
            ""},
           {"Text that is a sentence.\n\nLimits\n------\nText.\n", ""},
       }) {
    EXPECT_EQ(SplitIntoPassages(test.text, Format::kPlainText).title, test.title) << test.text;
  }
}

TEST(PassagesTest, TheTitleLineOfPlainTextStaysInItsPassage) {
  const Document document = SplitIntoPassages("Notes\n\nText.\n", Format::kPlainText);
  ASSERT_EQ(document.passages.size(), 1u);
  EXPECT_EQ(document.passages[0].begin, 0u);
  EXPECT_EQ(document.passages[0].section, "");
}

TEST(PassagesTest, ATitleWithoutTextIsThatOfTheDocument) {
  constexpr char kText[] = "# Handbook\n\n## Leave\n\nTen days.\n";
  EXPECT_EQ(SplitIntoPassages(kText, Format::kMarkdown).title, "Handbook");
  EXPECT_THAT(Sections(kText), ElementsAre("Leave"));
}

TEST(PassagesTest, TablesRulesAndShortUnderlinesAreNotHeadings) {
  constexpr char kText[] =
      "| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\nnot a title, much longer\n~~~\n";
  EXPECT_THAT(Sections(kText), ElementsAre(""));
}

TEST(PassagesTest, DoesNotSplitACodeFence) {
  constexpr char kText[] = "Run:\n\n```\n# not a heading\n\nmake\n```\n\nDone.\n";
  EXPECT_THAT(Texts(kText), ElementsAre("Run:\n\n```\n# not a heading\n\nmake\n```\n\nDone."));
}

TEST(PassagesTest, JoinsSmallParagraphsAndSplitsBetweenLargeOnes) {
  const std::string small = Paragraph(200);
  const std::string large = Paragraph(901);
  const std::string text = absl::StrJoin({small, small, large, large}, "\n\n");
  EXPECT_THAT(Texts(text), ElementsAre(absl::StrCat(small, "\n\n", small), large, large));
}

TEST(PassagesTest, SplitsALongParagraphBetweenLinesAndALongLineBetweenCharacters) {
  std::string lines;
  for (int i = 0; i < 100; ++i) absl::StrAppend(&lines, "- item number ", i, " of the list\n");
  for (const std::string& text : Texts(lines)) {
    EXPECT_THAT(text.size(), Le(1500u));
    EXPECT_EQ(text.substr(0, 6), "- item");
  }
  std::string japanese;
  for (int i = 0; i < 2000; ++i) japanese += "語";
  std::string joined;
  for (const std::string& text : Texts(japanese)) {
    EXPECT_EQ(text.size() % 3, 0u);
    joined += text;
  }
  EXPECT_EQ(joined, japanese);
}

TEST(PassagesTest, SkipsAByteOrderMark) {
  const Document document = SplitIntoPassages("\xEF\xBB\xBF# Title\n\nText.\n", Format::kMarkdown);
  EXPECT_EQ(document.title, "Title");
  EXPECT_EQ(document.passages[0].begin, 12u);
}

TEST(PassagesTest, ReadsCarriageReturnsAsLineEnds) {
  constexpr char kText[] = "Title\r\n=====\r\n\r\nOne.\r\n\r\nTwo.\r\n";
  EXPECT_THAT(Sections(kText), ElementsAre("Title"));
  EXPECT_THAT(Texts(kText), ElementsAre("One.\r\n\r\nTwo."));
}

TEST(PassagesTest, FindsNothingInEmptyText) {
  for (const char* text : {"", "\n \n\t\n", "# Only a title\n", "\xEF\xBB\xBF"}) {
    EXPECT_TRUE(SplitIntoPassages(text, Format::kMarkdown).passages.empty()) << text;
  }
}

TEST(PassagesTest, LosesOnlyHeadingsAndWhiteSpaceForEverySplitOfADocument) {
  const std::string whole =
      "Title\n=====\n\n- one\n- two\n\n\n  indented\n\n```sh\nmake\n\ninstall\n```\n## "
      "次の節\n本文です。\n";
  for (size_t length = 0; length <= whole.size(); ++length) {
    const std::string text = whole.substr(0, length);
    size_t end = 0;
    for (const Passage& passage : SplitIntoPassages(text, Format::kMarkdown).passages) {
      ASSERT_LE(end, passage.begin);
      ASSERT_LT(passage.begin, passage.end);
      ASSERT_LE(passage.end, text.size());
      // What lies between passages is white space or belongs to a heading.
      for (const char* kept : {"one", "two", "indented", "make", "install"}) {
        ASSERT_EQ(text.substr(end, passage.begin - end).find(kept), std::string::npos) << length;
      }
      end = passage.end;
    }
    for (const char* kept : {"one", "indented", "install", "本文です。"}) {
      ASSERT_EQ(text.substr(end).find(kept), std::string::npos) << length << " " << kept;
    }
  }
}

}  // namespace
}  // namespace footnote::client
