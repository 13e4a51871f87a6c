// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/language.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/str_split.h"

namespace footnote::segmentation {
namespace {

TEST(LanguageTest, OnlyTheLanguageOfATagCounts) {
  ASSERT_NE(FindLanguage("de-AT"), nullptr);
  EXPECT_STREQ(FindLanguage("de-AT")->tag(), "de");
  EXPECT_STREQ(FindLanguage("PT_br")->tag(), "pt");
  EXPECT_EQ(FindLanguage(""), nullptr);
  EXPECT_EQ(FindLanguage("xx"), nullptr);
}

TEST(LanguageTest, WordsHaveNoFullStopAtTheirEndAndTagsAreUnique) {
  std::set<std::string> tags;
  for (const LanguageData& data : Languages()) {
    EXPECT_TRUE(tags.insert(data.tag).second) << data.tag;
    for (const char* list :
         {data.before_name, data.before_number, data.may_end, data.starters, data.headings}) {
      for (const absl::string_view word : absl::StrSplit(list, ' ', absl::SkipEmpty())) {
        EXPECT_NE(word.back(), '.') << data.tag << " " << word;
      }
    }
  }
}

TEST(LanguageTest, AWordCanBeInSeveralListsOrRemoved) {
  EXPECT_EQ(FindLanguage("de")->KindOf("usw"), kMayEnd);
  EXPECT_TRUE(FindLanguage("en")->KindOf("no") & kBeforeNumber);
  EXPECT_FALSE(FindLanguage("es")->KindOf("nos") & kBeforeNumber);
  EXPECT_EQ(FindLanguage("en")->KindOf("zebra"), 0);
}

struct GuessCase {
  const char* tag;
  const char* text;
};

class GuessTest : public testing::TestWithParam<GuessCase> {};

TEST_P(GuessTest, IsRight) { EXPECT_STREQ(GuessLanguage(GetParam().text)->tag(), GetParam().tag); }

INSTANTIATE_TEST_SUITE_P(
    Texts, GuessTest,
    testing::Values(GuessCase{"en", "The keys are in the drawer, and they are yours."},
                    GuessCase{"de", "Die Schlüssel sind in der Schublade und sie gehören dir."},
                    GuessCase{"fr", "Les clés sont dans le tiroir et elles sont à vous."},
                    GuessCase{"es", "Las llaves están en el cajón y son para usted."},
                    GuessCase{"it", "Le chiavi sono nel cassetto e non sono di lui."},
                    GuessCase{"nl", "De sleutels zijn in de la en die zijn van jou."},
                    GuessCase{"ru", "Ключи лежат в ящике, и это ваши ключи."},
                    GuessCase{"uk", "Ключі лежать у шухляді, і це ваші ключі."},
                    GuessCase{"el", "Τα κλειδιά είναι στο συρτάρι."},
                    GuessCase{"ja", "鍵は引き出しにあります。"}, GuessCase{"zh", "钥匙在抽屉里。"},
                    GuessCase{"ko", "열쇠는 서랍에 있습니다."},
                    GuessCase{"ar", "المفاتيح في الدرج."}, GuessCase{"ur", "چابیاں دراز میں ہیں۔"},
                    GuessCase{"hi", "चाबियाँ दराज में हैं।"}, GuessCase{"th", "กุญแจอยู่ในลิ้นชัก"},
                    GuessCase{"en", ""}, GuessCase{"en", "1234 --- 5678"}),
    [](const testing::TestParamInfo<GuessCase>& info) {
      return std::string(info.param.tag) + std::to_string(info.index);
    });

TEST(GuessLanguageTest, LooksAtTheFirst1024Bytes) {
  EXPECT_STREQ(GuessLanguage(std::string(1022, ' ') + "ß")->tag(), "de");
  EXPECT_STREQ(GuessLanguage(std::string(1023, ' ') + "ß")->tag(), "en");
  EXPECT_STREQ(GuessLanguage(std::string(1024, ' ') + "ß")->tag(), "en");
  EXPECT_STREQ(GuessLanguage(std::string(1020, ' ') + "eine")->tag(), "de");
  EXPECT_STREQ(GuessLanguage(std::string(1020, ' ') + "eines")->tag(), "de");
}

TEST(GuessLanguageTest, OfLanguagesWithTheSameEvidenceTheFirstInTheListIsGuessed) {
  EXPECT_STREQ(GuessLanguage("la")->tag(), "fr") << "also a word of Spanish and Italian";
  EXPECT_STREQ(GuessLanguage("der")->tag(), "de") << "also a word of Danish and Norwegian";
  EXPECT_STREQ(GuessLanguage("the ß")->tag(), "en") << "as much evidence for German";
  EXPECT_STREQ(GuessLanguage("the ßß")->tag(), "de");
  EXPECT_STREQ(GuessLanguage("xyz")->tag(), "en") << "no evidence";
}

}  // namespace
}  // namespace footnote::segmentation
