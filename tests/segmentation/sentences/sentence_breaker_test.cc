// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/segmentation/chunker.h"
#include "tests/segmentation/chunking_testing.h"

namespace footnote::segmentation {
namespace {

// A text in a language, given as its sentences.
struct SentenceCase {
  const char* name;
  const char* language;  // "" to guess it
  std::vector<std::string> sentences;
};

class SentenceTest : public testing::TestWithParam<SentenceCase> {};

TEST_P(SentenceTest, IsSplitAsExpected) {
  ChunkingRules rules = Rules(ChunkingPolicy::kSentence);
  rules.language = FindLanguage(GetParam().language);
  const std::string text = absl::StrJoin(GetParam().sentences, "");
  EXPECT_THAT(Split(text, rules), testing::ElementsAreArray(GetParam().sentences));
}

std::string NameOf(const testing::TestParamInfo<SentenceCase>& info) { return info.param.name; }

// Texts that were written for this project. One abbreviation represents its list.
INSTANTIATE_TEST_SUITE_P(
    English, SentenceTest,
    testing::Values(
        SentenceCase{"Plain", "en", {"The pump failed. ", "We replaced it."}},
        SentenceCase{"TitleBeforeAName", "en", {"Dr. Osei and Mrs. Park met. ", "They agreed."}},
        SentenceCase{"Initials", "en", {"J. K. Osei wrote it. ", "Lena M. Park read it."}},
        SentenceCase{"AcronymBeforeANoun", "en", {"The U.S. Navy replied. ", "Nobody heard."}},
        SentenceCase{"AcronymBeforeAStarter", "en", {"She moved to the U.S. ", "He stayed."}},
        SentenceCase{"NumberAbbreviation", "en", {"See fig. 4 and pp. 3-5. ", "Then stop."}},
        SentenceCase{"TimeInFront",
                     "en",
                     {"At 9 a.m. Ms. Lee called. ", "She left at 5 p.m. ", "Mr. Day stayed."}},
        SentenceCase{"Decimals", "en", {"It costs 1,299.50 dollars. ", "Version 2.4.1 is free."}},
        SentenceCase{"DottedNames", "en", {"We use Node.js and ASP.NET. ", "Both work."}},
        SentenceCase{"CamelCaseBegins", "en", {"Sales fell. ", "iPad sales rose."}},
        SentenceCase{"QuestionInAQuote", "en", {"\"Is it on?\" he asked. ", "\"Yes,\" she said."}},
        SentenceCase{"SentencesInAQuote", "en", {"He said: \"Wait. Stop.\" ", "Then he left."}},
        SentenceCase{"SentencesInParentheses",
                     "en",
                     {"He (she knew. Always.) went on. ", "Then he stopped."}},
        SentenceCase{"SeparateParentheses",
                     "en",
                     {"We left. ", "(It was late. Very late.) ", "Nobody spoke."}},
        SentenceCase{"Ellipsis", "en", {"He waited ... and waited. ", "Then... nothing."}},
        SentenceCase{"ManyTerminators", "en", {"What?! ", "You did it?? ", "Why...?"}},
        SentenceCase{"ReferenceMarks", "en", {"Helium is light.[1][2] ", "Lead is not."}},
        SentenceCase{"Footnote", "en", {"It was shown before.12 ", "Others disagree."}},
        SentenceCase{"SectionHead", "en", {"Chapter 3. Results. ", "They were poor."}},
        SentenceCase{"ListInOneLine", "en", {"1. Wash it. ", "2. Dry it. ", "3. Fold it."}},
        SentenceCase{"ListWithoutTerminators", "en", {"a) wash ", "b) dry ", "c) fold"}},
        SentenceCase{"LoneMarkerIsProse", "en", {"The list (a) opens. ", "It closes."}},
        SentenceCase{"CodeSpan", "en", {"Run `a. B()` now. ", "Then stop."}},
        SentenceCase{"LinkTarget", "en", {"See [the. Docs](https://a.b/c. d) too. ", "Then stop."}},
        SentenceCase{"Address", "en", {"Write to a.b@example.com. ", "Do not call."}},
        SentenceCase{"Emphasis", "en", {"**Stop now.** ", "Go on."}},
        SentenceCase{"SoftLineEnd", "en", {"This line goes\r\non here. ", "And ends."}},
        SentenceCase{"IndentationBelongsToTheNextSentence", "en", {"One.\n", "  Two."}},
        SentenceCase{"NoSpace", "en", {"It is late.", "That is all."}},
        SentenceCase{"NoSpaceBeforeATitle", "en", {"It is late.", "Mr. Lee left."}},
        SentenceCase{"NoSpaceBeforeACompound", "en", {"It is late.Today-ish it ends."}},
        SentenceCase{"EllipsisBeforeThePronoun", "en", {"He waited… I left. ", "It rained."}},
        SentenceCase{"EllipsisBeforeACapital", "en", {"He waited… ", "It rained."}},
        SentenceCase{"FootnoteOfThreeDigits", "en", {"It was shown.123 ", "Others disagree."}},
        SentenceCase{"FourDigitsAreNoFootnote", "en", {"It was shown.1234 Others disagree."}},
        SentenceCase{"PackageNames", "en", {"Use java.lang.String here. ", "It works."}},
        SentenceCase{"Emoji", "en", {"Done!\U0001F389 ", "Next."}},
        SentenceCase{"CombiningMark", "en", {"Wow!\u0301 ", "Next."}},
        SentenceCase{"NonBreakingSpaces", "en", {"Mr.\u00A0Lee spoke.\u00A0", "He left."}},
        SentenceCase{"HeadingAndFence",
                     "en",
                     {"# One. Two.\n\n", "Run it. ", "So:\n\n", "```\na. B\n```\n", "Done."}},
        SentenceCase{"TableIsNotSplit",
                     "en",
                     {"See:\n\n", "| a. B | c |\n|---|---|\n| d. E | f |\n\n", "End."}}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    Languages, SentenceTest,
    testing::Values(
        SentenceCase{"GermanOrdinal",
                     "de",
                     {"Am 7. Juni kam Dr. Vogt. ", "Er blieb bis 2019. ", "Dann ging er."}},
        SentenceCase{"GermanChain", "de", {"Es gibt z. B. Obst, d. h. Äpfel usw. ", "Das reicht."}},
        SentenceCase{
            "GermanQuotes", "de", {"„Kommst du? Ja?“, fragte er. ", "„Nein.“ ", "Er ging."}},
        SentenceCase{
            "GermanEra", "de", {"Um 300 v. Chr. Geburt lebte er. ", "Mehr ist unbekannt."}},
        SentenceCase{"FrenchQuotes", "fr", {"Elle a dit : « Non. Jamais. » ", "Il est parti."}},
        SentenceCase{"FrenchTitles", "fr", {"M. Petit et Mme. Roux, cf. p. 4. ", "Ils sont là."}},
        SentenceCase{"SpanishOpening", "es", {"La Sra. Gil vino. ", "¿Cuándo? ", "¡Ayer!"}},
        SentenceCase{"SpanishChain", "es", {"Vive en EE. UU. desde ayer. ", "No habla."}},
        SentenceCase{"Italian", "it", {"Il dott. Neri, ecc. ", "La cena è pronta."}},
        SentenceCase{"Dutch", "nl", {"Dhr. Bos, blz. 12, nr. 3. ", "Zie ook daar."}},
        SentenceCase{"Russian",
                     "ru",
                     {"См. рис. 2 на стр. 7. ", "Проф. И. В. Орлов и т. д. согласны. ", "Да!"}},
        SentenceCase{"RussianDash", "ru", {"— Где ты? — спросил он. ", "— Дома."}},
        SentenceCase{"Czech", "cs", {"Přišel 3. března na ul. Krátká č. 5. ", "Odešel."}},
        SentenceCase{"GreekQuestion", "el", {"Πού είναι; ", "Εδώ είναι ο κ. Νίκου."}},
        SentenceCase{"Armenian", "hy", {"Բարև Ձեզ։ ", "Ինչպե՞ս եք:"}},
        SentenceCase{"Arabic", "ar", {"وصل د. سمير. ", "هل رأيته؟ ", "نعم!"}},
        SentenceCase{"Urdu", "ur", {"یہ ایک جملہ ہے۔ ", "کیا آپ ہیں؟ ", "ہاں!"}},
        // B49
        SentenceCase{"Hindi", "hi", {"यह पहला है। ", "यह दूसरा है। ", "डॉ. शर्मा आए।"}},
        SentenceCase{"Burmese", "my", {"နေကောင်းလား။ ", "ကောင်းပါတယ်။"}},
        SentenceCase{"Amharic", "am", {"ደህና ነህ፧ ", "ደህና ነኝ።"}},
        SentenceCase{"Thai", "th", {"คุณชอบไหม? ", "ชอบมาก! ", "ราคา 3.50 บาท"}},
        SentenceCase{"Korean", "ko", {"그는 \"가자. 늦었어.\"라고 말했다. ", "모두 갔다."}},
        // B47
        SentenceCase{
            "JapaneseWithoutSpaces", "ja", {"今日は晴れです。", "明日は雨でしょうか？", "はい！"}},
        SentenceCase{
            "JapaneseQuoteGoesOn", "ja", {"彼は「帰ろう。遅い。」と言った。", "誰も動かない。"}},
        SentenceCase{"JapaneseQuoteEnds", "ja", {"「わかった。」", "彼女は言った。"}},
        SentenceCase{"JapaneseExclamationInAName", "ja", {"アイカツ！が好きだ。", "毎週見る。"}},
        SentenceCase{"WideFigures", "ja", {"価格は１，２００円です．", "率は０．５％です．"}},
        SentenceCase{"ChineseQuoteEnds", "zh", {"他说：“我不去。”", "大家沉默了。"}},
        SentenceCase{"ChineseAfterALatinWord", "zh", {"他说OK.", "我走了。"}},
        SentenceCase{"ChineseAfterInitials", "zh", {"他住在B.C.警方的家。", "我走了。"}},
        SentenceCase{"WideCapitals", "ja", {"会社ＡＡ．", "大きいｚＡ．", "次．"}},
        SentenceCase{"DandaWithoutSpace", "hi", {"यह घर है।", "वह पेड़ है।"}},
        SentenceCase{"JapaneseCommaContinues", "ja", {"え？、と彼は言った。", "次。"}},
        SentenceCase{"ChineseTitleGoesOn", "zh", {"《你好！》上映了。", "票房很高。"}},
        SentenceCase{"MixedScripts",
                     "",
                     {"Hello. ", "これは日本語です。", "Back to English. ", "终于结束了。"}},
        SentenceCase{"GermanGuessed",
                     "",
                     {"Das ist bzw. war der Plan. ", "Er kam am 3. Mai und ging nicht."}},
        SentenceCase{"UnknownLanguageTag", "xx", {"One is here. ", "Two is there."}}),
    NameOf);

TEST(SentenceTest, PunctuationAfterAWideTerminatorContinuesTheSentence) {
  for (const char* mark : {"、", "，", ",", ";", ":"}) {
    const std::string first = absl::StrCat("え？", mark, "彼は言った。");
    EXPECT_THAT(Split(absl::StrCat(first, "次。"), Rules(ChunkingPolicy::kSentence)),
                testing::ElementsAre(first, "次。"));
  }
}

TEST(SentenceTest, ASymbolAfterAWideTerminatorBeginsASentence) {
  for (const char* mark : {"-", "#", "=", "@"}) {
    EXPECT_THAT(Split(absl::StrCat("え？", mark, "彼は言った。"), Rules(ChunkingPolicy::kSentence)),
                testing::ElementsAre("え？", absl::StrCat(mark, "彼は言った。")));
  }
}

TEST(SentenceTest, ALongThaiTextIsSplitAtSpacesAndFlagged) {
  // B49
  std::string text;
  while (text.size() < 9000) text += "ภาษาไทยไม่มีจุดจบประโยค ";
  const Chunks chunks = Chunk(text, Rules(ChunkingPolicy::kSentence));
  ASSERT_GT(chunks.blocks.size(), 1u);
  ASSERT_EQ(chunks.flags.size(), chunks.blocks.size());
  for (size_t i = 0; i < chunks.blocks.size(); ++i) {
    EXPECT_LE(chunks.blocks[i].size(), kMaxSentenceBytes);
    EXPECT_EQ(chunks.blocks[i].back(), ' ');
    EXPECT_EQ(chunks.flags[i], i + 1 < chunks.blocks.size() ? kForcedSplit : 0);
  }
  EXPECT_STREQ(chunks.language->tag(), "th");
}

TEST(SentenceTest, AChineseTextOfManySentencesIsNotOneBlock) {
  // B47
  std::string text;
  while (text.size() < 3 * 10500) text += "这是一个句子，它有一个句号。";
  const Chunks chunks = Chunk(text, Rules(ChunkingPolicy::kSentence));
  EXPECT_EQ(chunks.blocks.size(), text.size() / chunks.blocks[0].size());
  EXPECT_TRUE(chunks.flags.empty());
}

}  // namespace
}  // namespace footnote::segmentation
