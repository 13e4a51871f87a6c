// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/inline_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace footnote::segmentation {
namespace {

// Returns `text` with "|" at the beginning of each list item that was found.
std::string Marked(const std::string& text) {
  std::vector<SentenceToken> tokens;
  FindSentenceTokens(text, *FindLanguage("en"), &tokens);
  std::vector<size_t> begins;
  FindInlineItems(text, &tokens, &begins);
  std::sort(begins.begin(), begins.end());
  std::string marked = text;
  for (auto begin = begins.rbegin(); begin != begins.rend(); ++begin) marked.insert(*begin, "|");
  return marked;
}

TEST(InlineListsTest, MarkersOfEachStyleMakeAList) {
  EXPECT_EQ(Marked("1. one 2. two 3. three"), "1. one |2. two |3. three");
  EXPECT_EQ(Marked("1) one 2) two"), "1) one |2) two");
  EXPECT_EQ(Marked("1.) one 2.) two"), "1.) one |2.) two");
  EXPECT_EQ(Marked("a) one b) two"), "a) one |b) two");
  EXPECT_EQ(Marked("a. one b. two"), "a. one |b. two");
  EXPECT_EQ(Marked("A. one B. two"), "A. one |B. two");
  EXPECT_EQ(Marked("i. one ii. two iii. three"), "i. one |ii. two |iii. three");
  EXPECT_EQ(Marked("iv) one v) two vi) three"), "iv) one |v) two |vi) three");
  EXPECT_EQ(Marked("• one • two"), "• one |• two");
}

TEST(InlineListsTest, AListCanFollowText) {
  EXPECT_EQ(Marked("Do this: 1. one 2. two"), "Do this: |1. one |2. two");
  EXPECT_EQ(Marked("Do it! 1. one 2. two"), "Do it! |1. one |2. two");
  EXPECT_EQ(Marked("Do it? 1. one 2. two"), "Do it? |1. one |2. two");
  EXPECT_EQ(Marked("Do it. 1. one 2. two"), "Do it. |1. one |2. two");
  EXPECT_EQ(Marked("Do it 1. one 2. two"), "Do it 1. one 2. two");
}

TEST(InlineListsTest, OneMarkerMakesNoList) {
  EXPECT_EQ(Marked("1. one"), "1. one");
  EXPECT_EQ(Marked("The list a) opens"), "The list a) opens");
}

TEST(InlineListsTest, NumbersMustFollowEachOther) {
  EXPECT_EQ(Marked("1. one 3. three"), "1. one 3. three");
  EXPECT_EQ(Marked("2. two 1. one"), "2. two 1. one");
  EXPECT_EQ(Marked("9. nine 10. ten 11. eleven"), "9. nine |10. ten |11. eleven");
  EXPECT_EQ(Marked("998. x 999. y 1000. z"), "998. x |999. y 1000. z");
}

TEST(InlineListsTest, StylesDoNotMix) {
  EXPECT_EQ(Marked("1. one 2) two"), "1. one 2) two");
  EXPECT_EQ(Marked("a. one B. two"), "a. one B. two");
}

TEST(InlineListsTest, MarkersAreWordsWithABlankAfterThem) {
  EXPECT_EQ(Marked("1.one 2.two"), "1.one 2.two");
  EXPECT_EQ(Marked("x1. one x2. two"), "x1. one x2. two");
  EXPECT_EQ(Marked("a1. one a2. two"), "a1. one a2. two");
}

TEST(InlineListsTest, InitialsOfANameAreNoList) {
  EXPECT_EQ(Marked("A. B. Smith"), "A. B. Smith");
  EXPECT_EQ(Marked("A. Jones and B. Smith"), "A. Jones and B. Smith");
  EXPECT_EQ(Marked("A. Jones came. B. Smith left."), "A. Jones came. |B. Smith left.");
}

TEST(InlineListsTest, BulletsMustBeginThePieceAndFollowABlank) {
  EXPECT_EQ(Marked("one • two • three"), "one • two • three");
  EXPECT_EQ(Marked("• one•two"), "• one•two");
}

TEST(InlineListsTest, TheMarkersEndNoSentence) {
  const std::string text = "1. one 2. two";
  std::vector<SentenceToken> tokens;
  FindSentenceTokens(text, *FindLanguage("en"), &tokens);
  std::vector<size_t> begins;
  FindInlineItems(text, &tokens, &begins);
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].kind, SentenceToken::kUnpaired);
  EXPECT_EQ(tokens[1].kind, SentenceToken::kUnpaired);
}

}  // namespace
}  // namespace footnote::segmentation
