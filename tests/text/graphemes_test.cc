// SPDX-License-Identifier: Apache-2.0
#include "service/text/graphemes.h"

#include <gtest/gtest.h>
#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <memory>
#include <set>
#include <string>

#include "tests/support/random_text.h"

namespace footnote::text {
namespace {

TEST(GraphemesTest, BeginWhereIcuReportsABoundary) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), error));
  ASSERT_TRUE(U_SUCCESS(error));
  testing_support::RandomText random(10);
  for (int i = 0; i < 5000; ++i) {
    const std::string utf8 = random.Any(30);
    const icu::UnicodeString text = icu::UnicodeString::fromUTF8(utf8);
    iterator->setText(text);
    std::set<int32_t> begins;
    for (int32_t at = iterator->first(); at < text.length(); at = iterator->next()) {
      begins.insert(at);
    }
    GraphemeTracker graphemes;
    for (int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
      ASSERT_EQ(graphemes.Take(static_cast<char32_t>(text.char32At(at))), begins.count(at) == 1)
          << utf8 << " at " << at;
    }
  }
}

// U+094D is a virama, U+093C a nukta, U+200C a non-joiner and U+200D a joiner; U+0308 combines with
// other scripts.
TEST(GraphemesTest, SequencesOfConsonantsBeginWhereIcuReportsABoundary) {
  constexpr char16_t kLetters[] = {0x0915, 0x094D, 0x093C, 0x200C, 0x200D, 0x0308, 0x0436, 'a'};
  constexpr int kCount = 8;
  constexpr int kLength = 5;
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), error));
  ASSERT_TRUE(U_SUCCESS(error));
  for (int number = 0; number < 1 << (3 * kLength); ++number) {
    icu::UnicodeString text;
    for (int i = 0; i < kLength; ++i) text.append(kLetters[(number >> (3 * i)) % kCount]);
    iterator->setText(text);
    GraphemeTracker graphemes;
    for (int32_t at = 0; at < kLength; ++at) {
      ASSERT_EQ(graphemes.Take(text[at]), iterator->isBoundary(at) != 0)
          << std::hex << number << " at " << at;
    }
  }
}

TEST(GraphemesTest, AJoinerAfterAViramaJoinsConsonantsAndAnotherLetterSeparatesThem) {
  struct Case {
    char32_t between;  // after the virama
    bool begins;       // the second consonant
  };
  for (const Case& row : {Case{0x200D, false}, Case{0x0308, false}, Case{0x200C, true},
                          Case{0x0436, true}, Case{'a', true}}) {
    GraphemeTracker graphemes;
    EXPECT_TRUE(graphemes.Take(0x0915));
    EXPECT_FALSE(graphemes.Take(0x094D));
    graphemes.Take(row.between);
    EXPECT_EQ(graphemes.Take(0x0937), row.begins) << static_cast<uint32_t>(row.between);
  }
}

TEST(GraphemesTest, FlagsPairUp) {
  GraphemeTracker graphemes;
  EXPECT_TRUE(graphemes.Take(0x1F1E9));
  EXPECT_FALSE(graphemes.Take(0x1F1EA));
  EXPECT_TRUE(graphemes.Take(0x1F1EB));
  EXPECT_FALSE(graphemes.Take(0x1F1F7));
}

TEST(GraphemesTest, JoinersJoinEmojiOnly) {
  GraphemeTracker graphemes;
  EXPECT_TRUE(graphemes.Take(0x1F468));
  EXPECT_FALSE(graphemes.Take(0x200D));
  EXPECT_FALSE(graphemes.Take(0x1F469));
  EXPECT_FALSE(graphemes.Take(0x200D));
  EXPECT_TRUE(graphemes.Take('a'));
}

}  // namespace
}  // namespace footnote::text
