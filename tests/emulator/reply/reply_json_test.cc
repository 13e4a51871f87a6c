// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/reply_json.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "service/emulator/reply/reply.h"
#include "simdjson.h"
#include "tests/emulator/answered.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

// Returns a citation of [1, 3) in the source with the index 2.
ReplyCitation CitationOf(ReplyCitation::Kind kind) {
  ReplyCitation citation;
  citation.kind = kind;
  citation.index = 2;
  citation.start = 1;
  citation.end = 3;
  citation.title = "T";
  citation.source = "kb://1";
  citation.cited_text = "\"c\"";
  return citation;
}

std::string CitationJson(const ReplyCitation& citation) {
  std::string json;
  AppendCitationJson(citation, &json);
  return json;
}

// Returns the JSON of the content of a reply with one block.
std::string ContentJson(ReplyBlock block) {
  Reply reply;
  reply.content.push_back(std::move(block));
  const std::string json = ReplyJson(reply);
  const size_t start = json.find("\"content\":") + 10;
  return json.substr(start, json.find(",\"stop_reason\"") - start);
}

TEST(ReplyJsonTest, HasTheFormatOfTheApi) {
  const Answered a = Answer(Ask(
      SearchResult(Text("Annual leave is 20 days.") + "," + Text("Carry-over is at most 5 days."),
                   Cited(), "Leave policy"),
      "Is carry-over possible?"));
  const std::string json = ReplyJson(a.reply);
  EXPECT_EQ(
      json,
      R"({"id":")" + a.reply.id +
          R"(","type":"message","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"Carry-over is at most 5 days.","citations":[{"type":"search_result_location","cited_text":"Carry-over is at most 5 days.","source":"kb://1","title":"Leave policy","search_result_index":0,"start_block_index":1,"end_block_index":2}]}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":)" +
          std::to_string(a.reply.usage.input_tokens) +
          R"(,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":8,"service_tier":"standard"}})");
}

TEST(ReplyJsonTest, TextWithoutCitationsHasNoCitationsFieldAndAnAbsentTitleIsNull) {
  EXPECT_EQ(ReplyJson(Answer(Body(User("[" + Text("Hi") + "]"))).reply).find("citations"),
            std::string::npos);
  const std::string json = ReplyJson(
      Answer(Ask(PlainText("The sky is blue.", Cited()), "What colour is the sky?")).reply);
  EXPECT_NE(json.find(R"("document_title":null)"), std::string::npos);
}

TEST(ReplyJsonTest, SpecialCharactersInTheTextAreEscaped) {
  const std::string json = ReplyJson(
      Answer(
          Ask(SearchResult(Text("Leave \\\"\\\\\\u0001\\u2028 😀 is 20 days."), Cited()), "leave"))
          .reply);
  simdjson::dom::parser parser;
  EXPECT_EQ(parser.parse(json).error(), simdjson::SUCCESS) << json;
}

TEST(ReplyJsonTest, RefusalHasStopDetails) {
  Reply reply;
  reply.stop_reason = "refusal";
  EXPECT_NE(ReplyJson(reply).find(
                R"("stop_details":{"type":"refusal","category":null,"explanation":null})"),
            std::string::npos);
}

TEST(ReplyJsonTest, CitationOfASearchResultHasItsSourceAndBlocks) {
  EXPECT_EQ(CitationJson(CitationOf(ReplyCitation::Kind::kSearchResult)),
            R"({"type":"search_result_location","cited_text":"\"c\"","source":"kb://1",)"
            R"("title":"T","search_result_index":2,"start_block_index":1,"end_block_index":3})");
}

TEST(ReplyJsonTest, CitationOfPlainTextHasCharacters) {
  EXPECT_EQ(CitationJson(CitationOf(ReplyCitation::Kind::kChar)),
            R"({"type":"char_location","cited_text":"\"c\"","document_index":2,)"
            R"("document_title":"T","start_char_index":1,"end_char_index":3,"file_id":null})");
}

TEST(ReplyJsonTest, CitationOfCustomContentHasBlocks) {
  EXPECT_EQ(CitationJson(CitationOf(ReplyCitation::Kind::kContentBlock)),
            R"({"type":"content_block_location","cited_text":"\"c\"","document_index":2,)"
            R"("document_title":"T","start_block_index":1,"end_block_index":3,"file_id":null})");
}

TEST(ReplyJsonTest, CitationOfAPageHasTheFileId) {
  ReplyCitation citation = CitationOf(ReplyCitation::Kind::kPage);
  citation.title = "";
  citation.file_id = "file_1";
  EXPECT_EQ(CitationJson(citation),
            R"({"type":"page_location","cited_text":"\"c\"","document_index":2,)"
            R"("document_title":null,"start_page_number":1,"end_page_number":3,)"
            R"("file_id":"file_1"})");
}

TEST(ReplyJsonTest, ToolUseHasItsInputUnchanged) {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kToolUse;
  block.tool_use_id = "toolu_1";
  block.tool_name = "search";
  block.tool_input_json = R"({"query": "a"})";
  EXPECT_EQ(ContentJson(block),
            R"([{"type":"tool_use","id":"toolu_1","name":"search","input":{"query": "a"}}])");
}

TEST(ReplyJsonTest, ThinkingHasItsSignature) {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kThinking;
  block.thinking = "Hm";
  block.signature = "sig";
  EXPECT_EQ(ContentJson(block), R"([{"type":"thinking","thinking":"Hm","signature":"sig"}])");
}

TEST(ReplyJsonTest, OpaqueBlockIsWrittenUnchanged) {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kOpaque;
  block.opaque_json = R"({"type":"x"})";
  EXPECT_EQ(ContentJson(block), R"([{"type":"x"}])");
}

TEST(ReplyJsonTest, UsageAddsUpTheCacheCreationTokens) {
  ReplyUsage usage;
  usage.input_tokens = 1;
  usage.cache_creation_5m = 2;
  usage.cache_creation_1h = 3;
  usage.cache_read = 4;
  usage.output_tokens = 5;
  std::string json;
  AppendUsageJson(usage, &json);
  EXPECT_EQ(json,
            R"({"input_tokens":1,"cache_creation_input_tokens":5,"cache_read_input_tokens":4,)"
            R"("cache_creation":{"ephemeral_5m_input_tokens":2,"ephemeral_1h_input_tokens":3},)"
            R"("output_tokens":5,"service_tier":"standard"})");
}

TEST(ReplyJsonTest, StopSequenceIsWrittenIfThereIsOne) {
  Reply reply;
  reply.stop_reason = "stop_sequence";
  reply.stop_sequence = "END";
  std::string fields = "{";
  AppendStopFields(reply, &fields);
  EXPECT_EQ(fields, R"({"stop_reason":"stop_sequence","stop_sequence":"END")");
}

}  // namespace
}  // namespace footnote::emulator
