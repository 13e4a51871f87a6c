// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/reply_events.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/emulator/reply/reply.h"

namespace footnote::emulator {
namespace {

ReplyBlock TextBlock(const std::string& text, int citations = 0) {
  ReplyBlock block;
  block.text = text;
  for (int i = 0; i < citations; ++i) {
    ReplyCitation citation;
    citation.start = i;
    citation.end = i + 1;
    citation.source = "s";
    citation.cited_text = "c";
    block.citations.push_back(citation);
  }
  return block;
}

ReplyBlock ToolBlock(const std::string& input) {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kToolUse;
  block.tool_use_id = "toolu_1";
  block.tool_name = "search";
  block.tool_input_json = input;
  return block;
}

ReplyBlock ThinkingBlock() {
  ReplyBlock block;
  block.kind = ReplyBlock::Kind::kThinking;
  block.thinking = "Hm";
  block.signature = "sig";
  return block;
}

Reply ReplyOf(std::vector<ReplyBlock> content) {
  Reply reply;
  reply.id = "msg_1";
  reply.model = "m";
  reply.content = std::move(content);
  reply.usage.input_tokens = 7;
  reply.usage.output_tokens = 9;
  return reply;
}

std::vector<std::string> DataOf(const Reply& reply, const EventOptions& options = {},
                                uint64_t seed = 0) {
  std::vector<std::string> data;
  for (const ServerEvent& event : EventsOf(reply, options, seed)) data.push_back(event.data);
  return data;
}

std::string TextDelta(const std::string& text, int index = 0) {
  return R"({"type":"content_block_delta","index":)" + std::to_string(index) +
         R"(,"delta":{"type":"text_delta","text":")" + text + "\"}}";
}

std::string CitationDelta(int start) {
  return R"({"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":)"
         R"({"type":"search_result_location","cited_text":"c","source":"s","title":null,)"
         R"("search_result_index":0,"start_block_index":)" +
         std::to_string(start) + R"(,"end_block_index":)" + std::to_string(start + 1) + "}}}";
}

std::string Stop(int index = 0) {
  return R"({"type":"content_block_stop","index":)" + std::to_string(index) + "}";
}

std::string MessageDelta(const std::string& delta, int output_tokens) {
  return R"({"type":"message_delta","delta":{)" + delta +
         R"(},"usage":{"input_tokens":7,"cache_creation_input_tokens":0,)"
         R"("cache_read_input_tokens":0,"output_tokens":)" +
         std::to_string(output_tokens) + "}}";
}

const std::string kPing = R"({"type": "ping"})";
const std::string kEndTurn = R"("stop_reason":"end_turn","stop_sequence":null)";
const std::string kMessageStop = R"({"type":"message_stop"})";

// Returns the data of the events between message_start and message_delta.
std::vector<std::string> BlocksOf(const Reply& reply, const EventOptions& options = {}) {
  std::vector<std::string> data = DataOf(reply, options);
  return {data.begin() + 1, data.end() - 2};
}

using Events = std::vector<std::string>;

TEST(ReplyEventsTest, CompleteStreamHasTheEventsOfTheApi) {
  EXPECT_EQ(
      DataOf(ReplyOf({TextBlock("Hi")})),
      (Events{
          R"({"type":"message_start","message":{"model":"m","id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":7,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":1,"service_tier":"standard"}}})",
          R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})",
          kPing, TextDelta("Hi"), Stop(), MessageDelta(kEndTurn, 9), kMessageStop}));
}

TEST(ReplyEventsTest, NameOfEachEventIsItsType) {
  for (const ServerEvent& event :
       EventsOf(ReplyOf({TextBlock("Hi", 1), ToolBlock("{}"), ThinkingBlock()}), {}, 0)) {
    if (event.name == "ping") continue;
    EXPECT_EQ(event.data.rfind("{\"type\":\"" + event.name + "\"", 0), 0u) << event.data;
  }
}

TEST(ReplyEventsTest, CitedBlockStartsWithAnEmptyListAndItsCitationsFollowTheText) {
  EXPECT_EQ(
      BlocksOf(ReplyOf({TextBlock("Hi", 2)})),
      (Events{
          R"({"type":"content_block_start","index":0,"content_block":{"citations":[],"type":"text","text":""}})",
          kPing, TextDelta("Hi"), CitationDelta(0), CitationDelta(1), Stop()}));
}

// B04
TEST(ReplyEventsTest, CitationOrderIsBeforeTheTextOrAlternating) {
  EventOptions options;
  options.delta_chars = 1;
  const auto deltas = [&](EventOptions::CitationOrder order) {
    options.citation_order = order;
    Events events = BlocksOf(ReplyOf({TextBlock("abc", 2)}), options);
    return Events{events.begin() + 2, events.end() - 1};
  };
  EXPECT_EQ(
      deltas(EventOptions::CitationOrder::kBeforeText),
      (Events{CitationDelta(0), CitationDelta(1), TextDelta("a"), TextDelta("b"), TextDelta("c")}));
  EXPECT_EQ(
      deltas(EventOptions::CitationOrder::kAlternating),
      (Events{TextDelta("a"), CitationDelta(0), TextDelta("b"), CitationDelta(1), TextDelta("c")}));
}

TEST(ReplyEventsTest, TextDeltasDoNotSplitCharacters) {
  EventOptions options;
  options.delta_chars = 1;
  Events events = BlocksOf(ReplyOf({TextBlock("年é😀")}), options);
  EXPECT_EQ((Events{events.begin() + 2, events.end() - 1}),
            (Events{TextDelta("年"), TextDelta("é"), TextDelta("😀")}));
}

TEST(ReplyEventsTest, ToolInputStartsWithAnEmptyFragment) {
  const auto fragment = [](const std::string& json) {
    return R"({"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":")" +
           json + "\"}}";
  };
  EXPECT_EQ(
      BlocksOf(ReplyOf({ToolBlock(R"({"query":"carry over"})")})),
      (Events{
          R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"search","input":{}}})",
          kPing, fragment(""), fragment(R"({\"query\":\"ca)"), fragment(R"(rry over\"})"),
          Stop()}));
}

TEST(ReplyEventsTest, EmptyToolInputIsOnlyTheEmptyFragment) {
  EXPECT_EQ(BlocksOf(ReplyOf({ToolBlock("{}")})).size(), 4u);
}

TEST(ReplyEventsTest, SignatureIsAfterOrBeforeTheThinking) {
  const std::string thinking =
      R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}})";
  const std::string signature =
      R"({"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"sig"}})";
  const std::string start =
      R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}})";
  EXPECT_EQ(BlocksOf(ReplyOf({ThinkingBlock()})),
            (Events{start, kPing, thinking, signature, Stop()}));
  EventOptions options;
  options.signature_first = true;
  EXPECT_EQ(BlocksOf(ReplyOf({ThinkingBlock()}), options),
            (Events{start, kPing, signature, thinking, Stop()}));
}

TEST(ReplyEventsTest, InterleaveOpensTwoBlocksAtATime) {
  EventOptions options;
  options.interleave = true;
  options.delta_chars = 1;
  const auto start = [](int index) {
    return R"({"type":"content_block_start","index":)" + std::to_string(index) +
           R"(,"content_block":{"type":"text","text":""}})";
  };
  EXPECT_EQ(BlocksOf(ReplyOf({TextBlock("ab"), TextBlock("cde"), TextBlock("f")}), options),
            (Events{start(0), kPing, start(1), TextDelta("a", 0), TextDelta("c", 1),
                    TextDelta("b", 0), TextDelta("d", 1), TextDelta("e", 1), Stop(0), Stop(1),
                    start(2), TextDelta("f", 2), Stop(2)}));
}

TEST(ReplyEventsTest, ReplyWithoutContentHasNoBlocksAndNoPing) {
  Reply reply = ReplyOf({});
  reply.stop_reason = "refusal";
  const Events events = DataOf(reply);
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(
      events[1],
      MessageDelta(
          R"("stop_reason":"refusal","stop_sequence":null,"stop_details":{"type":"refusal","category":null,"explanation":null})",
          9));
}

TEST(ReplyEventsTest, MessageDeltasHaveCumulativeUsageAndTheLastHasTheStopReason) {
  EventOptions options;
  options.message_deltas = 3;
  Reply reply = ReplyOf({});
  reply.stop_reason = "stop_sequence";
  reply.stop_sequence = "END";
  const Events events = DataOf(reply, options);
  const std::string open = R"("stop_reason":null,"stop_sequence":null)";
  EXPECT_EQ((Events{events.begin() + 1, events.end() - 1}),
            (Events{MessageDelta(open, 3), MessageDelta(open, 6),
                    MessageDelta(R"("stop_reason":"stop_sequence","stop_sequence":"END")", 9)}));
}

TEST(ReplyEventsTest, UsageStartsWithZerosIfRequested) {
  EventOptions options;
  options.zeros_first = true;
  const Events events = DataOf(ReplyOf({}), options);
  EXPECT_NE(events[0].find(R"("usage":{"input_tokens":0,)"), std::string::npos);
  EXPECT_NE(events[0].find(R"("output_tokens":0,)"), std::string::npos);
  EXPECT_EQ(events[1], MessageDelta(kEndTurn, 9));
}

TEST(ReplyEventsTest, ProvisionalCountIsAtMostTheFinalCount) {
  Reply reply = ReplyOf({});
  reply.usage.output_tokens = 2;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const std::string start = DataOf(reply, {}, seed)[0];
    EXPECT_TRUE(start.find(R"("output_tokens":1,)") != std::string::npos ||
                start.find(R"("output_tokens":2,)") != std::string::npos)
        << start;
  }
}

}  // namespace
}  // namespace footnote::emulator
