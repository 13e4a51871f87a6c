// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/answerer.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "service/emulator/reply/reply_json.h"
#include "tests/emulator/answered.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

std::string Leave() {
  return SearchResult(
      Text("Annual leave is 20 days.") + "," + Text("Carry-over is at most 5 days."), Cited(),
      "Leave policy");
}

std::string Pay() {
  return SearchResult(
      Text("Salaries are paid on the 25th.") + "," + Text("Overtime is paid monthly."), Cited(),
      "Pay");
}

const std::string kTool =
    R"({"name":"search","input_schema":{"type":"object","properties":{"query":{"type":"string"}}}})";

std::string ToolRound(const std::string& result_content, const std::string& query = "leave") {
  return R"([{"role":"user","content":"How many days can I carry over?"},)"
         R"({"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"search","input":{"query":")" +
         query +
         R"("}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":)" +
         result_content + "}]}]";
}

TEST(AnswererTest, QuotesAndCitesTheMatchingBlock) {
  const Answered a = Answer(Ask(Pay() + "," + Leave(), "Is carry-over possible?"));
  ASSERT_EQ(a.reply.content.size(), 1u);
  EXPECT_EQ(a.reply.content[0].text, "Carry-over is at most 5 days.");
  ASSERT_EQ(a.citations().size(), 1u);
  const ReplyCitation citation = a.citations()[0];
  EXPECT_EQ(citation.kind, ReplyCitation::Kind::kSearchResult);
  EXPECT_EQ(citation.index, 1);
  EXPECT_EQ(citation.start, 1);
  EXPECT_EQ(citation.end, 2);
  EXPECT_EQ(citation.title, "Leave policy");
  EXPECT_EQ(citation.source, "kb://1");
  EXPECT_EQ(citation.cited_text, "Carry-over is at most 5 days.");
  EXPECT_EQ(a.reply.stop_reason, "end_turn");
}

TEST(AnswererTest, AdjacentBlocksAreCitedAsOneRange) {
  const Answered a = Answer(Ask(Leave(), "How many days of annual leave and of carry-over?"));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].start, 0);
  EXPECT_EQ(a.citations()[0].end, 2);
  EXPECT_EQ(a.citations()[0].cited_text, "Annual leave is 20 days.Carry-over is at most 5 days.");
}

TEST(AnswererTest, TextBetweenClaimsHasNoCitations) {
  const Answered a =
      Answer(Ask(Leave() + "," + Pay(), "When are salaries paid, and is carry-over possible?"));
  ASSERT_GE(a.reply.content.size(), 4u);
  EXPECT_TRUE(a.reply.content[0].citations.empty());
  EXPECT_FALSE(a.reply.content[1].citations.empty());
  EXPECT_EQ(a.reply.content[2].text, "\n\nIn addition: ");
  EXPECT_TRUE(a.reply.content[2].citations.empty());
  EXPECT_FALSE(a.reply.content[3].citations.empty());
}

TEST(AnswererTest, QuotesAtMostThreePassages) {
  std::string search_results;
  for (int i = 0; i < 9; ++i) {
    search_results +=
        (i ? "," : "") + SearchResult(Text("Leave rule " + std::to_string(i) + "."), Cited());
  }
  EXPECT_EQ(Answer(Ask(search_results, "leave rule")).citations().size(), 3u);
}

TEST(AnswererTest, QuotesOnlyOneOfNearDuplicatePassages) {
  const auto rule = [](const std::string& text) { return SearchResult(Text(text), Cited()); };
  const Answered a =
      Answer(Ask(rule("Local changes to files must be preserved during a package upgrade.") + "," +
                     rule("* local changes to files must be preserved during any package\\n"
                          "upgrade, and\\n\\n* nothing else") +
                     "," + rule("Changes are preserved by maintainer scripts."),
                 "Are local changes preserved?"));
  ASSERT_EQ(a.citations().size(), 2u);
  EXPECT_EQ(a.reply.content[1].text,
            "Local changes to files must be preserved during a package upgrade.");
  EXPECT_EQ(a.reply.content[3].text, "Changes are preserved by maintainer scripts.");
}

TEST(AnswererTest, SentencesThatDifferInANumberAreBothQuoted) {
  const auto rule = [](const std::string& text) { return SearchResult(Text(text), Cited()); };
  const Answered a = Answer(Ask(
      rule("The limit for hotel costs on journeys inside the country is 90 euros a night.") + "," +
          rule("The limit for hotel costs on journeys outside the country is 150 euros a night."),
      "What is the limit for hotel costs?"));
  EXPECT_EQ(a.citations().size(), 2u);
}

TEST(AnswererTest, WrappedItemIsQuotedAsASentenceAndCitedVerbatim) {
  const Answered a = Answer(
      Ask(SearchResult(Text("* local changes must be\\n  preserved during an upgrade, and\\n\\n"),
                       Cited()),
          "Are local changes preserved?"));
  EXPECT_EQ(a.text(), "Local changes must be preserved during an upgrade.");
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].cited_text,
            "* local changes must be\n  preserved during an upgrade, and\n\n");
}

TEST(AnswererTest, QuotesTheBestSentenceOfALongBlock) {
  const Answered a = Answer(
      Ask(SearchResult(Text("# Pay\\nSalaries are monthly. Bonuses come in June. Taxes differ."),
                       Cited()),
          "When do bonuses come?"));
  EXPECT_EQ(a.text(), "Bonuses come in June.");
  EXPECT_EQ(a.citations()[0].cited_text,
            "# Pay\nSalaries are monthly. Bonuses come in June. Taxes differ.");
}

TEST(AnswererTest, HeadingIsNotQuotedButRaisesTheScoreOfTheBlockAfterIt) {
  const Answered a = Answer(
      Ask(SearchResult(Text("## Data retention") + "," + Text("Records stay for 30 days.") + "," +
                           Text("## Contact") + "," + Text("Call us on any of these days."),
                       Cited()),
          "What is the retention of records?"));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].cited_text, "Records stay for 30 days.");
}

TEST(AnswererTest, SearchResultsAreCountedAcrossMessagesAndToolResults) {
  const std::string body = Body(
      R"([{"role":"user","content":[)" + Pay() + "," + Text("Hi") +
      R"(]},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"search","input":{}}]},)"
      R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[)" +
      Pay() + "," + Leave() + R"(]},)" + Text("Is carry-over possible?") + "]}]");
  const Answered a = Answer(body);
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].index, 2);
}

TEST(AnswererTest, ToolResultIsMatchedWithTheQuestionAndTheQuery) {
  const Answered a = Answer(Body(ToolRound("[" + Pay() + "]", "salaries")));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].cited_text, "Salaries are paid on the 25th.");
}

TEST(AnswererTest, PlainTextIsCitedBySentenceInCodePoints) {
  const Answered a =
      Answer(Ask(PlainText("😀 Café é. The sky is blue. End.", Cited()), "What colour is the sky?"));
  ASSERT_EQ(a.citations().size(), 1u);
  const ReplyCitation citation = a.citations()[0];
  EXPECT_EQ(citation.kind, ReplyCitation::Kind::kChar);
  EXPECT_EQ(citation.start, 10);
  EXPECT_EQ(citation.end, 27);  // includes the space after the sentence
  EXPECT_EQ(citation.cited_text, "The sky is blue.");
  EXPECT_EQ(citation.title, "");
}

TEST(AnswererTest, DocumentsIncludingPdfsAreCountedSeparatelyFromSearchResults) {
  const std::string pdf =
      R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":")" +
      kPdfData + R"("},)" + Cited() + "}";
  const Answered a = Answer(Ask(Pay() + "," + pdf + "," + PlainText("The sky is blue.", Cited()),
                                "What colour is the sky?"));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].index, 1);
}

TEST(AnswererTest, CustomContentIsCitedByBlockAndImagesCountAsBlocks) {
  const std::string document =
      R"({"type":"document","source":{"type":"content","content":[)" + Text("Roses are red.") +
      R"(,{"type":"image","source":{"type":"url","url":"u"}},)" + Text("The sky is blue.") +
      R"(]},"title":"Colours",)" + Cited() + "}";
  const Answered a = Answer(Ask(document, "What colour is the sky?"));
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].kind, ReplyCitation::Kind::kContentBlock);
  EXPECT_EQ(a.citations()[0].start, 2);
  EXPECT_EQ(a.citations()[0].end, 3);
}

TEST(AnswererTest, SourcesWithoutCitationsEnabledAreQuotedWithoutCitations) {
  const Answered a =
      Answer(Ask(SearchResult(Text("Carry-over is at most 5 days.")), "Is carry-over possible?"));
  EXPECT_EQ(a.text(), "Carry-over is at most 5 days.");
  EXPECT_TRUE(a.citations().empty());
}

TEST(AnswererTest, AnswersAJapaneseQuestionInJapanese) {
  const std::string search_results =
      SearchResult(Text("年次有給休暇は20日です。"), Cited(), "休暇規程") + "," +
      SearchResult(Text("交通費は毎月精算します。"), Cited(), "経費規程") + "," +
      SearchResult(Text("有給休暇の申請は前日までです。"), Cited(), "申請");
  const Answered a = Answer(Ask(search_results, "有給休暇は何日ですか？"));
  ASSERT_EQ(a.citations().size(), 2u);
  EXPECT_EQ(a.reply.content[0].text, "資料には次のように書かれています。\n\n");
  EXPECT_EQ(a.citations()[0].cited_text, "年次有給休暇は20日です。");
  EXPECT_EQ(a.reply.content[2].text, "\n\nまた、");
}

TEST(AnswererTest, ReportsInTheLanguageOfTheQuestionThatNothingMatches) {
  const Answered english = Answer(Ask(Leave(), "What is the capital of Australia?"));
  EXPECT_EQ(english.text(), "The provided documents do not answer this question.");
  EXPECT_TRUE(english.citations().empty());
  const Answered japanese = Answer(
      Ask(SearchResult(Text("年次有給休暇は20日です。"), Cited()), "東京の天気はどうですか？"));
  EXPECT_EQ(japanese.text(), "提供された資料には、この質問への答えがありません。");
  EXPECT_TRUE(japanese.citations().empty());
}

TEST(AnswererTest, OneSharedWordOfManyIsNotAMatch) {
  const Answered a = Answer(
      Ask(Leave(), "Which days did the Roman senate reserve for public trials under Augustus?"));
  EXPECT_TRUE(a.citations().empty());
}

TEST(AnswererTest, ReportsThatThereAreNoSources) {
  EXPECT_EQ(Answer(Body(User("[" + Text("What is annual leave?") + "]"))).text(),
            "I was given no documents to answer from.");
}

TEST(AnswererTest, ReportsThatASearchFoundNothing) {
  const std::string nothing = "The search returned no results, so I cannot answer this question.";
  EXPECT_EQ(Answer(Ask(Text("No results found."), "How many days?")).text(), nothing);
  for (const char* content : {R"("")", R"("No results found.")", "[]",
                              R"([{"type":"text","text":"No results found."}])"}) {
    EXPECT_EQ(Answer(Body(ToolRound(content))).text(), nothing) << content;
  }
}

TEST(AnswererTest, ReportsThatASearchFailed) {
  const std::string failed = "The search failed, so I cannot answer this question.";
  EXPECT_EQ(Answer(Ask(Text("The search failed."), "How many days?")).text(), failed);
  for (const char* content :
       {R"("The search failed.")", R"([{"type":"text","text":"The search failed."}])",
        R"("index is down","is_error":true)", R"("No results found.","is_error":true)"}) {
    EXPECT_EQ(Answer(Body(ToolRound(content))).text(), failed) << content;
  }
  EXPECT_EQ(Answer(Ask(Text("検索に失敗しました。"), "有給休暇は何日ですか？")).text(),
            "検索に失敗したため、この質問には答えられません。");
}

TEST(AnswererTest, QuotationDoesNotStartWithAByteOrderMark) {
  const Answered a =
      Answer(Ask(SearchResult(Text("\uFEFFannual carry-over is at most 5 days."), Cited()),
                 "Is carry-over possible?"));
  EXPECT_EQ(a.text(), "Annual carry-over is at most 5 days.");
  ASSERT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.citations()[0].cited_text, "\uFEFFannual carry-over is at most 5 days.");
}

TEST(AnswererTest, UsesAToolWithTheQuestionAsItsQuery) {
  const Answered a =
      Answer(Body(User("[" + Text("How \\\"long\\\"?") + "]"), "\"tools\":[" + kTool + "]"));
  ASSERT_EQ(a.reply.content.size(), 1u);
  const ReplyBlock& use = a.reply.content[0];
  EXPECT_EQ(use.kind, ReplyBlock::Kind::kToolUse);
  EXPECT_EQ(use.tool_name, "search");
  EXPECT_EQ(use.tool_input_json, R"({"query":"How \"long\"?"})");
  EXPECT_EQ(use.tool_use_id.substr(0, 8), "toolu_01");
  EXPECT_EQ(a.reply.stop_reason, "tool_use");
}

TEST(AnswererTest, ToolWithoutAQueryPropertyGetsAnEmptyInput) {
  const Answered a = Answer(Body(User("[" + Text("Hi") + "]"),
                                 R"("tools":[{"name":"now","input_schema":{"type":"object"}}])"));
  EXPECT_EQ(a.reply.content[0].tool_input_json, "{}");
}

// Returns the fields `tools`, with the tools "now" and "search" in this order, and `tool_choice`.
std::string ToolsAndChoice(const std::string& choice) {
  const std::string tools =
      R"("tools":[{"name":"now","input_schema":{"type":"object"}},)" + kTool + "]";
  return choice.empty() ? tools : tools + R"(,"tool_choice":)" + choice;
}

std::string WithoutSources() { return User("[" + Text("Is carry-over possible?") + "]"); }

std::string WithSources() {
  return User("[" + Leave() + "," + Text("Is carry-over possible?") + "]");
}

// Returns the name of the tool that the reply uses, or "" if the reply is text. Expects that a tool
// use is the only block of the reply.
std::string ToolUsedBy(const Reply& reply) {
  std::string name;
  for (const ReplyBlock& block : reply.content) {
    if (block.kind != ReplyBlock::Kind::kToolUse) continue;
    EXPECT_EQ(reply.content.size(), 1u);
    name = block.tool_name;
  }
  EXPECT_EQ(reply.stop_reason, name.empty() ? "end_turn" : "tool_use");
  return name;
}

struct ToolChoiceCase {
  std::string name;
  std::string choice;           // JSON; absent if empty
  std::string without_sources;  // the name of the tool that is used, or ""
  std::string with_sources;
};

std::ostream& operator<<(std::ostream& out, const ToolChoiceCase& c) { return out << c.name; }

class ToolChoiceTest : public testing::TestWithParam<ToolChoiceCase> {};

TEST_P(ToolChoiceTest, DeterminesWhetherAToolIsUsedAndWhichOne) {
  const std::string fields = ToolsAndChoice(GetParam().choice);
  EXPECT_EQ(ToolUsedBy(Answer(Body(WithoutSources(), fields)).reply), GetParam().without_sources);
  EXPECT_EQ(ToolUsedBy(Answer(Body(WithSources(), fields)).reply), GetParam().with_sources);
  EXPECT_EQ(ToolUsedBy(Answer(Body(ToolRound("[" + Leave() + "]"), fields)).reply),
            GetParam().with_sources);
}

INSTANTIATE_TEST_SUITE_P(
    Choices, ToolChoiceTest,
    testing::Values(
        ToolChoiceCase{"Absent", "", "now", ""},
        ToolChoiceCase{"Auto", R"({"type":"auto"})", "now", ""},
        ToolChoiceCase{"AutoNotParallel", R"({"type":"auto","disable_parallel_tool_use":true})",
                       "now", ""},
        ToolChoiceCase{"AutoParallel", R"({"type":"auto","disable_parallel_tool_use":false})",
                       "now", ""},
        ToolChoiceCase{"Any", R"({"type":"any"})", "now", "now"},
        ToolChoiceCase{"AnyNotParallel", R"({"type":"any","disable_parallel_tool_use":true})",
                       "now", "now"},
        ToolChoiceCase{"Tool", R"({"type":"tool","name":"search"})", "search", "search"},
        ToolChoiceCase{"ToolNotParallel",
                       R"({"type":"tool","name":"search","disable_parallel_tool_use":true})",
                       "search", "search"},
        ToolChoiceCase{"None", R"({"type":"none"})", "", ""}),
    [](const testing::TestParamInfo<ToolChoiceCase>& info) { return info.param.name; });

TEST(AnswererTest, ForcedToolUseHasNoCitations) {
  const Answered a = Answer(Body(WithSources(), ToolsAndChoice(R"({"type":"any"})")));
  EXPECT_EQ(a.text(), "");
  EXPECT_TRUE(a.citations().empty());
}

TEST(AnswererTest, ReplyWithoutAToolQuotesTheSourcesIfToolsAreForbidden) {
  const Answered a = Answer(Body(WithSources(), ToolsAndChoice(R"({"type":"none"})")));
  EXPECT_EQ(a.text(), "Carry-over is at most 5 days.");
  EXPECT_EQ(a.citations().size(), 1u);
}

TEST(AnswererTest, AnyUsesTheFirstCustomToolAfterServerTools) {
  const Answered a = Answer(
      Body(WithoutSources(), R"("tools":[{"type":"web_search_20250305","name":"web_search"},)" +
                                 kTool + R"(],"tool_choice":{"type":"any"})"));
  EXPECT_EQ(ToolUsedBy(a.reply), "search");
}

TEST(AnswererTest, ServerToolIsNotUsedEvenIfItIsForced) {
  const std::string tools = R"("tools":[{"type":"web_search_20250305","name":"web_search"}],)";
  for (const std::string choice : {R"({"type":"any"})", R"({"type":"tool","name":"web_search"})"}) {
    const Answered a = Answer(Body(WithoutSources(), tools + R"("tool_choice":)" + choice));
    EXPECT_EQ(ToolUsedBy(a.reply), "") << choice;
  }
}

TEST(AnswererTest, NewQuestionAfterAToolResultUsesTheToolAgain) {
  std::string messages = ToolRound("[" + Leave() + "]");
  messages.pop_back();
  messages += R"(,{"role":"assistant","content":"Five."},{"role":"user","content":"And pay?"}])";
  const Answered a = Answer(Body(messages, "\"tools\":[" + kTool + "]"));
  ASSERT_EQ(a.reply.stop_reason, "tool_use");
  EXPECT_EQ(a.reply.content[0].tool_input_json, R"({"query":"And pay?"})");
}

TEST(AnswererTest, StopsAfterFourCodePointsForEachToken) {
  Answered a;
  a.request = Parse(
      Ask(SearchResult(Text("休暇の繰り越しは最大五日です。"), Cited()), "休暇の繰り越しは？"));
  a.request.max_tokens = 2;
  a.reply = AnswerRequest(a.request, 1);
  EXPECT_EQ(a.text(), "休暇の繰り越しは");
  EXPECT_EQ(a.citations().size(), 1u);
  EXPECT_EQ(a.reply.stop_reason, "max_tokens");
  EXPECT_EQ(a.reply.usage.output_tokens, 2);
}

TEST(AnswererTest, ZeroMaxTokensGivesNoContent) {
  Answered a;
  a.request = Parse(Ask(Leave(), "Is carry-over possible?"));
  a.request.max_tokens = 0;
  a.reply = AnswerRequest(a.request, 1);
  EXPECT_TRUE(a.reply.content.empty());
  EXPECT_EQ(a.reply.stop_reason, "max_tokens");
}

TEST(AnswererTest, ToolUseThatExceedsMaxTokensIsOmitted) {
  Answered a;
  a.request =
      Parse(Body(User("[" + Text("How long is data kept?") + "]"), "\"tools\":[" + kTool + "]"));
  a.request.max_tokens = 2;
  a.reply = AnswerRequest(a.request, 1);
  EXPECT_TRUE(a.reply.content.empty());
  EXPECT_EQ(a.reply.stop_reason, "max_tokens");
}

TEST(AnswererTest, StopsBeforeTheFirstStopSequence) {
  const Answered a = Answer(Body(User("[" + Leave() + "," + Text("Is carry-over possible?") + "]"),
                                 R"("stop_sequences":["never","5 days","at most"])"));
  EXPECT_EQ(a.text(), "Carry-over is ");
  EXPECT_EQ(a.reply.stop_reason, "stop_sequence");
  EXPECT_EQ(a.reply.stop_sequence, "at most");
  EXPECT_EQ(a.citations().size(), 1u);
}

TEST(AnswererTest, TheSameRequestGivesTheSameBytes) {
  const std::string body =
      Ask(Leave() + "," + Pay(), "When are salaries paid, and is carry-over possible?");
  EXPECT_EQ(ReplyJson(Answer(body).reply), ReplyJson(Answer(body).reply));
}

TEST(AnswererTest, CitedTextMatchesTheCitedRange) {
  // Derives the expected text from the range, for many questions.
  const std::vector<std::string> blocks = {"Leave is 20 days. ", "Pay day is the 25th. ",
                                           "Overtime pay needs leave of absence."};
  const std::string search_result =
      SearchResult(Text(blocks[0]) + "," + Text(blocks[1]) + "," + Text(blocks[2]), Cited());
  for (const char* question : {"leave", "pay", "days of leave", "pay day", "overtime",
                               "absence pay", "leave pay day overtime absence"}) {
    const Answered a = Answer(Ask(search_result, question));
    ASSERT_FALSE(a.citations().empty()) << question;
    for (const ReplyCitation& citation : a.citations()) {
      std::string expected;
      for (int64_t i = citation.start; i < citation.end; ++i) expected += blocks[i];
      EXPECT_EQ(citation.cited_text, expected) << question;
      EXPECT_LT(citation.start, citation.end);
    }
  }
}

}  // namespace
}  // namespace footnote::emulator
