// SPDX-License-Identifier: Apache-2.0
// Errors, cancellation and pauses of AnswerStream.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "service/answering/answer_stream.h"
#include "service/answering/attempts.h"
#include "service/status/errors.h"
#include "tests/answering/stream_harness.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

class AnswerStreamErrorsTest : public testing::Test, protected StreamHarness {};

TEST_F(AnswerStreamErrorsTest, AStreamWithoutAMessageIsAProtocolError) {
  Start();
  transport_.Emit({MessageStopEvent()});
  transport_.End(absl::OkStatus());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(Info().reason(), "UPSTREAM_PROTOCOL");
}

TEST_F(AnswerStreamErrorsTest, AToolInputThatIsNotJsonIsAnErrorWithTheInput) {
  // B66
  Start();
  transport_.Emit(
      {MessageStartEvent(),
       BlockStartEvent(
           0, {{"type", "tool_use"}, {"id", "t1"}, {"name", "find"}, {"input", Json::object()}}),
       BlockDeltaEvent(0, {{"type", "input_json_delta"}, {"partial_json", "{\"a\":"}}),
       BlockStopEvent(0), MessageDeltaEvent("tool_use"), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kInternal);
  EXPECT_EQ(Info().reason(), "UPSTREAM_TOOL_INPUT");
  EXPECT_EQ(Info().metadata().at("tool_input"), "{\"a\":");
}

TEST_F(AnswerStreamErrorsTest, AToolInputInAnErrorHasNoCredentials) {
  Start();
  transport_.Emit(
      {MessageStartEvent(),
       BlockStartEvent(
           0, {{"type", "tool_use"}, {"id", "t1"}, {"name", "find"}, {"input", Json::object()}}),
       BlockDeltaEvent(0, {{"type", "input_json_delta"}, {"partial_json", "{\"a\":\"hunt"}}),
       BlockDeltaEvent(0, {{"type", "input_json_delta"}, {"partial_json", "er2"}}),
       BlockStopEvent(0), MessageDeltaEvent("tool_use"), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(Info().metadata().at("tool_input"), "{\"a\":\"[redacted]");
}

TEST_F(AnswerStreamErrorsTest, AnErrorAfterTextHasTheDeliveredAmount) {
  // B13, B17
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "Partial")});
  transport_.End(status::MakeError(v1::UPSTREAM_OVERLOADED, "529"));
  EXPECT_EQ(Info().metadata().at("partial"), "true");
  EXPECT_EQ(Info().metadata().at("delivered_blocks"), "1");
  EXPECT_EQ(Info().metadata().at("delivered_text_bytes"), "7");
}

TEST_F(AnswerStreamErrorsTest, AnErrorBeforeAnyDeliveryIsNotPartial) {
  Start();
  transport_.End(status::MakeError(v1::UPSTREAM_OVERLOADED, "529"));
  EXPECT_EQ(Info().metadata().count("partial"), 0u);
}

TEST_F(AnswerStreamErrorsTest, EventsThatAreNotOneMessageEndTheStreamAndTheTransfer) {
  Start();
  transport_.ends_when_cancelled = false;
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "A."),
                   TextEvent(7, "lost"), TextEvent(0, "never delivered")});
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
  transport_.Emit({TextEvent(0, "never delivered")});
  transport_.End(absl::CancelledError());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kInternal);
  EXPECT_EQ(Info().reason(), "UPSTREAM_PROTOCOL");
  EXPECT_EQ(Info().metadata().at("partial"), "true");
  EXPECT_THAT(Kinds(), ElementsAre("started", "block_started", "text_delta"));
}

TEST_F(AnswerStreamErrorsTest, WithStrictAnUnverifiedCitationIsAnError) {
  request_.mutable_citation_options()->set_strict(true);
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "A."),
                   CitationEvent(0, Srl(0, 0, 1, "Something else.")), BlockStopEvent(0),
                   MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kAborted);
  EXPECT_EQ(Info().metadata().at("partial"), "true");
}

TEST_F(AnswerStreamErrorsTest, CancelPauseAndResumeReachTheTransfer) {
  Start();
  stream_.Pause();
  stream_.Resume();
  EXPECT_THAT(transport_.paused, ElementsAre(1u));
  EXPECT_THAT(transport_.resumed, ElementsAre(1u));
  stream_.Cancel();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
}

TEST_F(AnswerStreamErrorsTest, APauseBeforeTheTransportReturnsTheIdIsEffective) {
  transport_.during_send = [this] { stream_.Pause(); };
  Start();
  EXPECT_THAT(transport_.paused, testing::Contains(1u));
  transport_.End(absl::CancelledError());
}

TEST_F(AnswerStreamErrorsTest, TheErrorListsTheAttempts) {
  Start();
  upstream::MessagesResult result = ResultWith(absl::UnavailableError("down"));
  result.attempts.resize(2);
  transport_.End(std::move(result));
  EXPECT_TRUE(ends_[0].GetPayload(kFailedAttemptsTypeUrl).has_value());
}

TEST_F(AnswerStreamErrorsTest, ContentIsCheckedBeforeItIsOmitted) {
  request_.mutable_response_options()->set_omit_delivered_content(true);
  request_.mutable_citation_options()->set_strict(true);
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "A."),
                   CitationEvent(0, Srl(0, 0, 1, "Something else.")), BlockStopEvent(0),
                   MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(Info().reason(), "UNVERIFIED_CITATION");
  EXPECT_EQ(Info().metadata().at("delivered_text_bytes"), "2");
}

TEST_F(AnswerStreamErrorsTest, AStreamThatIsCancelledReportsTheEndOfTheBatch) {
  Start();
  transport_.ends_when_cancelled = false;
  transport_.Emit(
      {MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "a"), TextEvent(7, "of no block")});
  EXPECT_THAT(batch_ends_, ElementsAre(3));
  transport_.End(absl::CancelledError());
}

}  // namespace
}  // namespace footnote::answering
