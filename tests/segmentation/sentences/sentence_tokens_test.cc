// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/sentence_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace footnote::segmentation {
namespace {

// Describes the tokens of `text`: "<" opener, ">" closer, "u" unpaired, "b" bullet, "t" terminator
// with its marks, each with its text.
std::string Tokens(const std::string& text, const char* language = "en") {
  constexpr const char* kKinds[] = {"t", "<", ">", "u", "b"};
  constexpr const char* kMarks[] = {".", "!", "?", "e", "w", "d", "s"};
  std::vector<SentenceToken> tokens;
  FindSentenceTokens(text, *FindLanguage(language), &tokens);
  std::string out;
  for (const SentenceToken& token : tokens) {
    absl::StrAppend(&out, out.empty() ? "" : " ", kKinds[token.kind]);
    for (int bit = 0; bit < 7; ++bit) {
      if ((token.marks >> bit & 1) != 0) out += kMarks[bit];
    }
    absl::StrAppend(&out, "[", text.substr(token.begin, token.end - token.begin), "]");
  }
  return out;
}

TEST(SentenceTokensTest, PlainTextHasNone) { EXPECT_EQ(Tokens("one, two: three; four"), ""); }

TEST(SentenceTokensTest, ARunOfTerminatorsIsOneToken) {
  EXPECT_EQ(Tokens("a. b"), "t.[.]");
  EXPECT_EQ(Tokens("a.. b"), "t.[..]");
  EXPECT_EQ(Tokens("a... b"), "t.e[...]");
  EXPECT_EQ(Tokens("a?! b"), "t!?[?!]");
  EXPECT_EQ(Tokens("a… b"), "te[…]");
  EXPECT_EQ(Tokens("a。b！"), "t.w[。] t!w[！]");
}

TEST(SentenceTokensTest, SpacedMarksAreOneToken) {
  EXPECT_EQ(Tokens("a? ? ? b"), "t?[? ? ?]");
  EXPECT_EQ(Tokens("a? !"), "t?[? !]");
  EXPECT_EQ(Tokens("a! ... b"), "t!e[! ...]");
  EXPECT_EQ(Tokens("a! . . . b"), "t!e[! . . .]");
  EXPECT_EQ(Tokens("a! . b"), "t![!] t.[.]");
}

TEST(SentenceTokensTest, SpacedDotsAreAnOmission) {
  EXPECT_EQ(Tokens("a . . . b"), "tes[. . .]");
  EXPECT_EQ(Tokens("a. . . b"), "tes[. . .]");
  EXPECT_EQ(Tokens("a .\u00A0.\u00A0. b"), "tes[.\u00A0.\u00A0.]");
  EXPECT_EQ(Tokens("a . . b"), "t.[.] t.[.]");
  EXPECT_EQ(Tokens("a . . .. b"), "t.[.] t.[.] t.[..]");
}

TEST(SentenceTokensTest, FourSpacedDotsEndASentence) {
  EXPECT_EQ(Tokens("a. . . . b"), "t.s[.]");
  EXPECT_EQ(Tokens("a . . . . b"), "t.[. . . .]");
}

TEST(SentenceTokensTest, ColonsAndSemicolonsEndSentencesInSomeScripts) {
  EXPECT_EQ(Tokens("տուն: b", "hy"), "td[:]");
  EXPECT_EQ(Tokens("a: b", "hy"), "");
  EXPECT_EQ(Tokens("a.: b", "hy"), "t.[.] td[:]");
  EXPECT_EQ(Tokens("a.: b", "en"), "t.[.]");
  EXPECT_EQ(Tokens("εδώ; b", "el"), "td[;]");
  EXPECT_EQ(Tokens("εδώ; b", "en"), "");
  EXPECT_EQ(Tokens("a; b", "el"), "");
}

TEST(SentenceTokensTest, BracketsMakePairs) {
  EXPECT_EQ(Tokens("(a [b] c)"), "<[(] <[[] >[]] >[)]");
  EXPECT_EQ(Tokens("(a"), "u[(]");
  EXPECT_EQ(Tokens("a)"), "u[)]");
  EXPECT_EQ(Tokens("()"), "");
}

TEST(SentenceTokensTest, BulletsAreTokens) {
  EXPECT_EQ(Tokens("• a ⁃ b ‣ c ◦ d"), "b[•] b[⁃] b[‣] b[◦]");
}

TEST(SentenceTokensTest, CodeSpansHaveNoTokens) {
  EXPECT_EQ(Tokens("`a. (b` c."), "t.[.]");
  EXPECT_EQ(Tokens("``a` .`` c."), "t.[.]");
  EXPECT_EQ(Tokens("```a. b``` c."), "t.[.]");
  EXPECT_EQ(Tokens("``it's a. b`` c."), "t.[.]");
  EXPECT_EQ(Tokens("`a. b"), "u[`] t.[.]");
  EXPECT_EQ(Tokens("```a. b"), "t.[.]");
}

TEST(SentenceTokensTest, ACodeSpanIsNotLongerThanAPair) {
  const std::string middle(1499, 'a');
  EXPECT_EQ(Tokens("`." + middle + "`"), "u[`] t.[.] u[`]");
  EXPECT_EQ(Tokens("`." + middle.substr(1) + "`"), "");
}

TEST(SentenceTokensTest, TexQuotationMarksMakePairs) {
  EXPECT_EQ(Tokens("``a. b'' c"), "<[``] t.[.] >['']");
  EXPECT_EQ(Tokens("`a. b' c"), "<[`] t.[.] >[']");
}

TEST(SentenceTokensTest, LinksHaveNoTokensInTheirTarget) {
  EXPECT_EQ(Tokens("[a](b. (c) d) e."), "<[[] >[]] t.[.]");
  EXPECT_EQ(Tokens("[a](b. c"), "<[[] >[]] u[(] t.[.]");
  EXPECT_EQ(Tokens("[a](b.\nc)"), "<[[] >[]] <[(] t.[.] >[)]");
  EXPECT_EQ(Tokens("[a] (b. c)"), "<[[] >[]] <[(] t.[.] >[)]");
  EXPECT_EQ(Tokens("[a](" + std::string(998, '.') + ") b."), "<[[] >[]] t.[.]");
}

TEST(SentenceTokensTest, AutolinksHaveNoTokens) {
  EXPECT_EQ(Tokens("<https://a.b/c> d."), "t.[.]");
  EXPECT_EQ(Tokens("<a.b@c.d> e."), "t.[.]");
  EXPECT_EQ(Tokens("<a.b> c."), "t.[.] t.[.]");
  EXPECT_EQ(Tokens("<.> c"), "t.[.]");
  EXPECT_EQ(Tokens("<a:b>. c"), "t.[.]");
  EXPECT_EQ(Tokens("<a.b@ c> d."), "t.[.] t.[.]");
  EXPECT_EQ(Tokens("<a:" + std::string(600, '.') + ">"), "t.e[" + std::string(600, '.') + "]");
}

TEST(SentenceTokensTest, ApostrophesAreNoTokens) {
  EXPECT_EQ(Tokens("don't don’t"), "");
  EXPECT_EQ(Tokens("ד\"ר", "he"), "");
  EXPECT_EQ(Tokens("the dogs' bowls"), "u[']");
}

TEST(SentenceTokensTest, StraightQuotationMarksMakePairs) {
  EXPECT_EQ(Tokens("\"a.\" b"), "<[\"] t.[.] >[\"]");
  EXPECT_EQ(Tokens("x 'a.' b"), "<['] t.[.] >[']");
  EXPECT_EQ(Tokens("(\"a\")"), "<[(] <[\"] >[\"] >[)]");
  EXPECT_EQ(Tokens("x—\"a\""), "<[\"] >[\"]");
  EXPECT_EQ(Tokens("x \" A \" b"), "<[\"] >[\"]");
  EXPECT_EQ(Tokens("x \" a b"), "u[\"]");
  EXPECT_EQ(Tokens("x. \" A b"), "t.[.] u[\"]");
  EXPECT_EQ(Tokens("x \" ... b \" c"), "<[\"] t.e[...] >[\"]");
  EXPECT_EQ(Tokens("x ''a.'' b"), "<[''] t.[.] >['']");
}

TEST(SentenceTokensTest, CurvedQuotationMarksMakePairs) {
  EXPECT_EQ(Tokens("“a” b"), "<[“] >[”]");
  EXPECT_EQ(Tokens("„a“ b", "de"), "<[„] >[“]");
  EXPECT_EQ(Tokens("‚a‘ b", "de"), "<[‚] >[‘]");
  EXPECT_EQ(Tokens("‘a’ b"), "<[‘] >[’]");
  EXPECT_EQ(Tokens("”a” b", "sv"), "<[”] >[”]");
  EXPECT_EQ(Tokens("他“a”b", "zh"), "<[“] >[”]");
}

TEST(SentenceTokensTest, GuillemetsOpenInBothDirections) {
  EXPECT_EQ(Tokens("« a » b", "fr"), "<[«] >[»]");
  EXPECT_EQ(Tokens("»a« b", "de"), "<[»] >[«]");
  EXPECT_EQ(Tokens("x«a» b", "de"), "<[«] >[»]");
}

TEST(SentenceTokensTest, ReplacesTheTokens) {
  std::vector<SentenceToken> tokens(3);
  FindSentenceTokens("a. b", *FindLanguage("en"), &tokens);
  ASSERT_EQ(tokens.size(), 1u);
  EXPECT_EQ(tokens[0].begin, 1u);
  EXPECT_EQ(tokens[0].end, 2u);
}

}  // namespace
}  // namespace footnote::segmentation
