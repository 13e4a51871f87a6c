// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/coverage_phrases.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "service/answering/resolving/coverage/uncited_reasons.h"
#include "service/segmentation/sentences/language.h"
#include "service/text/characters.h"

namespace footnote::answering::resolving {
namespace {

using v1::AnswerSentence;

TEST(CoveragePhrasesTest, EveryLanguageOfTheChunkerHasOneRowWithPhrases) {
  std::set<std::string> tags;
  for (const auto& phrases : {LatinCoveragePhrases(), OtherCoveragePhrases()}) {
    for (const CoveragePhrases& row : phrases) {
      EXPECT_TRUE(tags.insert(row.language).second) << row.language;
      for (const char* list : {row.greetings, row.offers, row.lead_ins, row.asides,
                               row.nothing_found, row.sources, row.silence}) {
        EXPECT_NE(*list, '\0') << row.language;
      }
    }
  }
  for (const segmentation::LanguageData& language : segmentation::Languages()) {
    EXPECT_EQ(tags.count(language.tag), 1u) << language.tag;
  }
  EXPECT_EQ(tags.size(), segmentation::Languages().size());
}

TEST(CoveragePhrasesTest, PhrasesHaveTheFormOfFoldedSentences) {
  for (const auto& phrases : {LatinCoveragePhrases(), OtherCoveragePhrases()}) {
    for (const CoveragePhrases& row : phrases) {
      for (const char* list :
           {row.greetings, row.offers, row.lead_ins, row.openings, row.announcements, row.asides,
            row.nothing_found, row.sources, row.silence, row.contrasts, row.questions}) {
        for (const absl::string_view phrase : absl::StrSplit(list, '|')) {
          if (*list == '\0') continue;
          for (size_t at = 0; at < phrase.size();) {
            const text::CodePoint c = text::DecodeAt(phrase, at);
            at += c.size;
            EXPECT_EQ(text::ToLower(c.value), c.value) << row.language << ": " << phrase;
            EXPECT_TRUE(c.value == ' ' || !text::IsBlank(c.value))
                << row.language << ": " << phrase;
          }
          EXPECT_FALSE(phrase.empty()) << row.language;
          EXPECT_EQ(phrase.find("  "), absl::string_view::npos) << phrase;
          EXPECT_EQ(phrase, absl::StripAsciiWhitespace(phrase)) << row.language;
          EXPECT_EQ(phrase.find("\xE2\x80\x99"), absl::string_view::npos) << phrase;
        }
      }
    }
  }
}

TEST(CoveragePhrasesTest, EveryGreetingNeedsNoCitation) {
  for (const auto& phrases : {LatinCoveragePhrases(), OtherCoveragePhrases()}) {
    for (const CoveragePhrases& row : phrases) {
      for (const absl::string_view phrase : absl::StrSplit(row.greetings, '|')) {
        EXPECT_EQ(UncitedReason(absl::StrCat(phrase, "!"), SentenceShape(),
                                *segmentation::FindLanguage(row.language)),
                  AnswerSentence::REASON_GREETING)
            << row.language << ": " << phrase;
      }
    }
  }
}

}  // namespace
}  // namespace footnote::answering::resolving
