// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/text/characters.h"
#include "tests/answering/resolving/resolving_support.h"
#include "tests/support/random_text.h"

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::Pair;
using v1::AnswerSentence;

constexpr AnswerSentence::State kCited = AnswerSentence::STATE_CITED;
constexpr AnswerSentence::State kUncited = AnswerSentence::STATE_UNCITED;
constexpr AnswerSentence::State kNeedsNone = AnswerSentence::STATE_NEEDS_NONE;

v1::Answer Answer(const Json& content) { return AnswerTo(TwoHits(), MessageJson(content)); }

// The text and the state of each sentence.
std::vector<std::pair<std::string, AnswerSentence::State>> Sentences(const v1::Answer& answer) {
  std::vector<std::pair<std::string, AnswerSentence::State>> sentences;
  for (const AnswerSentence& sentence : answer.coverage().sentences()) {
    sentences.emplace_back(Slice(answer.text(), sentence.span()), sentence.state());
  }
  return sentences;
}

std::vector<std::string> Texts(const std::string& text) {
  std::vector<std::string> texts;
  for (const SentencePosition& sentence : FindSentences(text, *segmentation::GuessLanguage(text))) {
    texts.push_back(text.substr(sentence.range.begin, sentence.range.end - sentence.range.begin));
  }
  return texts;
}

TEST(SentencesTest, AreTrimmedAndInOrder) {
  EXPECT_THAT(Texts("  One is here. Two is there.\r\n\r\nThree is.\n"),
              ElementsAre("One is here.", "Two is there.", "Three is."));
  EXPECT_THAT(Texts("上限は1000回です。料金は月額です。"),
              ElementsAre("上限は1000回です。", "料金は月額です。"));
  EXPECT_THAT(Texts(" \n\u200B"), ElementsAre());
}

TEST(SentencesTest, ItemsRowsHeadingsRulesAndCodeAreSeparateSentences) {
  EXPECT_THAT(
      Texts("# Limits\n- one item\n- another\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
            "\n**Title**\nText goes on\nhere.\n\n---\n\n```\ncode. More.\n```\nEnd."),
      ElementsAre("# Limits", "- one item", "- another", "| a | b |\n|---|---|", "| 1 | 2 |",
                  "| 3 | 4 |", "**Title**", "Text goes on\nhere.", "---", "```\ncode. More.\n```",
                  "End."));
}

TEST(SentencesTest, ALineThatEndsWithAColonEndsASentence) {
  EXPECT_THAT(
      Texts("In summary:\nThe vendor pays\nfor parts.\n以下のとおりです：\n送料は無料です。"),
      ElementsAre("In summary:", "The vendor pays\nfor parts.", "以下のとおりです：",
                  "送料は無料です。"));
}

TEST(SentencesTest, ASentenceFillsItsLinesIfOnlySpacesAndTabsAreAroundIt) {
  struct Case {
    const char* text;
    bool first_fills_lines;
  };
  for (const Case& row : {Case{"One is.", true}, Case{" One is. ", true}, Case{"\tOne is.\t", true},
                          Case{" \t One is.\t \n", true}, Case{"One is.\nTwo is.", true},
                          Case{"One is. \r\nTwo is.", true}, Case{"\r\tOne is.\r", true},
                          Case{"\u00A0One is.", false}, Case{"One is.\u00A0", false},
                          Case{"One is. Two is.", false}}) {
    const std::vector<SentencePosition> sentences =
        FindSentences(row.text, *segmentation::FindLanguage("en"));
    ASSERT_FALSE(sentences.empty()) << row.text;
    EXPECT_EQ(sentences[0].shape.fills_lines, row.first_fills_lines) << row.text;
  }
}

TEST(SentencesTest, OfRandomTextsAreDisjointAndCoverAllVisibleText) {
  testing_support::RandomText random(11);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random.Any(80);
    size_t end = 0;
    for (const SentencePosition& sentence :
         FindSentences(text, *segmentation::GuessLanguage(text))) {
      ASSERT_LT(sentence.range.begin, sentence.range.end);
      ASSERT_GE(sentence.range.begin, end) << text;
      ASSERT_EQ(text::SkipBlanks(text.substr(0, sentence.range.begin), end), sentence.range.begin)
          << text;
      end = sentence.range.end;
    }
    ASSERT_EQ(text::SkipBlanks(text, end), text.size()) << text;
  }
}

TEST(CoverageTest, ASentenceIsCitedIfACitedBlockOverlapsIt) {
  const v1::Answer answer =
      Answer({TextBlock("The limit "), CitedBlock("is 1000"),
              TextBlock(" per hour. Keys never expire. "), CitedBlock("So be it.")});
  EXPECT_THAT(Sentences(answer),
              ElementsAre(Pair("The limit is 1000 per hour.", kCited),
                          Pair("Keys never expire.", kUncited), Pair("So be it.", kCited)));
  EXPECT_EQ(answer.coverage().cited_code_points(), 27 + 9);
  EXPECT_EQ(answer.coverage().uncited_code_points(), 18);
  EXPECT_DOUBLE_EQ(answer.coverage().ratio(), 36.0 / 54.0);
}

TEST(CoverageTest, WhiteSpaceOfACitedBlockDoesNotOverlapASentence) {
  const v1::Answer answer =
      Answer({TextBlock("One is here."), CitedBlock(" \n"), TextBlock("Two is there.")});
  EXPECT_THAT(Sentences(answer),
              ElementsAre(Pair("One is here.", kUncited), Pair("Two is there.", kUncited)));
}

TEST(CoverageTest, ACitedBlockOverlapsASentenceIfTheyHaveOneCharacterInCommon) {
  struct Case {
    const char* before;
    const char* cited;
    const char* after;
    AnswerSentence::State first;
    AnswerSentence::State second;
  };
  for (const Case& row : {Case{"One", " ", "is here. Two is.", kUncited, kUncited},
                          Case{"One is here", ".", " Two is.", kCited, kUncited},
                          Case{"One is here.", " ", "Two is.", kUncited, kUncited},
                          Case{"One is here. ", "T", "wo is.", kUncited, kCited},
                          Case{"One is here. Two is", ".", "", kUncited, kCited},
                          Case{"", "O", "ne is here. Two is.", kCited, kUncited},
                          Case{"One is here", ". T", "wo is.", kCited, kCited}}) {
    EXPECT_THAT(
        Sentences(Answer({TextBlock(row.before), CitedBlock(row.cited), TextBlock(row.after)})),
        ElementsAre(Pair("One is here.", row.first), Pair("Two is.", row.second)))
        << row.before << "[" << row.cited << "]" << row.after;
  }
}

TEST(CoverageTest, CountsCodePointsAndHasSpansInAllUnits) {
  const v1::Answer answer = Answer({TextBlock("😀 料金です。"), CitedBlock("月額は1,000円です。")});
  EXPECT_THAT(Sentences(answer),
              ElementsAre(Pair("😀 料金です。", kUncited), Pair("月額は1,000円です。", kCited)));
  EXPECT_EQ(answer.coverage().uncited_code_points(), 7);
  EXPECT_EQ(answer.coverage().cited_code_points(), 12);
}

TEST(CoverageTest, ACitationThatIsNotAcceptableDoesNotCount) {
  const v1::Answer answer = Answer(
      {TextBlock("The limit is high.", Json::array({Srl(0, 0, 1, "x"), Srl(9, 0, 1, "y")}))});
  EXPECT_THAT(Sentences(answer), ElementsAre(Pair("The limit is high.", kUncited)));
  EXPECT_EQ(answer.coverage().ratio(), 0);
}

TEST(CoverageTest, OneAcceptableCitationOfABlockIsSufficientEvenIfItIsNotCheckable) {
  EXPECT_EQ(
      Answer({TextBlock("The limit is high.", Json::array({Srl(0, 0, 1, "x"),
                                                           {{"type", "web_search_result_location"},
                                                            {"url", "u"},
                                                            {"encrypted_index", "e"}}}))})
          .coverage()
          .ratio(),
      1);
}

TEST(CoverageTest, ASentenceThatNeedsNoCitationHasAReasonAndDoesNotCount) {
  const v1::Answer answer =
      Answer({TextBlock("Hello! Here is what the documents say:\n\n## Limits\n\n"),
              CitedBlock("The limit is 1000."), TextBlock("\n\nAnything else?")});
  std::vector<int> reasons;
  for (const AnswerSentence& sentence : answer.coverage().sentences()) {
    reasons.push_back(sentence.reason());
  }
  EXPECT_THAT(reasons,
              ElementsAre(AnswerSentence::REASON_GREETING, AnswerSentence::REASON_CONNECTIVE,
                          AnswerSentence::REASON_HEADING, AnswerSentence::REASON_UNSPECIFIED,
                          AnswerSentence::REASON_QUESTION));
  EXPECT_EQ(answer.coverage().ratio(), 1);
}

TEST(CoverageTest, ALabelBeforeAListIsAHeading) {
  const v1::Answer answer = Answer(
      {TextBlock("Plans of the shop:\n\n- "), CitedBlock("Starter"), TextBlock("\n- Premium")});
  EXPECT_THAT(Sentences(answer),
              ElementsAre(Pair("Plans of the shop:", kNeedsNone), Pair("- Starter", kCited),
                          Pair("- Premium", kUncited)));
}

TEST(CoverageTest, EachRowOfATableCountsExceptItsHead) {
  const v1::Answer answer =
      Answer({TextBlock("| Plan | Limit |\n|---|---|\n| A | 1 |\n"), CitedBlock("| B | 2 |\n")});
  EXPECT_THAT(Sentences(answer),
              ElementsAre(Pair("| Plan | Limit |\n|---|---|", kNeedsNone),
                          Pair("| A | 1 |", kUncited), Pair("| B | 2 |", kCited)));
}

TEST(CoverageTest, TheFirstRowOfATableIsAHeadingIfADelimiterFollows) {
  struct Case {
    const char* head;  // the first lines of the table
    AnswerSentence::State state;
  };
  for (const Case& row : {Case{"| A |\n|-|", kNeedsNone}, Case{"| A |\r\n|-|", kNeedsNone},
                          Case{"| A |\n  |-|", kNeedsNone}, Case{"A | B\n-|-", kNeedsNone},
                          Case{"| A |", kUncited}}) {
    const std::string rows = "\n| 1 |\n| 2 |\n";
    const auto sentences = Sentences(Answer({TextBlock(row.head + rows)}));
    ASSERT_FALSE(sentences.empty());
    EXPECT_THAT(sentences[0], Pair(row.head, row.state));
  }
}

TEST(CoverageTest, ACitedHeadingCounts) {
  EXPECT_THAT(Sentences(Answer({CitedBlock("## Limits")})), ElementsAre(Pair("## Limits", kCited)));
}

TEST(CoverageTest, HasNoRatioIfNoSentenceNeedsACitation) {
  const v1::Answer answer = Answer({TextBlock("Hello!")});
  EXPECT_TRUE(answer.has_coverage());
  EXPECT_FALSE(answer.coverage().has_ratio());
}

TEST(CoverageTest, IsAbsentWithoutTextAndWithoutCitableSources) {
  EXPECT_FALSE(Answer(Json::array()).has_coverage());
  EXPECT_FALSE(Answer({TextBlock(" \n")}).has_coverage());
  v1::AnswerRequest request = TwoHits();
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  const std::string json = MessageJson({TextBlock("The limit is 1000.")});
  EXPECT_FALSE(AnswerTo(request, json).has_coverage());
  request = TwoHits();
  request.clear_search_results();
  EXPECT_FALSE(AnswerTo(request, json).has_coverage());
}

TEST(CoverageTest, IsPresentIfAWebPageIsCited) {
  v1::AnswerRequest request = TwoHits();
  request.clear_search_results();
  const v1::Answer answer =
      AnswerTo(request, MessageJson({TextBlock("The limit is 1000.",
                                               Json::array({{{"type", "web_search_result_location"},
                                                             {"url", "u"},
                                                             {"encrypted_index", "e"}}}))}));
  EXPECT_EQ(answer.coverage().ratio(), 1);
}

TEST(CoverageTest, ALongAnswerTakesLinearTime) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "The limit is high, and so is the price of it. ";
  Json content = Json::array();
  for (size_t at = 0; at < text.size(); at += 1000) {
    content.push_back(at % 2000 == 0 ? CitedBlock(text.substr(at, 1000))
                                     : TextBlock(text.substr(at, 1000)));
  }
  const v1::Answer answer = Answer(content);
  EXPECT_EQ(answer.coverage().sentences_size(), 20000);
}

}  // namespace
}  // namespace footnote::answering::resolving
