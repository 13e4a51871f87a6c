// SPDX-License-Identifier: Apache-2.0
// Fakes for the tests of retries: a transport whose responses the test supplies, and short
// constructors for events and results.
#ifndef FOOTNOTE_TESTS_UPSTREAM_RETRY_RETRY_TESTING_H_
#define FOOTNOTE_TESTS_UPSTREAM_RETRY_RETRY_TESTING_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/request.h"
#include "service/messages/stream/stream_event.h"
#include "service/status/rich_status.h"
#include "service/upstream/retry/retrying_transport.h"
#include "service/upstream/transport.h"
#include "tests/upstream/manual_timer.h"

namespace footnote::upstream {

// ---- Events ----

inline MessagesEvent Start() { return messages::StreamEvent(messages::MessageStart{}); }
inline MessagesEvent Ping() { return messages::StreamEvent(messages::Ping{}); }
inline MessagesEvent Done() { return messages::StreamEvent(messages::MessageStop{}); }

inline MessagesEvent Open(int64_t index, messages::ContentBlock block) {
  return messages::StreamEvent(messages::ContentBlockStart{index, std::move(block), 0});
}
inline MessagesEvent OpenText(int64_t index, std::string text = "") {
  messages::ContentBlock block;
  block.text = std::move(text);
  return Open(index, std::move(block));
}
inline MessagesEvent OpenToolUse(int64_t index) {
  messages::ContentBlock block;
  block.kind = messages::ContentBlock::Kind::kToolUse;
  return Open(index, std::move(block));
}
inline MessagesEvent OpenOpaque(int64_t index, std::string type) {
  messages::ContentBlock block;
  block.kind = messages::ContentBlock::Kind::kOpaque;
  block.type = std::move(type);
  return Open(index, std::move(block));
}
inline MessagesEvent Text(int64_t index, std::string text) {
  return messages::StreamEvent(messages::TextDelta{index, std::move(text)});
}
inline MessagesEvent Think(int64_t index, std::string thinking) {
  return messages::StreamEvent(messages::ThinkingDelta{index, std::move(thinking)});
}
inline MessagesEvent Close(int64_t index) {
  return messages::StreamEvent(messages::ContentBlockStop{index});
}
inline MessagesEvent StopsBy(std::string reason) {
  messages::MessageDelta delta;
  delta.stop_reason = std::move(reason);
  return messages::StreamEvent(std::move(delta));
}
inline MessagesEvent Whole(std::string id, std::string stop_reason) {
  messages::Message message;
  message.id = std::move(id);
  message.stop_reason = std::move(stop_reason);
  return message;
}

// Returns a name of an event for comparison, with its text.
inline std::string Word(const MessagesEvent& event) {
  if (const auto* message = std::get_if<messages::Message>(&event)) return "whole " + message->id;
  const auto& streamed = std::get<messages::StreamEvent>(event);
  if (const auto* text = std::get_if<messages::TextDelta>(&streamed)) return "text " + text->text;
  if (const auto* thought = std::get_if<messages::ThinkingDelta>(&streamed)) {
    return "thinking " + thought->thinking;
  }
  if (const auto* delta = std::get_if<messages::MessageDelta>(&streamed)) {
    return "stops by " + delta->stop_reason.value_or("nothing");
  }
  static const char* const kNames[] = {"start", "open",  "",       "citation", "input",
                                       "",      "sign",  "close",  "",         "done",
                                       "ping",  "error", "unknown"};
  return kNames[streamed.index()];
}

// ---- Results ----

inline MessagesResult Fine(std::string request_id = "req_fine") {
  MessagesResult end;
  end.request_id = std::move(request_id);
  return end;
}

inline MessagesResult Fails(absl::StatusCode code, const std::string& reason, Failure::Kind kind,
                            int http_status = 0) {
  MessagesResult end;
  end.status = status::ErrorWithInfo(code, reason, "upstream failed");
  end.failure.kind = kind;
  end.failure.http_status = http_status;
  end.request_id = "req_failed";
  return end;
}
inline MessagesResult Overloaded() {
  return Fails(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", Failure::Kind::kResponse,
               529);
}
inline MessagesResult RateLimited(std::optional<absl::Duration> retry_after) {
  MessagesResult end = Fails(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED",
                             Failure::Kind::kResponse, 429);
  end.failure.retry_after = retry_after;
  return end;
}
inline MessagesResult Rejected() {
  return Fails(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST",
               Failure::Kind::kResponse, 400);
}

// Returns the delay of the RetryInfo; nullopt if there is none.
inline std::optional<absl::Duration> RetryDelay(const absl::Status& status) {
  const auto payload = status.GetPayload(status::kRetryInfoTypeUrl);
  google::rpc::RetryInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return std::nullopt;
  return absl::Seconds(info.retry_delay().seconds()) +
         absl::Nanoseconds(info.retry_delay().nanos());
}

// ---- Fakes ----

// Records the calls; the test supplies the responses.
class FakeTransport final : public MessagesTransport {
 public:
  MessagesCallId Send(MessagesCall call, MessagesObserver* observer) override {
    sent.push_back(std::move(call));
    observer_ = observer;
    const MessagesCallId id = 100 + sent.size();
    if (on_send) on_send();
    return id;
  }
  void Cancel(MessagesCallId id) override { control.push_back("cancel " + std::to_string(id)); }
  void Pause(MessagesCallId id) override {
    control.push_back("pause " + std::to_string(id));
    if (on_pause) on_pause();
  }
  void Resume(MessagesCallId id) override { control.push_back("resume " + std::to_string(id)); }

  // Delivers events to the current attempt.
  template <typename... Events>
  void Emit(Events&&... events) {
    MessagesEvent all[] = {std::forward<Events>(events)...};
    Deliver(absl::MakeSpan(all));
  }
  void Deliver(absl::Span<MessagesEvent> events) { observer_->OnEvents(events); }
  void End(MessagesResult end) { std::exchange(observer_, nullptr)->OnEnd(std::move(end)); }

  bool is_in_progress() const { return observer_ != nullptr; }

  std::vector<MessagesCall> sent;
  std::vector<std::string> control;  // such as "cancel 101"; the id of the first attempt is 101
  // Called within Send and Pause.
  std::function<void()> on_send;
  std::function<void()> on_pause;

 private:
  MessagesObserver* observer_ = nullptr;
};

// Records the events and the result.
class Recorder final : public MessagesObserver {
 public:
  void OnEvents(absl::Span<MessagesEvent> events) override {
    EXPECT_EQ(ends, 0) << "no event after the result";
    EXPECT_FALSE(events.empty());
    ++batches;
    last_batch = events.data();
    for (const MessagesEvent& event : events) received.push_back(Word(event));
    if (on_events) on_events();
  }
  void OnEnd(MessagesResult the_end) override {
    ++ends;
    end = std::move(the_end);
    if (on_end) on_end();
  }

  int batches = 0;
  const MessagesEvent* last_batch = nullptr;
  std::vector<std::string> received;
  int ends = 0;
  MessagesResult end;
  std::function<void()> on_events;
  std::function<void()> on_end;
};

// The defaults of the server's configuration.
inline RetryOptions TestRetryOptions() {
  RetryOptions options;
  options.max_attempts = 3;
  options.backoff.initial = absl::Milliseconds(500);
  options.backoff.maximum = absl::Seconds(8);
  options.max_server_wait = absl::Seconds(60);
  options.budget.per_call = 0.2;
  options.budget.capacity = 100;
  return options;
}

// A transport with fakes: no jitter, and a budget that is not exhausted unless the test changes
// `options_` before the first Send.
class RetryingTransportTest : public testing::Test {
 protected:
  RetryingTransportTest() {
    options_ = TestRetryOptions();
    options_.budget.capacity = 1000;
  }
  ~RetryingTransportTest() override {
    EXPECT_FALSE(inner_.is_in_progress()) << "the test left an attempt without an end";
    EXPECT_EQ(timer_.waiting(), 0u) << "the test left a call waiting";
  }

  static MessagesCall NewCall(const std::string& model = "m") {
    messages::MessagesRequest request;
    request.model = model;
    request.max_tokens = 7;
    request.stream = true;
    std::string json;
    messages::AppendJson(request, &json);
    MessagesCall call;
    call.json = std::make_shared<const std::string>(std::move(json));
    call.model = model;
    call.stream = true;
    return call;
  }

  MessagesCallId Send(MessagesCall call = NewCall()) {
    return transport().Send(std::move(call), &recorder_);
  }

  RetryingTransport& transport() {
    if (transport_ == nullptr) {
      transport_ = std::make_unique<RetryingTransport>(
          &inner_, &timer_, options_, [this] { return timer_.now(); }, [] { return 0.0; });
    }
    return *transport_;
  }

  void ExpectError(absl::StatusCode code, const std::string& reason) const {
    EXPECT_EQ(recorder_.ends, 1);
    EXPECT_EQ(recorder_.end.status.code(), code) << recorder_.end.status;
    EXPECT_EQ(status::ErrorReason(recorder_.end.status), reason);
  }

  ManualTimer timer_;
  FakeTransport inner_;
  RetryOptions options_;
  std::unique_ptr<RetryingTransport> transport_;
  Recorder recorder_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_RETRY_RETRY_TESTING_H_
