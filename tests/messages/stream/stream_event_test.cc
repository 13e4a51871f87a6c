// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/stream_event.h"

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
#include "service/messages/stream/sse_decoder.h"

namespace footnote::messages {
namespace {

StreamEvent Parse(const std::string& data, const std::string& name = "") {
  absl::StatusOr<StreamEvent> event = ParseStreamEvent(SseEvent{name, data});
  EXPECT_TRUE(event.ok()) << data;
  return event.ok() ? *std::move(event) : StreamEvent();
}

// Expects an event of this kind and returns it.
template <typename Kind>
Kind ParseAs(const std::string& data, const std::string& name = "") {
  StreamEvent event = Parse(data, name);
  Kind* kind = std::get_if<Kind>(&event);
  EXPECT_NE(kind, nullptr) << data;
  return kind == nullptr ? Kind() : std::move(*kind);
}

std::string DeltaEvent(absl::string_view delta) {
  return absl::StrCat(R"({"type":"content_block_delta","index":3,"delta":)", delta, "}");
}

TEST(ParseStreamEventTest, MessageStartHasTheMessage) {
  const auto start = ParseAs<MessageStart>(
      R"({"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",)"
      R"("model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":25}}})");
  EXPECT_EQ(start.message.id, "msg_1");
  EXPECT_EQ(start.message.model, "m");
  ASSERT_TRUE(start.message.usage.has_value());
  EXPECT_EQ(start.message.usage->input_tokens, 25);
}

TEST(ParseStreamEventTest, ContentBlockStartHasTheOpeningBlock) {
  const auto text =
      ParseAs<ContentBlockStart>(R"({"type":"content_block_start","index":2,"content_block":)"
                                 R"({"citations":[],"type":"text","text":"a\ud83d"}   })");
  EXPECT_EQ(text.index, 2);
  EXPECT_EQ(text.block.kind, ContentBlock::Kind::kText);
  EXPECT_EQ(text.block.text, "a\xed\xa0\xbd");
  EXPECT_EQ(text.ill_formed_strings, 0);
  const auto tool = ParseAs<ContentBlockStart>(
      R"({"type":"content_block_start","index":0,"content_block":)"
      R"({"type":"tool_use", "id":"i","name":"f","input":{},"caller":{"type":"direct"}}})");
  EXPECT_EQ(tool.block.kind, ContentBlock::Kind::kToolUse);
  EXPECT_EQ(tool.block.json,
            R"({"type":"tool_use","id":"i","name":"f","input":{},"caller":{"type":"direct"}})");
}

TEST(ParseStreamEventTest, DeltasOfEveryKindAreParsed) {
  const auto text = ParseAs<TextDelta>(DeltaEvent(R"({"type":"text_delta","text":"t\n"})"));
  EXPECT_EQ(text.index, 3);
  EXPECT_EQ(text.text, "t\n");
  const auto input =
      ParseAs<InputJsonDelta>(DeltaEvent(R"({"type":"input_json_delta","partial_json":"{\"a"})"));
  EXPECT_EQ(input.index, 3);
  EXPECT_EQ(input.partial_json, "{\"a");
  const auto thinking =
      ParseAs<ThinkingDelta>(DeltaEvent(R"({"thinking":"hm","type":"thinking_delta"})"));
  EXPECT_EQ(thinking.index, 3);
  EXPECT_EQ(thinking.thinking, "hm");
  const auto signature =
      ParseAs<SignatureDelta>(DeltaEvent(R"({"type":"signature_delta","signature":"s"})"));
  EXPECT_EQ(signature.index, 3);
  EXPECT_EQ(signature.signature, "s");
  const auto citation = ParseAs<CitationsDelta>(
      DeltaEvent(R"({"type":"citations_delta","citation":{"type":"char_location",)"
                 R"("cited_text":"\ud83d","document_index":1}})"));
  EXPECT_EQ(citation.index, 3);
  EXPECT_EQ(citation.citation.kind, TextCitation::Kind::kChar);
  EXPECT_EQ(citation.citation.cited_text, "\uFFFD");
  EXPECT_EQ(citation.ill_formed_strings, 1);
}

TEST(ParseStreamEventTest, HalvesOfSurrogatePairsAreKeptInDeltas) {
  EXPECT_EQ(ParseAs<TextDelta>(DeltaEvent(R"({"type":"text_delta","text":"\ude00a\ud83d"})")).text,
            "\xed\xb8\x80"
            "a\xed\xa0\xbd");
  EXPECT_EQ(ParseAs<TextDelta>(DeltaEvent(R"({"type":"text_delta","text":"\ud83d\ude00"})")).text,
            "\U0001f600");
}

TEST(ParseStreamEventTest, MessageDeltaHasTheStopReasonAndTheUsage) {
  const auto delta = ParseAs<MessageDelta>(
      R"({"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null,)"
      R"("container":{}},"usage":{"output_tokens":15,"input_tokens":null}})");
  EXPECT_EQ(delta.stop_reason, "end_turn");
  EXPECT_FALSE(delta.stop_sequence.has_value());
  ASSERT_TRUE(delta.usage.has_value());
  EXPECT_EQ(delta.usage->output_tokens, 15);
  EXPECT_FALSE(delta.usage->input_tokens.has_value());
  EXPECT_FALSE(ParseAs<MessageDelta>(R"({"type":"message_delta"})").usage.has_value());
}

TEST(ParseStreamEventTest, EventsWithoutContentAreParsed) {
  EXPECT_EQ(ParseAs<ContentBlockStop>(R"({"type":"content_block_stop","index":1      })").index, 1);
  ParseAs<MessageStop>(R"({"type":"message_stop","amazon-bedrock-invocationMetrics":{"a":1}})");
  ParseAs<Ping>(R"({"type": "ping"})");
}

TEST(ParseStreamEventTest, TheTypeInTheJsonTakesPrecedenceOverTheName) {
  ParseAs<Ping>(R"({"type":"ping"})", "message_stop");
  ParseAs<Ping>("{}", "ping");
  ParseAs<MessageStop>("{}", "message_stop");
  EXPECT_EQ(ParseAs<UnknownEvent>("{}").type, "");
}

TEST(ParseStreamEventTest, AnyEventWithAnErrorIsAnErrorEvent) {  // B17 B19 B21
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"as documented",
       R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"},
      {"no type", R"({"error":{"type":"overloaded_error","message":"Overloaded"}})"},
      {"another type",
       R"({"type":"ping","error":{"message":"Overloaded","type":"overloaded_error"}})"},
  };
  for (const auto& [name, data] : cases) {
    const auto event = ParseAs<ErrorEvent>(data);
    EXPECT_EQ(event.error.type, "overloaded_error") << name;
    EXPECT_EQ(event.error.message, "Overloaded") << name;
  }
  EXPECT_EQ(ParseAs<ErrorEvent>(R"({"error":"overloaded"})").error.message, "overloaded");
  EXPECT_EQ(ParseAs<ErrorEvent>("{}", "error").error.type, "");
  EXPECT_EQ(
      ParseAs<ErrorEvent>(R"({"type":"error","error":{},"request_id":"req_1"})").error.request_id,
      "req_1");
  ParseAs<Ping>(R"({"type":"ping","error":null})");
}

TEST(ParseStreamEventTest, UnknownAndMalformedEventsAreKept) {  // B02 B10
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"type":"future_thing","a":1})", "future_thing"},
      {R"({"type":"content_block_delta","index":3,"delta":{"type":"new_delta","x":"\ud83d"}})",
       "new_delta"},
      {R"({"type":"content_block_delta","index":3,"delta":{"type":"text_delta"}})", "text_delta"},
      {R"({"type":"content_block_delta","index":3,"delta":{"type":"text_delta","text":7}})",
       "text_delta"},
      {R"({"type":"content_block_delta","index":3,"delta":{"type":"citations_delta"}})",
       "citations_delta"},
      {R"({"type":"content_block_delta","index":3,"delta":{}})", "content_block_delta"},
      {R"({"type":"content_block_delta","index":3})", "content_block_delta"},
      {R"({"type":"content_block_start","index":3})", "content_block_start"},
      {R"({"type":"message_start","message":5})", "message_start"},
  };
  for (const auto& [data, type] : cases) {
    const auto event = ParseAs<UnknownEvent>(data);
    EXPECT_EQ(event.type, type);
    EXPECT_EQ(event.json, data);
    EXPECT_EQ(event.index, absl::StrContains(data, "index") ? 3 : -1) << data;
  }
  EXPECT_EQ(ParseAs<UnknownEvent>("{ \"a\" : 1 }", "named").type, "named");
  EXPECT_EQ(ParseAs<UnknownEvent>("{ \"a\" : 1 }", "named").json, R"({"a":1})");
}

TEST(ParseStreamEventTest, TheLastOfTwoDeltasReplacesTheFirst) {
  const auto text =
      ParseAs<TextDelta>(R"({"type":"content_block_delta","index":3,)"
                         R"("delta":{"type":"thinking_delta","thinking":"a","text":"b"},)"
                         R"("delta":{"type":"text_delta","text":"c"}})");
  EXPECT_EQ(text.text, "c");
  const auto unknown = ParseAs<UnknownEvent>(R"({"type":"content_block_delta","index":3,)"
                                             R"("delta":{"type":"text_delta","text":"a"},)"
                                             R"("delta":{"type":"text_delta"}})");
  EXPECT_EQ(unknown.type, "text_delta");
  const auto delta = ParseAs<MessageDelta>(
      R"({"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":"s"},)"
      R"("delta":{"stop_reason":"end_turn"}})");
  EXPECT_EQ(delta.stop_reason, "end_turn");
  EXPECT_FALSE(delta.stop_sequence.has_value());
}

TEST(ParseStreamEventTest, AnInvalidIndexIsNegative) {
  for (const char* index : {"null", "1.5", "\"1\"", "99999999999999999999", "-7"}) {
    EXPECT_LT(ParseAs<ContentBlockStop>(
                  absl::StrCat(R"({"type":"content_block_stop","index":)", index, "}"))
                  .index,
              0)
        << index;
  }
}

TEST(ParseStreamEventTest, DataThatIsNotAnObjectIsRefusedWithoutQuotingIt) {
  const std::string line_feed = DeltaEvent("{\"type\":\"text_delta\",\"text\":\"canary\n\"}");
  for (const char* data :
       {line_feed.c_str(), "", "canary", "[DONE]", "[1]", "\"canary\"",
        "{\"canary\":", "{\"canary\":1} x", R"({"type":"ping","x":"\q"})",
        "{\"type\":\"ping\",\"canary\":\"\xff\"}",
        R"({"type":"content_block_delta","index":01,"delta":{"type":"text_delta","text":""}})"}) {
    const absl::Status status = ParseStreamEvent(SseEvent{"canary", data}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << data;
    EXPECT_FALSE(absl::StrContains(status.message(), "canary")) << data;
  }
}

TEST(ParseStreamEventTest, OneThreadParsesManyEventsOfDifferentSizes) {
  StreamEvent event;
  for (int size = 0; size < 200'000; size = size < 3000 ? size + 7 : size * 2) {
    const std::string text(static_cast<size_t>(size), 'x');
    const std::string data =
        DeltaEvent(absl::StrCat(R"({"type":"text_delta","text":"\n)", text, "\"}"));
    ASSERT_TRUE(ParseStreamEvent(SseEvent{"", data}, &event).ok());
    ASSERT_EQ(std::get<TextDelta>(event).text, absl::StrCat("\n", text));
    ASSERT_FALSE(ParseStreamEvent(SseEvent{"", "{\"broken\":\"\\n"}, &event).ok());
  }
}

}  // namespace
}  // namespace footnote::messages
