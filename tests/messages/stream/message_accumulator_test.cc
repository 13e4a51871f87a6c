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
#include "service/messages/message_part.h"
#include "service/messages/stream/sse_decoder.h"
#include "service/messages/stream/stream_event.h"
#include "tests/messages/collect_parts.h"
#include "tests/messages/stream/event_json.h"

namespace footnote::messages {
namespace {

const char kStart[] = R"({"type":"message_start","message":{"id":"msg_1","model":"m","content":[],)"
                      R"("usage":{"input_tokens":25,"output_tokens":1}}})";
const char kStop[] = R"({"type":"message_stop"})";

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

// Returns the only block of a message with this stop reason.
ContentBlock BlockOf(Events events, const char* reason = "tool_use") {
  events.insert(events.begin(), kStart);
  events.push_back(End(reason));
  events.push_back(kStop);
  const CollectedParts collected = Collect(events);
  EXPECT_EQ(collected.message.content.size(), 1);
  return collected.message.content.empty() ? ContentBlock() : collected.message.content[0];
}

// ---- Text and citations ----

TEST(MessageAccumulatorTest, CitationsMayPrecedeOrFollowTheirText) {  // B02 B04
  const CollectedParts before =
      Collect({kStart, OpenText(0), Cite(0, "1000"), Text(0, "The limit "), Text(0, "is 1000."),
               Close(0), OpenText(1), Text(1, " Bye."), Close(1), End("end_turn"), kStop});
  const CollectedParts after =
      Collect({kStart, OpenText(0), Text(0, "The limit is 1000."), Cite(0, "1000"), Close(0),
               OpenText(1), Text(1, " Bye."), Close(1), End("end_turn"), kStop});
  ASSERT_EQ(before.message.content.size(), 2);
  EXPECT_EQ(before.message.content[0].text, "The limit is 1000.");
  EXPECT_EQ(before.message.content[0].citations.size(), 1);
  EXPECT_TRUE(before.message.content[1].citations.empty());
  EXPECT_EQ(TextOf(before), "The limit is 1000. Bye.");
  EXPECT_EQ(Describe(before.message), Describe(after.message));
}

TEST(MessageAccumulatorTest, PartsAreDeliveredImmediately) {
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

TEST(MessageAccumulatorTest, InterleavedBlocksAreDeliveredOneAfterAnother) {
  const CollectedParts collected =
      Collect({kStart, OpenText(1), Text(1, "c"), OpenText(0), OpenTool(2), Input(2, "{"),
               Text(0, "a"), Text(1, "d"), Close(1), Cite(0, "x"), Input(2, "}"), Close(2),
               Text(0, "b"), Close(0), End("end_turn"), kStop});
  ASSERT_EQ(collected.message.content.size(), 3);
  EXPECT_EQ(collected.message.content[0].text, "ab");
  EXPECT_EQ(collected.message.content[1].text, "cd");
  EXPECT_EQ(collected.message.content[2].tool_input_json, "{}");
}

TEST(MessageAccumulatorTest, AWaitingBlockIsDeliveredWhenThePrecedingBlockCloses) {
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

TEST(MessageAccumulatorTest, BlocksAfterAGapAreDeliveredAtTheEnd) {
  const CollectedParts collected = Collect({kStart, OpenText(1), Text(1, "b"), Close(1),
                                            OpenText(4), Text(4, "c"), End("end_turn"), kStop});
  EXPECT_EQ(TextOf(collected), "bc");
}

// ---- Surrogates ----

TEST(MessageAccumulatorTest, SurrogateHalvesInDifferentDeltasAreJoined) {  // B46
  const CollectedParts collected =
      Collect({kStart, OpenText(0), Text(0, R"(a\ud83d)"), Text(0, ""), Text(0, R"(\ude00b)"),
               Text(0, R"(\ud83d\ude00)"), Close(0), End("end_turn"), kStop});
  EXPECT_EQ(TextOf(collected), "a\U0001f600b\U0001f600");
  EXPECT_EQ(collected.message.ill_formed_strings, 0);
}

TEST(MessageAccumulatorTest, LoneHalvesAreReplacedAndEachTextIsCountedOnce) {  // B46
  const CollectedParts collected =
      Collect({kStart, OpenText(0), Text(0, R"(\ude00a\ud83d)"), Text(0, R"(\ud83d)"),
               Text(0, R"(\ude00x\ud83d)"), Close(0), OpenText(1), Text(1, R"(\ud83d)"), Close(1),
               End("end_turn"), kStop});
  ASSERT_EQ(collected.message.content.size(), 2);
  EXPECT_EQ(collected.message.content[0].text, "\uFFFDa\uFFFD\U0001f600x\uFFFD");
  EXPECT_EQ(collected.message.content[1].text, "\uFFFD");
  EXPECT_EQ(collected.message.ill_formed_strings, 2);
}

// ---- Tool inputs ----

TEST(MessageAccumulatorTest, AnInputThatIsNotAnObjectFailsIfTheMessageEndedNormally) {  // B66
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

TEST(MessageAccumulatorTest, ATruncatedInputIsKeptAsAString) {
  for (const char* reason : {"max_tokens", "model_context_window_exceeded", "refusal", "new"}) {
    const ContentBlock block = BlockOf({OpenTool(0), Input(0, R"({\"q\":\"大)"), Close(0)}, reason);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kOpaque) << reason;
    EXPECT_EQ(block.type, "tool_use") << reason;
    EXPECT_FALSE(block.known) << reason;
    EXPECT_EQ(block.json, R"({"type":"tool_use","id":"t","name":"search","input":"{\"q\":\"大"})")
        << reason;
  }
}

// ---- Unknown events ----

TEST(MessageAccumulatorTest, UnknownEventsAndDeltasAreReportedAndNeverDropped) {  // B02 B10
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

TEST(MessageAccumulatorTest, UsageIsReplacedAndNeverAdded) {  // B77
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

TEST(MessageAccumulatorTest, ZerosAtTheStartAreIgnored) {  // B79
  const char zeros[] = R"({"input_tokens":0,"output_tokens":0,"cache_read_input_tokens":0})";
  EXPECT_FALSE(UsageOf(zeros, {}).has_value());
  const std::optional<Usage> usage = UsageOf(zeros, {R"({"input_tokens":13,"output_tokens":5})"});
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, 13);
  EXPECT_EQ(usage->output_tokens, 5);
  EXPECT_FALSE(usage->cache_read_input_tokens.has_value());
}

TEST(MessageAccumulatorTest, OutputTokensOfTheStartAreIgnored) {
  const std::optional<Usage> usage =
      UsageOf(R"({"input_tokens":25,"output_tokens":1})", {R"({"input_tokens":25})"});
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, 25);
  EXPECT_FALSE(usage->output_tokens.has_value());
}

TEST(MessageAccumulatorTest, EveryStopReasonIsDelivered) {  // B22
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

TEST(MessageAccumulatorTest, ContentOfMessageStartIsDelivered) {
  const std::string start =
      R"({"type":"message_start","message":{"content":[{"type":"text","text":"a"},)"
      R"({"type":"text","text":"b"}]}})";
  EXPECT_EQ(TextOf(Collect({start, OpenText(2), Text(2, "c"), Close(2), End("end_turn"), kStop})),
            "abc");
}

// ---- Ends ----

TEST(MessageAccumulatorTest, TheEndOfATruncatedStreamClosesItsOpenBlocks) {
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

TEST(MessageAccumulatorTest, EventsThatAreNotThoseOfOneMessageFailPermanently) {
  const struct {
    const char* name;
    Events events;
  } cases[] = {
      {"a block before the message", {OpenText(0)}},
      {"a delta before the message", {Text(0, "canary")}},
      {"a message_delta before the message", {End("end_turn")}},
      {"a delta of a block that was never opened", {kStart, Text(0, "canary")}},
      {"a delta of a closed block", {kStart, OpenText(0), Close(0), Text(0, "canary")}},
      {"a delta of a closed block that is waiting",
       {kStart, OpenText(0), OpenText(1), Close(1), Text(1, "canary")}},
      {"a stop of a block that was never opened", {kStart, Close(0)}},
      {"a stop of a closed block", {kStart, OpenText(0), Close(0), Close(0)}},
      {"a block that opens twice", {kStart, OpenText(0), OpenText(0)}},
      {"a block that opens again", {kStart, OpenText(0), Close(0), OpenText(0)}},
      {"a waiting block that opens twice", {kStart, OpenText(1), OpenText(1)}},
      {"a block without an index", {kStart, OpenText(-1)}},
      {"a second message", {kStart, OpenText(0), kStart}},
      {"a second message after a block", {kStart, OpenText(0), Close(0), kStart}},
      {"text in a tool use", {kStart, OpenTool(0), Text(0, "canary")}},
      {"a citation in a tool use", {kStart, OpenTool(0), Cite(0, "canary")}},
      {"input in a text", {kStart, OpenText(0), Input(0, "canary")}},
      {"thinking in a text",
       {kStart, OpenText(0), Delta(0, R"({"type":"thinking_delta","thinking":"canary"})")}},
      {"a signature in redacted thinking",
       {kStart, Open(0, R"({"type":"redacted_thinking","data":"x"})"),
        Delta(0, R"({"type":"signature_delta","signature":"canary"})")}},
  };
  for (const auto& test : cases) {
    MessageAccumulator accumulator;
    Parts parts;
    const absl::Status status = AddAll(test.events, accumulator, &parts);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << test.name;
    EXPECT_FALSE(absl::StrContains(status.message(), "canary")) << test.name;
    parts.clear();
    EXPECT_EQ(accumulator.Add(Ping(), &parts), status) << test.name;
    EXPECT_EQ(accumulator.Finish(false, &parts), status) << test.name;
    EXPECT_TRUE(parts.empty()) << test.name;
  }
}

TEST(MessageAccumulatorTest, CallsAfterTheEndFail) {
  MessageAccumulator accumulator;
  Parts parts;
  EXPECT_FALSE(MessageAccumulator().Finish(false, &parts).ok());
  ASSERT_TRUE(AddAll({kStart, End("end_turn")}, accumulator, &parts).ok());
  ASSERT_TRUE(accumulator.Finish(false, &parts).ok());
  EXPECT_FALSE(accumulator.Finish(false, &parts).ok());
  EXPECT_FALSE(accumulator.Add(Ping(), &parts).ok());
}

// ---- Cost ----

// With quadratic time, this would take minutes.
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

}  // namespace
}  // namespace footnote::messages
