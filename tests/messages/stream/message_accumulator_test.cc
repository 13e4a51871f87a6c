// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/message_accumulator.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/message.h"
#include "service/messages/message_part.h"
#include "service/messages/stream/sse_decoder.h"
#include "service/messages/stream/stream_event.h"
#include "tests/messages/collect_parts.h"

namespace footnote::messages {
namespace {

// ---- The events of a stream, short. ----

const char kStart[] = R"({"type":"message_start","message":{"id":"msg_1","model":"m","content":[],)"
                      R"("usage":{"input_tokens":25,"output_tokens":1}}})";
const char kStop[] = R"({"type":"message_stop"})";

std::string Open(int index, absl::string_view block) {
  return absl::StrCat(R"({"type":"content_block_start","index":)", index, R"(,"content_block":)",
                      block, "}");
}
std::string OpenText(int index) { return Open(index, R"({"type":"text","text":""})"); }
std::string OpenTool(int index) {
  return Open(index, R"({"type":"tool_use","id":"t","name":"search","input":{}})");
}
std::string Delta(int index, absl::string_view delta) {
  return absl::StrCat(R"({"type":"content_block_delta","index":)", index, R"(,"delta":)", delta,
                      "}");
}
// `json` is the inside of a JSON string.
std::string Text(int index, absl::string_view json) {
  return Delta(index, absl::StrCat(R"({"type":"text_delta","text":")", json, "\"}"));
}
std::string Input(int index, absl::string_view json) {
  return Delta(index, absl::StrCat(R"({"type":"input_json_delta","partial_json":")", json, "\"}"));
}
std::string Cite(int index, absl::string_view text) {
  return Delta(index, absl::StrCat(R"({"type":"citations_delta","citation":)"
                                   R"({"type":"search_result_location","cited_text":")",
                                   text, R"(","search_result_index":0}})"));
}
std::string Close(int index) {
  return absl::StrCat(R"({"type":"content_block_stop","index":)", index, "}");
}
std::string End(absl::string_view reason, absl::string_view usage = R"({"output_tokens":15})") {
  return absl::StrCat(R"({"type":"message_delta","delta":{"stop_reason":")", reason,
                      R"("},"usage":)", usage, "}");
}

using Events = std::vector<std::string>;
using Parts = std::vector<MessagePart>;

absl::Status AddAll(const Events& events, MessageAccumulator& accumulator, Parts* parts) {
  for (const std::string& data : events) {
    absl::StatusOr<StreamEvent> event = ParseStreamEvent(SseEvent{"", data});
    EXPECT_TRUE(event.ok()) << data;
    if (!event.ok()) return event.status();
    absl::Status status = accumulator.Add(*std::move(event), parts);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

CollectedParts Collect(const Events& events) {
  MessageAccumulator accumulator;
  Parts parts;
  absl::Status status = AddAll(events, accumulator, &parts);
  EXPECT_TRUE(status.ok()) << status;
  status = accumulator.Finish(false, &parts);
  EXPECT_TRUE(status.ok()) << status;
  absl::StatusOr<CollectedParts> collected = CollectParts(std::move(parts));
  EXPECT_TRUE(collected.ok()) << collected.status();
  return collected.ok() ? *std::move(collected) : CollectedParts();
}

std::string TextOf(const CollectedParts& collected) {
  std::string text;
  for (const ContentBlock& block : collected.message.content) text += block.text;
  return text;
}

// The only block of a message that ends in `reason`.
ContentBlock BlockOf(Events events, const char* reason = "tool_use") {
  events.insert(events.begin(), kStart);
  events.push_back(End(reason));
  events.push_back(kStop);
  const CollectedParts collected = Collect(events);
  EXPECT_EQ(collected.message.content.size(), 1);
  return collected.message.content.empty() ? ContentBlock() : collected.message.content[0];
}

// ---- Text and citations ----

TEST(MessageAccumulatorTest, CitationsMayComeBeforeTheirTextOrBehindIt) {  // B02 B04
  const CollectedParts before =
      Collect({kStart, OpenText(0), Cite(0, "1000"), Text(0, "The limit "), Text(0, "is 1000."),
               Close(0), OpenText(1), Text(1, " Bye."), Close(1), End("end_turn"), kStop});
  const CollectedParts behind =
      Collect({kStart, OpenText(0), Text(0, "The limit is 1000."), Cite(0, "1000"), Close(0),
               OpenText(1), Text(1, " Bye."), Close(1), End("end_turn"), kStop});
  ASSERT_EQ(before.message.content.size(), 2);
  EXPECT_EQ(before.message.content[0].text, "The limit is 1000.");
  EXPECT_EQ(before.message.content[0].citations.size(), 1);
  EXPECT_TRUE(before.message.content[1].citations.empty());
  EXPECT_EQ(TextOf(before), "The limit is 1000. Bye.");
  EXPECT_EQ(Describe(before.message), Describe(behind.message));
}

TEST(MessageAccumulatorTest, PartsComeOutAtOnce) {
  MessageAccumulator accumulator;
  Parts parts;
  ASSERT_TRUE(AddAll({kStart, OpenText(0), Text(0, "a")}, accumulator, &parts).ok());
  ASSERT_EQ(parts.size(), 3);
  EXPECT_EQ(std::get<TextAdded>(parts[2]).text, "a");
  parts.clear();
  ASSERT_TRUE(AddAll({Cite(0, "c"), R"({"type":"ping"})"}, accumulator, &parts).ok());
  ASSERT_EQ(parts.size(), 1);
  EXPECT_EQ(std::get<CitationAdded>(parts[0]).citation.cited_text, "c");
}

TEST(MessageAccumulatorTest, ABlockMayOpenWithTextAndCitations) {
  const ContentBlock block =
      BlockOf({Open(0, R"({"type":"text","text":"ab","citations":[{"type":"char_location"}]})"),
               Text(0, "c"), Cite(0, "x"), Close(0)});
  EXPECT_EQ(block.text, "abc");
  ASSERT_EQ(block.citations.size(), 2);
  EXPECT_EQ(block.citations[0].kind, TextCitation::Kind::kChar);
}

TEST(MessageAccumulatorTest, BlocksThatInterleaveComeOneAfterAnother) {
  const CollectedParts collected =
      Collect({kStart, OpenText(1), Text(1, "c"), OpenText(0), OpenTool(2), Input(2, "{"),
               Text(0, "a"), Text(1, "d"), Close(1), Cite(0, "x"), Input(2, "}"), Close(2),
               Text(0, "b"), Close(0), End("end_turn"), kStop});
  ASSERT_EQ(collected.message.content.size(), 3);
  EXPECT_EQ(collected.message.content[0].text, "ab");
  EXPECT_EQ(collected.message.content[1].text, "cd");
  EXPECT_EQ(collected.message.content[2].tool_input_json, "{}");
}

TEST(MessageAccumulatorTest, ABlockThatHasToWaitIsToldAsSoonAsItsTurnComes) {
  MessageAccumulator accumulator;
  Parts parts;
  ASSERT_TRUE(
      AddAll({kStart, OpenText(0), OpenText(1), Text(1, "b"), Text(1, "c")}, accumulator, &parts)
          .ok());
  EXPECT_EQ(parts.size(), 2);
  parts.clear();
  ASSERT_TRUE(AddAll({Close(0), Text(1, "d")}, accumulator, &parts).ok());
  ASSERT_EQ(parts.size(), 4);
  EXPECT_TRUE(std::holds_alternative<BlockClosed>(parts[0]));
  EXPECT_TRUE(std::holds_alternative<BlockOpened>(parts[1]));
  EXPECT_EQ(std::get<TextAdded>(parts[2]).text, "bc");
  EXPECT_EQ(std::get<TextAdded>(parts[3]).text, "d");
}

TEST(MessageAccumulatorTest, BlocksBehindAGapAreToldAtTheEnd) {
  const CollectedParts collected = Collect({kStart, OpenText(1), Text(1, "b"), Close(1),
                                            OpenText(4), Text(4, "c"), End("end_turn"), kStop});
  EXPECT_EQ(TextOf(collected), "bc");
}

// ---- Surrogates ----

TEST(MessageAccumulatorTest, HalvesSplitOverDeltasAreRejoined) {  // B46
  const CollectedParts collected =
      Collect({kStart, OpenText(0), Text(0, R"(a\ud83d)"), Text(0, ""), Text(0, R"(\ude00b)"),
               Text(0, R"(\ud83d\ude00)"), Close(0), End("end_turn"), kStop});
  EXPECT_EQ(TextOf(collected), "a\U0001f600b\U0001f600");
  EXPECT_EQ(collected.message.ill_formed_strings, 0);
}

TEST(MessageAccumulatorTest, LoneHalvesAreReplacedAndTheirTextCountsOnce) {  // B46
  const CollectedParts collected =
      Collect({kStart, OpenText(0), Text(0, R"(\ude00a\ud83d)"), Text(0, R"(\ud83d)"),
               Text(0, R"(\ude00x\ud83d)"), Close(0), OpenText(1), Text(1, R"(\ud83d)"), Close(1),
               End("end_turn"), kStop});
  ASSERT_EQ(collected.message.content.size(), 2);
  EXPECT_EQ(collected.message.content[0].text, "\uFFFDa\uFFFD\U0001f600x\uFFFD");
  EXPECT_EQ(collected.message.content[1].text, "\uFFFD");
  EXPECT_EQ(collected.message.ill_formed_strings, 2);
}

TEST(MessageAccumulatorTest, AHalfThatABlockOpensWithIsJoinedToTheFirstDelta) {
  const ContentBlock block = BlockOf(
      {Open(0, R"({"type":"text","text":"\ud83d"})"), Text(0, R"(\ude00)"), Close(0)}, "end_turn");
  EXPECT_EQ(block.text, "\U0001f600");
}

TEST(MessageAccumulatorTest, PlaceholderCharactersAreLeftInTheText) {  // B45
  EXPECT_EQ(BlockOf({OpenText(0), Text(0, "開"), Text(0, R"(\uFFFC票作業)"), Close(0)}).text,
            "開\uFFFC票作業");
}

// ---- Tool uses ----

TEST(MessageAccumulatorTest, AToolUsesInputIsPutTogether) {  // B66
  const struct {
    const char* name;
    Events deltas;
    std::string input;
  } cases[] = {
      {"no delta", {}, "{}"},
      {"an empty delta", {Input(0, "")}, "{}"},
      {"white space", {Input(0, R"( \n)")}, "{}"},
      {"one delta", {Input(0, R"({\"a\": [1, 2.50]})")}, R"({"a":[1,2.50]})"},
      {"cut inside an escape",
       {Input(0, ""), Input(0, R"({\"a\":\"\\u59)"), Input(0, R"(27\\ud8)"),
        Input(0, R"(3d\\ude00\"})")},
       "{\"a\":\"\u5927\U0001f600\"}"},
      {"cut inside a character",
       {Input(0, R"({\"a\":\"\ud83d)"), Input(0, R"(\ude00\"})")},
       "{\"a\":\"\U0001f600\"}"},
      {"lone halves", {Input(0, R"({\"a\":\"\ud83d\\ud83d\"})")}, R"({"a":"\ud83d\ud83d"})"},
  };
  for (const auto& one : cases) {
    Events events = one.deltas;
    events.insert(events.begin(), OpenTool(0));
    events.push_back(Close(0));
    const ContentBlock block = BlockOf(events);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kToolUse) << one.name;
    EXPECT_EQ(block.tool_use_id, "t") << one.name;
    EXPECT_EQ(block.tool_name, "search") << one.name;
    EXPECT_EQ(block.tool_input_json, one.input) << one.name;
    EXPECT_EQ(block.json, "") << one.name;
  }
}

TEST(MessageAccumulatorTest, AnInputThatIsNoObjectFailsWhereTheMessageEndedOfItsOwn) {  // B66
  for (const char* input :
       {R"({\"a\":)", R"([1])", R"({} {})", R"(\"canary\")", R"({\"a\":\"\\\ud83d\"})"}) {
    for (const char* reason : {"tool_use", "end_turn", "stop_sequence", "pause_turn"}) {
      MessageAccumulator accumulator;
      Parts parts;
      ASSERT_TRUE(
          AddAll({kStart, OpenTool(0), Input(0, input), Close(0), End(reason)}, accumulator, &parts)
              .ok());
      const absl::Status status = accumulator.Finish(false, &parts);
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << input;
      EXPECT_FALSE(absl::StrContains(status.message(), "canary"));
      EXPECT_FALSE(accumulator.bad_tool_input().empty()) << input;
    }
  }
}

TEST(MessageAccumulatorTest, AnInputThatWasCutShortIsKeptAsText) {
  for (const char* reason : {"max_tokens", "model_context_window_exceeded", "refusal", "new"}) {
    const ContentBlock block = BlockOf({OpenTool(0), Input(0, R"({\"q\":\"大)"), Close(0)}, reason);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kOpaque) << reason;
    EXPECT_EQ(block.type, "tool_use") << reason;
    EXPECT_FALSE(block.known) << reason;
    EXPECT_EQ(block.json, R"({"type":"tool_use","id":"t","name":"search","input":"{\"q\":\"大"})")
        << reason;
  }
}

// ---- Opaque blocks ----

TEST(MessageAccumulatorTest, ThinkingAndSignatureArePutBackIntoTheirBlock) {  // B02
  const std::string thinking = Delta(0, R"({"type":"thinking_delta","thinking":"a \"b\ud83d"})");
  const std::string rest = Delta(0, R"({"type":"thinking_delta","thinking":"\ude00\ud83d"})");
  const std::string signature = Delta(0, R"({"type":"signature_delta","signature":"EqQB"})");
  const std::string expected =
      "{\"type\":\"thinking\",\"thinking\":\"a \\\"b\U0001f600\\ud83d\",\"signature\":\"EqQB\"}";
  for (const char* open : {R"({"type":"thinking","thinking":"","signature":""})",
                           R"({"type":"thinking","thinking":""})", R"({ "type" : "thinking" })"}) {
    const ContentBlock block = BlockOf({Open(0, open), thinking, rest, signature, Close(0)});
    EXPECT_EQ(block.type, "thinking");
    EXPECT_TRUE(block.known);
    EXPECT_EQ(block.json, expected) << open;
  }
  EXPECT_EQ(BlockOf({Open(0, R"({"type":"thinking","thinking":""})"), signature, Close(0)}).json,
            R"({"type":"thinking","thinking":"","signature":"EqQB"})");
}

TEST(MessageAccumulatorTest, BlocksWithoutDeltasStayAsTheyOpened) {
  for (const char* block :
       {R"({"type":"redacted_thinking","data":"x"})",
        R"({"type":"web_search_tool_result","tool_use_id":"s","content":[{"url":"u"}]})",
        R"({"type":"fallback","from":{"model":"a"}})"}) {
    EXPECT_EQ(BlockOf({Open(0, block), Close(0)}).json, block);
  }
}

TEST(MessageAccumulatorTest, AServerToolsInputIsPutInItsPlace) {
  const std::string open = Open(
      0, R"({"type":"server_tool_use","id":"s","name":"web_search","input":{},"caller":null})");
  EXPECT_EQ(BlockOf({open, Input(0, R"({\"query\":)"), Input(0, R"( \"x\"})"), Close(0)}).json,
            R"({"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"},)"
            R"("caller":null})");
}

TEST(MessageAccumulatorTest, WhatIsNotKnownIsHeardAndNeverDropped) {  // B02 B10
  const CollectedParts collected = Collect(
      {R"({"type":"early"})", kStart, R"({"type":"future_thing"})",
       Open(0, R"({"type":"hologram"})"), Text(0, "a"), Cite(0, "c"), Input(0, "{"),
       Delta(0, R"({"type":"new_delta"})"), Delta(0, R"({"type":"thinking_delta","thinking":"t"})"),
       Close(0), OpenText(1), Delta(1, R"({"type":"new_delta"})"), Text(1, "b"), Close(1),
       End("end_turn"), kStop});
  ASSERT_EQ(collected.message.content.size(), 2);
  EXPECT_EQ(collected.message.content[0].json, R"({"type":"hologram"})");
  EXPECT_EQ(TextOf(collected), "b");
  const std::vector<std::pair<std::string, int64_t>> expected = {
      {"early", -1},           {"future_thing", -1}, {"text_delta", 0},     {"citations_delta", 0},
      {"input_json_delta", 0}, {"new_delta", 0},     {"thinking_delta", 0}, {"new_delta", 1}};
  ASSERT_EQ(collected.unknown.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(collected.unknown[i].type, expected[i].first);
    EXPECT_EQ(collected.unknown[i].block, expected[i].second) << expected[i].first;
  }
  EXPECT_EQ(collected.unknown[2].json, Text(0, "a"));
  EXPECT_EQ(collected.unknown[3].json, Cite(0, "c"));
}

// ---- Usage and stop reasons ----

std::optional<Usage> UsageOf(const char* start, const Events& deltas) {
  Events events = {absl::StrCat(R"({"type":"message_start","message":{"usage":)", start, "}}")};
  for (const std::string& usage : deltas) events.push_back(End("end_turn", usage));
  events.push_back(kStop);
  return Collect(events).message.usage;
}

TEST(MessageAccumulatorTest, UsageIsOverwrittenAndNeverAdded) {  // B77
  const std::optional<Usage> usage =
      UsageOf(R"({"input_tokens":25,"output_tokens":1,"service_tier":"standard"})",
              {R"({"output_tokens":7})",
               R"({"output_tokens":15,"input_tokens":25,"cache_read_input_tokens":100})",
               R"({"output_tokens":15,"input_tokens":null})"});
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, 25);
  EXPECT_EQ(usage->output_tokens, 15);
  EXPECT_EQ(usage->cache_read_input_tokens, 100);
  EXPECT_EQ(usage->service_tier, "standard");
}

TEST(MessageAccumulatorTest, ZerosAtTheStartSayNothing) {  // B79
  const char zeros[] = R"({"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0})";
  EXPECT_FALSE(UsageOf(zeros, {}).has_value());
  const std::optional<Usage> usage = UsageOf(zeros, {R"({"input_tokens":13,"output_tokens":5})"});
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, 13);
  EXPECT_EQ(usage->output_tokens, 5);
  EXPECT_FALSE(usage->cache_read_input_tokens.has_value());
}

TEST(MessageAccumulatorTest, OutputTokensOfTheStartAreProvisional) {
  const std::optional<Usage> usage =
      UsageOf(R"({"input_tokens":25,"output_tokens":1})", {R"({"input_tokens":25})"});
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, 25);
  EXPECT_FALSE(usage->output_tokens.has_value());
}

TEST(MessageAccumulatorTest, StopReasonsOfEveryKindArePassedOn) {  // B22
  for (const char* reason : {"end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn",
                             "refusal", "model_context_window_exceeded", "made_up_reason"}) {
    EXPECT_EQ(Collect({kStart, End(reason), kStop}).message.stop_reason, reason);
  }
}

TEST(MessageAccumulatorTest, MessageEventsMayRepeatBeforeTheFirstBlock) {
  const CollectedParts collected =
      Collect({kStart, kStart, R"({"type":"message_delta","delta":{},"usage":{"output_tokens":1}})",
               OpenText(0), Text(0, "a"), Close(0), End("end_turn"), kStop});
  EXPECT_EQ(TextOf(collected), "a");
  EXPECT_EQ(collected.message.id, "msg_1");
  EXPECT_EQ(collected.message.usage->output_tokens, 15);
}

TEST(MessageAccumulatorTest, ContentThatAStartBringsIsTold) {
  const std::string start =
      R"({"type":"message_start","message":{"content":[{"type":"text","text":"a"},)"
      R"({"type":"text","text":"b"}]}})";
  EXPECT_EQ(TextOf(Collect({start, OpenText(2), Text(2, "c"), Close(2), End("end_turn"), kStop})),
            "abc");
}

// ---- Ends ----

TEST(MessageAccumulatorTest, ATruncatedStreamIsClosedWithWhatIsOpen) {
  MessageAccumulator accumulator;
  Parts parts;
  ASSERT_TRUE(AddAll({kStart, OpenText(0), Text(0, R"(a\ud83d)"), OpenTool(1), End("end_turn")},
                     accumulator, &parts)
                  .ok());
  ASSERT_TRUE(accumulator.Finish(true, &parts).ok());
  const absl::StatusOr<CollectedParts> collected = CollectParts(std::move(parts));
  ASSERT_TRUE(collected.ok()) << collected.status();
  EXPECT_TRUE(collected->truncated);
  ASSERT_EQ(collected->message.content.size(), 2);
  EXPECT_EQ(collected->message.content[0].text, "a\uFFFD");
  EXPECT_EQ(collected->message.content[1].tool_input_json, "{}");
}

TEST(MessageAccumulatorTest, EventsThatAreNotThoseOfOneMessageAreRefusedForGood) {
  const struct {
    const char* name;
    Events events;
  } cases[] = {
      {"a block before the message", {OpenText(0)}},
      {"a delta before the message", {Text(0, "canary")}},
      {"a message_delta before the message", {End("end_turn")}},
      {"a delta of a block that never opened", {kStart, Text(0, "canary")}},
      {"a delta of a closed block", {kStart, OpenText(0), Close(0), Text(0, "canary")}},
      {"a delta of a closed block that waits",
       {kStart, OpenText(0), OpenText(1), Close(1), Text(1, "canary")}},
      {"a stop of a block that never opened", {kStart, Close(0)}},
      {"a stop of a closed block", {kStart, OpenText(0), Close(0), Close(0)}},
      {"a block that opens twice", {kStart, OpenText(0), OpenText(0)}},
      {"a block that opens again", {kStart, OpenText(0), Close(0), OpenText(0)}},
      {"a block that waits and opens twice", {kStart, OpenText(1), OpenText(1)}},
      {"a block without an index", {kStart, OpenText(-1)}},
      {"a second message", {kStart, OpenText(0), kStart}},
      {"a second message behind a block", {kStart, OpenText(0), Close(0), kStart}},
      {"text in a tool use", {kStart, OpenTool(0), Text(0, "canary")}},
      {"a citation in a tool use", {kStart, OpenTool(0), Cite(0, "canary")}},
      {"input in a text", {kStart, OpenText(0), Input(0, "canary")}},
      {"thinking in a text",
       {kStart, OpenText(0), Delta(0, R"({"type":"thinking_delta","thinking":"canary"})")}},
      {"a signature in redacted thinking",
       {kStart, Open(0, R"({"type":"redacted_thinking","data":"x"})"),
        Delta(0, R"({"type":"signature_delta","signature":"canary"})")}},
  };
  for (const auto& one : cases) {
    MessageAccumulator accumulator;
    Parts parts;
    const absl::Status status = AddAll(one.events, accumulator, &parts);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << one.name;
    EXPECT_FALSE(absl::StrContains(status.message(), "canary")) << one.name;
    parts.clear();
    EXPECT_EQ(accumulator.Add(Ping(), &parts), status) << one.name;
    EXPECT_EQ(accumulator.Finish(false, &parts), status) << one.name;
    EXPECT_TRUE(parts.empty()) << one.name;
  }
}

TEST(MessageAccumulatorTest, NothingComesBehindTheEnd) {
  MessageAccumulator accumulator;
  Parts parts;
  EXPECT_FALSE(MessageAccumulator().Finish(false, &parts).ok());
  ASSERT_TRUE(AddAll({kStart, End("end_turn")}, accumulator, &parts).ok());
  ASSERT_TRUE(accumulator.Finish(false, &parts).ok());
  EXPECT_FALSE(accumulator.Finish(false, &parts).ok());
  EXPECT_FALSE(accumulator.Add(Ping(), &parts).ok());
}

// ---- Cost ----

// Quadratic work would take minutes.
TEST(MessageAccumulatorTest, FortyThousandDeltasOfABlockTakeLinearTime) {
  const auto start = std::chrono::steady_clock::now();
  for (const bool waits : {false, true}) {
    for (const char* open : {R"({"type":"text","text":""})", R"({"type":"thinking"})",
                             R"({"type":"tool_use","id":"t","name":"n"})"}) {
      MessageAccumulator accumulator;
      Parts parts;
      Events events = {kStart, Open(1, open)};
      if (!waits) events.insert(events.begin() + 1, {OpenText(0), Close(0)});
      ASSERT_TRUE(AddAll(events, accumulator, &parts).ok());
      const bool text = absl::StrContains(open, "text");
      const bool thinking = absl::StrContains(open, "thinking");
      for (int i = 0; i < 40000; ++i) {
        parts.clear();
        StreamEvent event = InputJsonDelta{1, "                    "};
        if (text) event = TextDelta{1, "twenty bytes of text"};
        if (thinking) event = ThinkingDelta{1, "twenty bytes of text"};
        ASSERT_TRUE(accumulator.Add(std::move(event), &parts).ok());
        ASSERT_LE(parts.size(), 1);
      }
      ASSERT_TRUE(AddAll({End("end_turn")}, accumulator, &parts).ok());
      ASSERT_TRUE(accumulator.Finish(false, &parts).ok());
    }
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(PartsOfTest, AMessageIsToldBlockByBlock) {
  absl::StatusOr<Message> message = ParseMessage(
      R"({"id":"i","content":[{"type":"text","text":"","citations":[{"type":"x"}]},)"
      R"({"type":"tool_use","id":"t","name":"n"},{"type":"thinking"}],"stop_reason":"end_turn"})");
  ASSERT_TRUE(message.ok());
  const Parts parts = PartsOf(*std::move(message));
  ASSERT_EQ(parts.size(), 9);
  EXPECT_EQ(std::get<MessageOpened>(parts[0]).id, "i");
  EXPECT_EQ(std::get<BlockOpened>(parts[1]).block.kind, ContentBlock::Kind::kText);
  EXPECT_EQ(std::get<CitationAdded>(parts[2]).citation.type, "x");
  EXPECT_FALSE(std::get<BlockClosed>(parts[3]).block.has_value());
  EXPECT_EQ(std::get<BlockOpened>(parts[4]).block.tool_name, "n");
  EXPECT_EQ(std::get<BlockOpened>(parts[4]).block.tool_input_json, "");
  EXPECT_EQ(std::get<BlockClosed>(parts[5]).block->tool_input_json, "{}");
  EXPECT_EQ(std::get<BlockOpened>(parts[6]).block.type, "thinking");
  EXPECT_EQ(std::get<BlockClosed>(parts[7]).block->json, R"({"type":"thinking"})");
  EXPECT_EQ(std::get<MessageClosed>(parts[8]).stop_reason, "end_turn");
}

}  // namespace
}  // namespace footnote::messages
