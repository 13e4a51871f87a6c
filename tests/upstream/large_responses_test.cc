// SPDX-License-Identifier: Apache-2.0
// The threads on which HttpMessagesTransport reads responses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"
#include "service/status/rich_status.h"
#include "service/upstream/http_messages_transport.h"
#include "service/upstream/worker_pool.h"
#include "tests/support/event.h"
#include "tests/upstream/manual_timer.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Eq;
using ::testing::Ne;
using ::testing::SizeIs;
using Cause = TransferResult::Cause;

constexpr size_t kLarge = 300'000;

// Keeps the events, their threads and the end.
class ThreadRecorder : public MessagesObserver {
 public:
  void OnEvents(absl::Span<MessagesEvent> events) override {
    threads.push_back(std::this_thread::get_id());
    for (const MessagesEvent& event : events) {
      const auto* stream = std::get_if<messages::StreamEvent>(&event);
      if (stream == nullptr) continue;
      const auto* text = std::get_if<messages::TextDelta>(stream);
      if (text != nullptr) texts.push_back(text->text);
    }
    if (at_events != nullptr) at_events->Await();
  }
  void OnEnd(MessagesResult result) override {
    threads.push_back(std::this_thread::get_id());
    end = std::move(result);
    ended.Happen();
  }

  std::vector<std::thread::id> threads;
  std::vector<std::string> texts;
  MessagesResult end;
  testing_support::Event ended;
  testing_support::Event* at_events = nullptr;  // OnEvents waits for it
};

std::string MessageOf(size_t text_bytes) {
  return absl::StrCat(R"({"id":"msg_1","type":"message","role":"assistant","model":"m",)",
                      R"("content":[{"type":"text","text":")", std::string(text_bytes, 'x'),
                      R"("}],"stop_reason":"end_turn","usage":{"output_tokens":1}})");
}

std::string Delta(const std::string& text) {
  return absl::StrCat("data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{",
                      R"("type":"text_delta","text":")", text, "\"}}\n\n");
}

constexpr char kStop[] = "data: {\"type\":\"message_stop\"}\n\n";

class LargeResponsesTest : public testing::Test {
 protected:
  void Send(bool stream) { transport_.Send(Call("{}", stream), &recorder_); }
  // Delivers `body` in parts as the HTTP client does.
  void Body(absl::string_view body) {
    for (; !body.empty(); body.remove_prefix(std::min<size_t>(body.size(), 64 << 10))) {
      http_.Body(body.substr(0, 64 << 10));
    }
  }

  const HttpHeaders json_ = {{"content-type", "application/json"}};
  const HttpHeaders events_ = {{"content-type", "text/event-stream"}};
  const std::thread::id this_thread_ = std::this_thread::get_id();
  FakeRoute route_;
  FakeHttpClient http_;
  ManualTimer timer_;
  ThreadRecorder recorder_;
  WorkerPool workers_;
  HttpMessagesTransport transport_{route_.routes(), &http_, &timer_, &workers_};
};

TEST_F(LargeResponsesTest, ASmallMessageIsReadOnTheThreadOfTheClient) {
  Send(false);
  http_.Head(200, json_);
  Body(MessageOf(200'000));
  http_.End(Cause::kComplete);
  EXPECT_THAT(recorder_.threads, AllOf(SizeIs(2), Each(Eq(this_thread_))));
}

TEST_F(LargeResponsesTest, ALargeMessageIsReadOnAWorker) {
  Send(false);
  http_.Head(200, json_);
  Body(MessageOf(kLarge));
  http_.End(Cause::kComplete);
  recorder_.ended.Await();
  EXPECT_TRUE(recorder_.end.status.ok()) << recorder_.end.status;
  EXPECT_THAT(recorder_.threads, AllOf(SizeIs(2), Each(Ne(this_thread_))));
}

TEST_F(LargeResponsesTest, ALargeMessageThatIsNoneIsAnErrorOnAWorker) {
  Send(false);
  http_.Head(200, json_);
  Body(std::string(kLarge, '['));
  http_.End(Cause::kComplete);
  recorder_.ended.Await();
  EXPECT_EQ(status::ErrorReason(recorder_.end.status), "UPSTREAM_PROTOCOL");
  EXPECT_THAT(recorder_.threads, AllOf(SizeIs(1), Each(Ne(this_thread_))));
}

TEST_F(LargeResponsesTest, AStreamOfSmallEventsIsReadOnTheThreadOfTheClient) {
  Send(true);
  http_.Head(200, events_);
  for (int i = 0; i < 100; ++i) Body(Delta(std::string(20'000, 'x')));
  Body(kStop);
  EXPECT_THAT(recorder_.threads, Each(Eq(this_thread_)));
  http_.End(Cause::kComplete);
}

TEST_F(LargeResponsesTest, AStreamIsReadOnAWorkerFromItsFirstLargeEventOn) {
  Send(true);
  http_.Head(200, events_);
  Body(Delta("first"));
  EXPECT_THAT(recorder_.threads, AllOf(SizeIs(1), Each(Eq(this_thread_))));
  Body(Delta(std::string(kLarge, 'x')));
  Body(Delta("last"));
  Body(kStop);
  http_.End(Cause::kComplete);
  recorder_.ended.Await();
  recorder_.threads.erase(recorder_.threads.begin());
  EXPECT_THAT(recorder_.threads, Each(Ne(this_thread_)));
  ASSERT_THAT(recorder_.texts, SizeIs(3));
  EXPECT_EQ(recorder_.texts[0], "first");
  EXPECT_EQ(recorder_.texts[1].size(), kLarge);
  EXPECT_EQ(recorder_.texts[2], "last");
}

TEST_F(LargeResponsesTest, ALongStreamIsReadOnAWorker) {
  Send(true);
  http_.Head(200, events_);
  for (int i = 0; i < 250; ++i) Body(Delta(std::string(20'000, 'x')));
  Body(kStop);
  http_.End(Cause::kComplete);
  recorder_.ended.Await();
  EXPECT_EQ(recorder_.threads.front(), this_thread_);
  EXPECT_NE(recorder_.threads.back(), this_thread_);
  EXPECT_THAT(recorder_.texts, SizeIs(250));
}

TEST_F(LargeResponsesTest, ACancelledStreamDeliversNothingThatWaits) {
  testing_support::Event go_on;
  recorder_.at_events = &go_on;
  Send(true);
  http_.Head(200, events_);
  Body(Delta(std::string(kLarge, 'x')));
  Body(Delta("late"));
  http_.End(Cause::kCancelled);
  go_on.Happen();
  recorder_.ended.Await();
  EXPECT_TRUE(absl::IsCancelled(recorder_.end.status)) << recorder_.end.status;
  EXPECT_THAT(recorder_.texts, testing::Not(testing::Contains("late")));
}

TEST_F(LargeResponsesTest, WithoutWorkersEverythingIsReadOnTheThreadOfTheClient) {
  HttpMessagesTransport transport(route_.routes(), &http_, &timer_);
  transport.Send(Call("{}", false), &recorder_);
  http_.Head(200, json_);
  Body(MessageOf(kLarge));
  http_.End(Cause::kComplete);
  EXPECT_THAT(recorder_.threads, AllOf(SizeIs(2), Each(Eq(this_thread_))));
}

}  // namespace
}  // namespace footnote::upstream
