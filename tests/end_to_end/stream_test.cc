// SPDX-License-Identifier: Apache-2.0
// Streams in every form give the answer of Answer.
#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/streams.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using google::protobuf::util::MessageDifferencer;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;

// The answer without the notices that only a stream can have.
v1::Answer WithoutNoticesOfStreams(v1::Answer answer) {
  google::protobuf::RepeatedPtrField<v1::Notice> kept;
  for (v1::Notice& notice : *answer.mutable_notices()) {
    if (notice.kind() != v1::Notice::KIND_UNKNOWN_EVENT) *kept.Add() = std::move(notice);
  }
  answer.mutable_notices()->Swap(&kept);
  return answer;
}

struct FormCase {
  const char* name;
  const char* script;
};

class StreamFormTest : public ::testing::TestWithParam<FormCase> {};

TEST_P(StreamFormTest, GivesTheAnswerOfAMessageInOnePiece) {
  TestServer server;
  const Reply unary = CallAnswer(server, RateLimitRequest());
  ASSERT_TRUE(unary.status.ok()) << unary.status.error_message();
  const StreamReply stream = Stream(server, RateLimitRequest(), GetParam().script);
  ASSERT_TRUE(stream.status.ok()) << stream.status.error_message();
  EXPECT_EQ(stream.text(), stream.answer().text());
  MessageDifferencer differencer;
  std::string difference;
  differencer.ReportDifferencesToString(&difference);
  EXPECT_TRUE(differencer.Compare(WithoutCall(unary.answer),
                                  WithoutNoticesOfStreams(WithoutCall(stream.answer()))))
      << difference;
  EXPECT_THAT(stream.batches, Each(Gt(0)));
}

INSTANTIATE_TEST_SUITE_P(
    Forms, StreamFormTest,
    ::testing::Values(
        FormCase{"AsTheApiSendsIt", ""},                                // B01
        FormCase{"CitationsBeforeTheirText", "citation_order=before"},  // B04
        FormCase{"CitationsBetweenTexts", "citation_order=alternate"},
        FormCase{"InterleavedBlocks", "interleave=true"},
        FormCase{"OneCharacterPerDelta", "delta_chars=1"},
        FormCase{"CrLf", "line_end=crlf"},                                                    // B07
        FormCase{"Cr", "line_end=cr"},                                                        // B07
        FormCase{"NoSpaceAfterColons", "colon_space=false"},                                  // B07
        FormCase{"CrLfOneByteAtATime", "line_end=crlf; writes=1"},                            // B07
        FormCase{"ByteOrderMark", "bom=true"}, FormCase{"SeveralDataLines", "data_lines=3"},  // B09
        FormCase{"CommentsAndPings", "comments=between,inside; pings=3; ping_every=2"},       // B10
        FormCase{"IdsAndRetryFields", "ids=true; retry_field=1000"},                          // B10
        FormCase{"UnknownEventsDeltasAndFields", "unknown=event,delta,field"},  // B10, B02
        FormCase{"OneByteAtATime", "writes=1"},                                 // B11, B43
        FormCase{"AllTogether", "writes=all"},                                  // B11
        FormCase{"SplitInsideCharacters", "writes=inside"},                     // B43
        FormCase{"NoEventNames", "event_names=false"},
        FormCase{"SeveralMessageDeltas", "message_deltas=3"},  // B77
        FormCase{"TwoMessageStarts", "message_starts=2"},
        FormCase{"AnEarlyMessageDelta", "early_message_delta=true"},
        FormCase{"NoPadding", "padding=false"}, FormCase{"JsonInPlaceOfAStream", "body_kind=json"}),
    [](const auto& info) { return info.param.name; });

TEST(StreamTest, UsageThatBeginsWithZerosEndsWithTheNumbers) {
  // B79
  TestServer server;
  const Reply unary = CallAnswer(server, RateLimitRequest());
  const StreamReply stream = Stream(server, RateLimitRequest(), "usage=zeros_first");
  ASSERT_TRUE(stream.status.ok()) << stream.status.error_message();
  EXPECT_EQ(stream.answer().usage().input_tokens(), unary.answer.usage().input_tokens());
  EXPECT_EQ(stream.answer().usage().output_tokens(), unary.answer.usage().output_tokens());
  EXPECT_EQ(stream.answer().notices_size(), 0);
}

TEST(StreamTest, ThinkingIsAnOpaqueBlock) {
  // B02
  TestServer server;
  for (const char* script : {"thinking=on", "thinking=signature_first"}) {
    const Reply unary = CallAnswer(server, RateLimitRequest(), script);
    const StreamReply stream = Stream(server, RateLimitRequest(), script);
    ASSERT_TRUE(stream.status.ok()) << stream.status.error_message();
    EXPECT_EQ(stream.answer().blocks(0).opaque().type(), "thinking");
    EXPECT_EQ(stream.answer().blocks(0).opaque().json(), unary.answer.blocks(0).opaque().json());
    EXPECT_EQ(stream.answer().text(), unary.answer.text());
  }
}

TEST(StreamTest, AnUnknownBlockIsKept) {
  TestServer server;
  const StreamReply stream = Stream(server, RateLimitRequest(), "unknown_block=true");
  ASSERT_TRUE(stream.status.ok()) << stream.status.error_message();
  EXPECT_TRUE(stream.answer().blocks(0).has_opaque());
  EXPECT_EQ(stream.answer().notices(0).kind(), v1::Notice::KIND_UNKNOWN_BLOCK);
}

TEST(StreamTest, TextIsDeliveredBeforeTheAnswerIsComplete) {
  TestServer server;
  StreamCallOptions options;
  options.script = "pause_after=6; pause_ms=600000";
  StreamCall call(server, RateLimitRequest(), options);
  ASSERT_TRUE(call.WaitForEvents(3));
  EXPECT_FALSE(call.is_done());
  call.Cancel();
  const StreamReply reply = call.Wait();
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_NE(reply.text(), "");
}

TEST(StreamTest, CitationsAreDeliveredVerifiedAndWithTheirReference) {
  TestServer server;
  const StreamReply reply = Stream(server, RateLimitRequest());
  int citations = 0;
  for (const v1::AnswerEvent& event : reply.events) {
    if (!event.has_citation()) continue;
    EXPECT_EQ(event.citation().citation().verification().verdict(),
              v1::Verification::VERDICT_EXACT);
    EXPECT_EQ(event.citation().citation().source().id(), "kb-1");
    if (citations++ == 0) {
      EXPECT_EQ(event.citation().new_reference().number(), 1);
    }
  }
  EXPECT_GT(citations, 0);
}

struct StopCase {
  const char* raw;
  v1::StopReason reason;
  bool complete;
};

class StopReasonTest : public ::testing::TestWithParam<StopCase> {};

// B22
TEST_P(StopReasonTest, IsTypedInBothMethods) {
  TestServer server;
  const std::string script = absl::StrCat("stop_reason=", GetParam().raw, "; partial=true");
  const Reply unary = CallAnswer(server, RateLimitRequest(), script);
  const StreamReply stream = Stream(server, RateLimitRequest(), script);
  ASSERT_TRUE(unary.status.ok()) << unary.status.error_message();
  ASSERT_TRUE(stream.status.ok()) << stream.status.error_message();
  for (const v1::Answer& answer : {unary.answer, stream.answer()}) {
    EXPECT_EQ(answer.stop_reason(), GetParam().reason);
    EXPECT_EQ(answer.stop_reason_raw(), GetParam().raw);
    EXPECT_EQ(answer.complete(), GetParam().complete);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, StopReasonTest,
    ::testing::Values(StopCase{"end_turn", v1::STOP_REASON_END_TURN, true},
                      StopCase{"max_tokens", v1::STOP_REASON_MAX_TOKENS, false},
                      StopCase{"stop_sequence", v1::STOP_REASON_STOP_SEQUENCE, true},
                      StopCase{"tool_use", v1::STOP_REASON_TOOL_USE, true},
                      StopCase{"pause_turn", v1::STOP_REASON_PAUSE_TURN, false},
                      StopCase{"refusal", v1::STOP_REASON_REFUSAL, false},
                      StopCase{"model_context_window_exceeded",
                               v1::STOP_REASON_MODEL_CONTEXT_WINDOW_EXCEEDED, false},
                      StopCase{"made_up_reason", v1::STOP_REASON_UNSPECIFIED, false}),
    [](const auto& info) { return std::string(info.param.raw); });

TEST(StreamTest, AStreamThatLacksOnlyItsLastEventIsCompleteWithANotice) {
  TestServer server;
  for (const char* script : {"message_stop=missing", "message_stop=truncated"}) {
    const StreamReply reply = Stream(server, RateLimitRequest(), script);
    ASSERT_TRUE(reply.status.ok()) << script << ": " << reply.status.error_message();
    ASSERT_EQ(reply.answer().notices_size(), 1);
    EXPECT_EQ(reply.answer().notices(0).kind(), v1::Notice::KIND_TRUNCATED_FINAL_FRAME);
  }
}

TEST(StreamTest, ViolationsHavePathsThatStartWithRequest) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_search_results(0)->clear_source();
  const StreamReply reply = Stream(server, request);
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(DetailsOf(reply.status).bad_request.field_violations(0).field(),
            "request.search_results[0].source");
  EXPECT_TRUE(reply.events.empty());
}

TEST(StreamTest, APreviewHasTheBytesThatAStreamSends) {
  TestServer server;
  grpc::ClientContext context;
  v1::PreviewAnswerRequest request;
  *request.mutable_request() = RateLimitRequest();
  request.set_stream(true);
  v1::PreviewAnswerResponse response;
  ASSERT_TRUE(server.stub().PreviewAnswer(&context, request, &response).ok());
  Stream(server, RateLimitRequest());
  EXPECT_EQ(*server.emulator().Requests().back().body, response.upstream_json());
}

TEST(StreamTest, UnclosedListsOfCitationsAreText) {
  // B16
  TestServer server;
  std::string numbers = "[1";
  for (int i = 2; i <= 400; ++i) absl::StrAppend(&numbers, ", ", i);
  std::string cite = "(cite index=\\\"";
  while (cite.size() < 20000) cite += "0-0,0-1,";
  std::string body =
      "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\","
      "\"model\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\","
      "\"text\":\"\"}}\n\n";
  for (const std::string& text : {numbers, cite, std::string(" plain text")}) {
    absl::StrAppend(&body,
                    "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
                    "\"text_delta\",\"text\":\"",
                    text, "\"}}\n\n");
  }
  absl::StrAppend(&body,
                  "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
                  "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
                  "\"usage\":{\"output_tokens\":5}}\n\n"
                  "data: {\"type\":\"message_stop\"}\n\n");
  server.emulator().AddBody("lists", body);
  const StreamReply reply = Stream(server, RateLimitRequest(), "body=lists");
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.answer().text().size(), numbers.size() + cite.size() - 1 + 11);
}

}  // namespace
}  // namespace footnote::testing
