// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zlib.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/extractive/terms.h"
#include "service/emulator/text/base64.h"
#include "service/emulator/text/fragments.h"
#include "service/emulator/text/gzip.h"
#include "service/emulator/text/stable_hash.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

TEST(Base64Test, IsWholeGroupsOfItsLettersWithPaddingAtTheEnd) {
  for (const char* text : {"", "YQ==", "YWI=", "YWJj", "+/+/", "YWJjZA=="}) {
    EXPECT_TRUE(IsBase64(text)) << text;
  }
  for (const char* text : {"Y", "YQ", "YQ=", "YQ===", "====", "Y===", "Y=Q=", "YW-_", "YW J",
                           "YWJj\n", "YQ==YQ==", "日"}) {
    EXPECT_FALSE(IsBase64(text)) << text;
  }
}

TEST(Base64Test, GivesTheFirstBytes) {
  EXPECT_EQ(DecodeBase64Start("YQ==", 9), "a");
  EXPECT_EQ(DecodeBase64Start("YWI=", 9), "ab");
  EXPECT_EQ(DecodeBase64Start("YWJjZA==", 9), "abcd");
  EXPECT_EQ(DecodeBase64Start("YWJjZA==", 3), "abc");
  EXPECT_EQ(DecodeBase64Start("YWJjZA==", 0), "");
  EXPECT_EQ(DecodeBase64Start("//79", 3), "\xff\xfe\xfd");
}

TEST(Utf8Test, CountsCodePoints) {
  EXPECT_EQ(CountCodePoints("aé日😀"), 4);
  EXPECT_EQ(FirstCodePoints("aé日😀", 3), "aé日");
  EXPECT_EQ(FirstCodePoints("ab", 9), "ab");
  EXPECT_EQ(FirstCodePoints("ab", 0), "");
}

TEST(Utf8Test, ReadsNoByteBeyondACutCharacter) {
  const std::string text = "😀";
  for (size_t size = 1; size < text.size(); ++size) {
    EXPECT_EQ(DecodeAt(std::string_view(text).substr(0, size), 0).size, 1u);
  }
}

TEST(Utf8Test, WhiteSpaceIsThatOfTheApi) {
  EXPECT_TRUE(IsBlank(" \t\r\n\u3000\u00a0\u2028\x1c"));
  EXPECT_TRUE(IsBlank(""));
  EXPECT_FALSE(IsBlank("\u200b"));
  EXPECT_FALSE(IsBlank("\ufeff"));
  EXPECT_EQ(Trim("\u3000 a b\n"), "a b");
}

TEST(Utf8Test, IllFormedTextLosesItsForeignBytes) {
  EXPECT_EQ(WellFormedOrAscii("日"), "日");
  EXPECT_EQ(WellFormedOrAscii("a\xff\xe6z"), "a??z");
}

bool ShareATerm(std::string_view a, std::string_view b) {
  std::set<uint64_t> terms;
  for (const Term& term : TermsOf(a)) terms.insert(term.hash);
  for (const Term& term : TermsOf(b)) {
    if (terms.count(term.hash) > 0) return true;
  }
  return false;
}

TEST(TermsTest, WordsMatchWithoutCaseOrPlural) {
  EXPECT_TRUE(ShareATerm("POLICIES", "policy"));
  EXPECT_TRUE(ShareATerm("boxes", "box"));
  EXPECT_TRUE(ShareATerm("the company's days", "day"));
  EXPECT_TRUE(ShareATerm("Café", "CAFÉ"));
  EXPECT_TRUE(ShareATerm("ＡＰＩ", "api"));
  EXPECT_FALSE(ShareATerm("address", "addres"));
}

TEST(TermsTest, StopWordsDoNotMatch) { EXPECT_TRUE(TermsOf("What is the, how do you?").empty()); }

TEST(TermsTest, JapaneseIsCutIntoPairs) {
  EXPECT_EQ(TermsOf("有給休暇").size(), 3u);
  EXPECT_TRUE(ShareATerm("有給休暇の日数", "休暇は20日"));
  EXPECT_FALSE(ShareATerm("天気", "休暇"));
}

TEST(TermsTest, GrammarWeighsLessThanContent) {
  ASSERT_EQ(TermsOf("です").size(), 1u);
  EXPECT_LT(TermsOf("です")[0].weight, TermsOf("休暇")[0].weight);
}

TEST(StableHashTest, IsTheSameOnEveryMachine) {
  EXPECT_EQ(StableHash("", 0), StableHash("", 0));
  EXPECT_NE(StableHash("a", 0), StableHash("b", 0));
  EXPECT_NE(StableHash("a", 0), StableHash("a", 1));
  EXPECT_NE(StableHash("aaaaaaaab", 0), StableHash("aaaaaaaac", 0));
  const std::string id = MakeId("msg_01", 7);
  EXPECT_EQ(id, MakeId("msg_01", 7));
  EXPECT_NE(id.substr(6), MakeId("req_01", 7).substr(6));
  EXPECT_EQ(id.size(), 28u);
}

using Fragments = std::vector<std::string_view>;

TEST(FragmentsTest, AreOfSoManyCodePoints) {
  EXPECT_EQ(FragmentsOfCodePoints("aé日😀b", 2), (Fragments{"aé", "日😀", "b"}));
  EXPECT_EQ(FragmentsOfCodePoints("", 2), Fragments());
}

TEST(FragmentsTest, OfWordsJoinToTheTextAndCutNoWordAndNoCharacter) {
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

TEST(FragmentsTest, OfWordsAreAFewWordsEach) {
  std::string text;
  for (int i = 0; i < 100; ++i) text.append(" word");
  EXPECT_GE(FragmentsOfWords(text, 1).size(), 25u);
  std::string japanese;
  for (int i = 0; i < 100; ++i) japanese.append("休暇");
  EXPECT_GE(FragmentsOfWords(japanese, 1).size(), 15u);
}

TEST(GzipTest, GivesWhatInflatesToTheSame) {
  for (const std::string& text : {std::string(), std::string("a"), std::string(100'000, 'x')}) {
    const std::string zipped = Gzip(text);
    constexpr int kGzipOnly = 16;
    z_stream stream = {};
    ASSERT_EQ(inflateInit2(&stream, MAX_WBITS + kGzipOnly), Z_OK);
    std::string out(text.size() + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zipped.data()));
    stream.avail_in = static_cast<uInt>(zipped.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    EXPECT_EQ(out, text);
  }
}

}  // namespace
}  // namespace footnote::emulator
