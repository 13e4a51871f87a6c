// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/terms.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string_view>

namespace footnote::emulator {
namespace {

bool ShareATerm(std::string_view a, std::string_view b) {
  std::set<uint64_t> terms;
  for (const Term& term : TermsOf(a)) terms.insert(term.hash);
  for (const Term& term : TermsOf(b)) {
    if (terms.count(term.hash) > 0) return true;
  }
  return false;
}

TEST(TermsTest, WordsMatchWithoutCaseOrPluralEnding) {
  EXPECT_TRUE(ShareATerm("POLICIES", "policy"));
  EXPECT_TRUE(ShareATerm("boxes", "box"));
  EXPECT_TRUE(ShareATerm("the company's days", "day"));
  EXPECT_TRUE(ShareATerm("Café", "CAFÉ"));
  EXPECT_TRUE(ShareATerm("ＡＰＩ", "api"));
  EXPECT_FALSE(ShareATerm("address", "addres"));
}

TEST(TermsTest, StopWordsAreNotTerms) { EXPECT_TRUE(TermsOf("What is the, how do you?").empty()); }

TEST(TermsTest, JapaneseTextHasBigrams) {
  EXPECT_EQ(TermsOf("有給休暇").size(), 3u);
  EXPECT_TRUE(ShareATerm("有給休暇の日数", "休暇は20日"));
  EXPECT_FALSE(ShareATerm("天気", "休暇"));
}

TEST(TermsTest, HiraganaWeighsLessThanChineseCharacters) {
  ASSERT_EQ(TermsOf("です").size(), 1u);
  EXPECT_LT(TermsOf("です")[0].weight, TermsOf("休暇")[0].weight);
}

TEST(TermsTest, OnlyBigramsAreMarkedAsBigrams) {
  ASSERT_EQ(TermsOf("leave").size(), 1u);
  EXPECT_FALSE(TermsOf("leave")[0].is_bigram);
  EXPECT_TRUE(TermsOf("休暇")[0].is_bigram);
}

TEST(TermsTest, SingleCharacterOfAScriptWithoutSpacesIsATerm) {
  ASSERT_EQ(TermsOf("a 空 b").size(), 2u);
  EXPECT_TRUE(TermsOf("空")[0].is_bigram);
  EXPECT_LT(TermsOf("空")[0].weight, 1.0f);
}

TEST(TermsTest, QuestionWordsWeighLittle) { EXPECT_LT(TermsOf("何日")[0].weight, 0.5f); }

TEST(TermsTest, PunctuationAndSymbolsAreNotTerms) {
  EXPECT_TRUE(TermsOf("... — “!” 。、 😀 ×").empty());
  EXPECT_TRUE(TermsOf("").empty());
}

}  // namespace
}  // namespace footnote::emulator
