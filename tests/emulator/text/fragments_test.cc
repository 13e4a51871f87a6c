// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/fragments.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {
namespace {

using Fragments = std::vector<std::string_view>;

TEST(FragmentsTest, CodePointFragmentsHaveTheRequestedSize) {
  EXPECT_EQ(FragmentsOfCodePoints("aé日😀b", 2), (Fragments{"aé", "日😀", "b"}));
  EXPECT_EQ(FragmentsOfCodePoints("", 2), Fragments());
}

TEST(FragmentsTest, WordFragmentsConcatenateToTheTextAndSplitNoWordOrCharacter) {
  const std::string texts[] = {"",
                               " ",
                               "word",
                               "Up to five days, once a year.  Twice?",
                               "年次有給休暇は20日です。繰り越しはできません。",
                               "😀😀 é"};
  for (const std::string& text : texts) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      std::string joined;
      for (std::string_view fragment : FragmentsOfWords(text, seed)) {
        EXPECT_FALSE(fragment.empty());
        // No fragment begins inside a character, or inside a word of ASCII letters.
        EXPECT_NE(static_cast<unsigned char>(fragment[0]) & 0xC0, 0x80);
        if (!joined.empty() && static_cast<unsigned char>(fragment[0]) < 0x80) {
          EXPECT_EQ(fragment[0], ' ') << text;
        }
        joined.append(fragment);
      }
      EXPECT_EQ(joined, text);
    }
  }
}

TEST(FragmentsTest, WordFragmentsHaveAtMostFourWords) {
  std::string text;
  for (int i = 0; i < 100; ++i) text.append(" word");
  EXPECT_GE(FragmentsOfWords(text, 1).size(), 25u);
  std::string japanese;
  for (int i = 0; i < 100; ++i) japanese.append("休暇");
  EXPECT_GE(FragmentsOfWords(japanese, 1).size(), 15u);
}

TEST(FragmentsTest, SizesOfWordFragmentsDependOnTheSeed) {
  std::string text;
  for (int i = 0; i < 100; ++i) text.append(" word");
  EXPECT_EQ(FragmentsOfWords(text, 1), FragmentsOfWords(text, 1));
  EXPECT_NE(FragmentsOfWords(text, 1), FragmentsOfWords(text, 2));
}

}  // namespace
}  // namespace footnote::emulator
