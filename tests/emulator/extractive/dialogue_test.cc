// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/dialogue.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace footnote::emulator {
namespace {

Block BlockOf(Block::Kind kind, std::string_view text = "") {
  Block block;
  block.kind = kind;
  block.text = text;
  return block;
}

Block TextBlock(std::string_view text) { return BlockOf(Block::Kind::kText, text); }

Block ToolResultBlock(std::string_view text) { return BlockOf(Block::Kind::kToolResult, text); }

Block ToolUseBlock(std::string_view query) {
  Block block = BlockOf(Block::Kind::kToolUse);
  block.query = query;
  return block;
}

Message UserMessage(std::vector<Block> content) { return {Role::kUser, std::move(content)}; }

Message AssistantMessage(std::vector<Block> content) {
  return {Role::kAssistant, std::move(content)};
}

Dialogue Read(std::vector<Message> messages) {
  ParsedRequest request;
  request.messages = std::move(messages);
  return ReadDialogue(request);
}

TEST(DialogueTest, QuestionIsTheTextOfTheLastUserTurn) {
  const Dialogue dialogue =
      Read({UserMessage({TextBlock("Old?")}), AssistantMessage({TextBlock("Yes.")}),
            UserMessage({TextBlock(" New")}), UserMessage({TextBlock("one?\n")})});
  EXPECT_EQ(dialogue.user_text, "New\none?");
  EXPECT_EQ(dialogue.question, "New\none?");
}

TEST(DialogueTest, MessagesAfterTheLastUserTurnAreSkipped) {
  EXPECT_EQ(Read({UserMessage({TextBlock("How?")}), AssistantMessage({TextBlock("So")})}).question,
            "How?");
}

TEST(DialogueTest, QuestionAfterAToolResultIncludesTheQueriesOfTheToolUses) {
  const Dialogue dialogue =
      Read({UserMessage({TextBlock("How many days?")}),
            AssistantMessage({ToolUseBlock("leave"), ToolUseBlock("holiday")}),
            UserMessage({ToolResultBlock("20 days")})});
  EXPECT_EQ(dialogue.user_text, "How many days?");
  EXPECT_EQ(dialogue.question, "How many days?\nleave\nholiday");
}

TEST(DialogueTest, QueriesOfEarlierTurnsAreNotPartOfTheQuestion) {
  const Dialogue dialogue =
      Read({UserMessage({TextBlock("Old?")}), AssistantMessage({ToolUseBlock("old")}),
            UserMessage({ToolResultBlock("x")}), AssistantMessage({TextBlock("Yes.")}),
            UserMessage({TextBlock("New?")})});
  EXPECT_EQ(dialogue.question, "New?");
}

TEST(DialogueTest, ToolResultsSearchResultsAndDocumentsOfTheLastTurnAreSources) {
  for (Block::Kind kind :
       {Block::Kind::kToolResult, Block::Kind::kSearchResult, Block::Kind::kDocument}) {
    EXPECT_TRUE(Read({UserMessage({BlockOf(kind, "x")})}).has_sources);
    EXPECT_FALSE(Read({UserMessage({BlockOf(kind, "x")}), AssistantMessage({TextBlock("Yes.")}),
                       UserMessage({TextBlock("New?")})})
                     .has_sources);
  }
  EXPECT_FALSE(Read({UserMessage({TextBlock("x")})}).has_sources);
}

TEST(DialogueTest, ReportsOfASearchAreNotPartOfTheQuestion) {
  const Dialogue dialogue =
      Read({UserMessage({TextBlock("No results found."), TextBlock("How many days?")})});
  EXPECT_EQ(dialogue.question, "How many days?");
  EXPECT_TRUE(dialogue.found_nothing);
  EXPECT_FALSE(dialogue.search_failed);
}

TEST(DialogueTest, ToolResultWithoutTextReportsThatNothingWasFound) {
  EXPECT_TRUE(Read({UserMessage({ToolResultBlock("")})}).found_nothing);
  EXPECT_TRUE(Read({UserMessage({ToolResultBlock("検索結果はありません。")})}).found_nothing);
  EXPECT_FALSE(Read({UserMessage({ToolResultBlock("20 days")})}).found_nothing);
}

TEST(DialogueTest, ErrorOfAToolReportsAFailedSearch) {
  Block error = ToolResultBlock("No results found.");
  error.is_error = true;
  const Dialogue dialogue = Read({UserMessage({error})});
  EXPECT_TRUE(dialogue.search_failed);
  EXPECT_FALSE(dialogue.found_nothing);
}

TEST(DialogueTest, FailureTakesPrecedenceInAToolResultWithSeveralReports) {
  Block result = ToolResultBlock("");
  result.content = {TextBlock("No results found."), TextBlock("The search failed.")};
  EXPECT_TRUE(Read({UserMessage({result})}).search_failed);
}

TEST(DialogueTest, ToolResultWithOtherContentIsNotAReport) {
  Block result = ToolResultBlock("");
  result.content = {TextBlock("No results found."), TextBlock("20 days")};
  const Dialogue dialogue = Read({UserMessage({result})});
  EXPECT_FALSE(dialogue.found_nothing);
  EXPECT_FALSE(dialogue.search_failed);
}

TEST(DialogueTest, LongTextIsNotAReport) {
  const std::string text = std::string(200, 'x') + " no results";
  const Dialogue dialogue = Read({UserMessage({TextBlock(text)})});
  EXPECT_FALSE(dialogue.found_nothing);
  EXPECT_EQ(dialogue.question, text);
}

}  // namespace
}  // namespace footnote::emulator
