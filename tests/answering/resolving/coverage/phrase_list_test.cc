// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/phrase_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The ends of the phrases at byte `at` of `text`.
std::vector<size_t> EndsAt(const PhraseList& phrases, const std::string& text, size_t at) {
  std::vector<size_t> ends;
  phrases.IsAt(text, at, [&ends](size_t end) {
    ends.push_back(end);
    return false;
  });
  return ends;
}

TEST(PhraseListTest, FindsEachPhraseAtAPosition) {
  const PhraseList phrases("here|here is|hello");
  EXPECT_THAT(EndsAt(phrases, "so here is", 3), ElementsAre(7, 10));
  EXPECT_THAT(EndsAt(phrases, "so here is", 2), IsEmpty());
  EXPECT_THAT(EndsAt(phrases, "her", 0), IsEmpty());
  EXPECT_THAT(EndsAt(phrases, "here", 4), IsEmpty());
}

TEST(PhraseListTest, IsAtReturnsTrueForTheFirstAcceptedPhrase) {
  const PhraseList phrases("here|here is");
  EXPECT_TRUE(phrases.IsAt("here is", 0, [](size_t end) { return end == 7; }));
  EXPECT_FALSE(phrases.IsAt("here is", 0, [](size_t) { return false; }));
}

TEST(PhraseListTest, FindsPhrasesOfFewerThanThreeBytes) {
  const PhraseList phrases("hi|hello");
  EXPECT_THAT(EndsAt(phrases, "hi", 0), ElementsAre(2));
  EXPECT_THAT(EndsAt(phrases, "hello", 0), ElementsAre(5));
}

TEST(PhraseListTest, FindsAPhraseOfThreeBytesAtTheEndOfTheText) {
  const PhraseList phrases("hey");
  EXPECT_TRUE(phrases.MayBeAt("hey", 0));
  EXPECT_FALSE(phrases.MayBeAt("he", 0));
  EXPECT_THAT(EndsAt(phrases, "hey", 0), ElementsAre(3));
  EXPECT_THAT(EndsAt(phrases, "oh hey", 3), ElementsAre(6));
  EXPECT_THAT(EndsAt(phrases, "oh hey!", 3), ElementsAre(6));
  EXPECT_THAT(EndsAt(phrases, "oh he", 3), IsEmpty());
}

TEST(PhraseListTest, AnEmptyListMatchesNothing) {
  const PhraseList phrases("");
  EXPECT_THAT(phrases.phrases(), IsEmpty());
  EXPECT_FALSE(phrases.MayBeAt("hello", 0));
}

TEST(PhraseListTest, TheFastCheckExcludesOtherStarts) {
  const PhraseList phrases("hello");
  EXPECT_TRUE(phrases.MayBeAt("hello", 0));
  EXPECT_FALSE(phrases.MayBeAt("hello", 1));
  EXPECT_FALSE(phrases.MayBeAt("he", 0));
}

}  // namespace
}  // namespace footnote::answering::resolving
