// SPDX-License-Identifier: Apache-2.0
// HttpMessagesTransport with CurlHttpClient: streams over real connections.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/emulator/text/gzip.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/http_messages_transport.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using emulator::Gzip;
using testing_support::HttpReply;
using testing_support::RawHttpServer;

constexpr char kHead[] =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nrequest-id: req_1\r\n"
    "transfer-encoding: chunked\r\n\r\n";

std::string Chunk(const std::string& bytes) {
  return absl::StrCat(absl::Hex(bytes.size()), "\r\n", bytes, "\r\n");
}

std::string Start() {
  return "data: {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"model\":\"m\","
         "\"content\":[]}}\n\n";
}
std::string Delta() {
  return "data: {\"type\":\"content_block_delta\",\"index\":0,"
         "\"delta\":{\"type\":\"text_delta\",\"text\":\"and so on\"}}\n\n";
}
std::string Stop() { return "data: {\"type\":\"message_stop\"}\n\n"; }

// A Recorder that can be waited for. Calls `at_events` before anyone who waits learns of them.
class WaitingRecorder : public MessagesObserver {
 public:
  explicit WaitingRecorder(std::function<void()> at_events = nullptr)
      : at_events_(std::move(at_events)) {}
  void OnEvents(absl::Span<MessagesEvent> events) override {
    if (at_events_) at_events_();
    const std::lock_guard<std::mutex> lock(mutex_);
    recorder_.OnEvents(events);
    changed_.notify_all();
  }
  void OnEnd(MessagesResult end) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    recorder_.OnEnd(std::move(end));
    changed_.notify_all();
  }

  // Each waits for at most 30 s and returns true if the event occurred.
  bool WaitForEvents(size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30),
                             [this, count] { return recorder_.events.size() >= count; });
  }
  bool WaitForEnd() {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [this] { return recorder_.ends > 0; });
  }
  size_t events() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return recorder_.events.size();
  }
  const MessagesResult& end() const { return recorder_.end; }  // after the end

 private:
  const std::function<void()> at_events_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Recorder recorder_;
};

struct Connection {
  explicit Connection(const RawHttpServer& server, const RouteTimeouts& timeouts = {})
      : route(timeouts, server.url()), transport(route.routes(), client.get(), client.get()) {}
  MessagesCallId Send(MessagesObserver* observer) {
    return transport.Send(Call(R"({"stream":true})", true), observer);
  }

  std::unique_ptr<CurlHttpClient> client = MakeClient();
  FakeRoute route;
  HttpMessagesTransport transport;
};

TEST(StreamsOverCurlTest, AfterAWholeStreamTheConnectionServesAgain) {
  RawHttpServer server(Always(kHead + Chunk(Start()) + Chunk(Stop()) + "0\r\n\r\n"));
  Connection connection(server);
  for (int i = 0; i < 5; ++i) {
    WaitingRecorder recorder;
    connection.Send(&recorder);
    ASSERT_TRUE(recorder.WaitForEnd());
    EXPECT_TRUE(recorder.end().status.ok()) << recorder.end().status;
    EXPECT_EQ(recorder.events(), 2u);
  }
  // A call that begins before the end of the last response has come needs another.
  EXPECT_LE(server.accepted(), 2);
}

TEST(StreamsOverCurlTest, AResponseHeldOpenIsClosedSoonAfterMessageStop) {
  RawHttpServer server(Always(kHead + Chunk(Start()) + Chunk(Stop())));
  Connection connection(server);
  const absl::Time start = absl::Now();
  auto recorder = std::make_unique<WaitingRecorder>();
  const MessagesCallId id = connection.Send(recorder.get());
  ASSERT_TRUE(recorder->WaitForEnd());
  EXPECT_EQ(server.closed(), 0);
  EXPECT_TRUE(recorder->end().status.ok());
  // The observer is not needed any more, whoever still names the call.
  recorder.reset();
  connection.transport.Pause(id);
  connection.transport.Resume(id);
  server.SendToAll(Chunk(Delta()));
  ASSERT_TRUE(server.WaitForClosed(1));
  EXPECT_GE(absl::Now() - start, absl::Milliseconds(900));
}

TEST(StreamsOverCurlTest, AResponseHeldOpenDoesNotHoldUpShutdown) {
  RawHttpServer server(Always(kHead + Chunk(Start()) + Chunk(Stop())));
  Connection connection(server);
  auto recorder = std::make_unique<WaitingRecorder>();
  connection.Send(recorder.get());
  ASSERT_TRUE(recorder->WaitForEnd());
  recorder.reset();
  connection.client.reset();
  EXPECT_TRUE(server.WaitForAllClosed());
}

TEST(StreamsOverCurlTest, CancelClosesTheConnectionAtOnce) {  // B87
  RawHttpServer server(Always(kHead + Chunk(Start()) + Chunk(Delta())));
  Connection connection(server);
  WaitingRecorder recorder;
  const MessagesCallId id = connection.Send(&recorder);
  ASSERT_TRUE(recorder.WaitForEvents(2));
  const absl::Time cancelled = absl::Now();
  connection.transport.Cancel(id);
  ASSERT_TRUE(server.WaitForClosed(1));
  // 100 ms is promised; a machine that runs other tests may be late.
  EXPECT_LT(absl::Now() - cancelled, absl::Seconds(2));
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().status.code(), absl::StatusCode::kCancelled);
}

TEST(StreamsOverCurlTest, ASilenceLongerThanTheIdleLimitIsATimeout) {  // B31
  RawHttpServer server(Always(kHead + Chunk(Start())));
  RouteTimeouts options;
  options.idle_timeout = absl::Milliseconds(100);
  Connection connection(server, options);
  WaitingRecorder recorder;
  connection.Send(&recorder);
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().status.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(MetadataOf(recorder.end().status, "timeout"), "idle_timeout");
  EXPECT_EQ(MetadataOf(recorder.end().status, "upstream_request_id"), "req_1");
}

TEST(StreamsOverCurlTest, AHeadWithoutABodyIsATimeoutOfTheFirstByte) {  // B28(d), B31
  RawHttpServer server(Always(kHead));
  RouteTimeouts options;
  options.first_byte_timeout = absl::Milliseconds(100);
  Connection connection(server, options);
  WaitingRecorder recorder;
  connection.Send(&recorder);
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(MetadataOf(recorder.end().status, "timeout"), "first_byte_timeout");
  EXPECT_EQ(recorder.end().failure.kind, Failure::Kind::kTimeout);
}

TEST(StreamsOverCurlTest, WithoutLimitsASilentStreamLives) {  // B31
  RawHttpServer server(Always(kHead + Chunk(Start())));
  Connection connection(server);
  WaitingRecorder recorder;
  connection.Send(&recorder);
  ASSERT_TRUE(recorder.WaitForEvents(1));
  std::mutex mutex;
  std::condition_variable changed;
  bool waited = false;
  connection.client->RunAfter(absl::Milliseconds(300), [&] {
    const std::lock_guard<std::mutex> lock(mutex);
    waited = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return waited; });
  }
  server.SendToAll(Chunk(Stop()) + "0\r\n\r\n");
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_TRUE(recorder.end().status.ok()) << recorder.end().status;
}

TEST(StreamsOverCurlTest, APausedStreamIsCompleteAfterResume) {
  std::string events = Start();
  for (int i = 0; i < 20'000; ++i) events += Delta();
  events += Stop();
  for (const bool compressed : {false, true}) {
    RawHttpServer server(
        Always(HttpReply(compressed ? Gzip(events) : events,
                         absl::StrCat("content-type: text/event-stream\r\n",
                                      compressed ? "content-encoding: gzip\r\n" : ""))));
    Connection connection(server);
    std::atomic<MessagesCallId> id{0};
    std::atomic<int> batches{0};
    WaitingRecorder recorder([&] {
      if (++batches % 10 == 1) connection.transport.Pause(id);
    });
    id = connection.Send(&recorder);
    for (size_t seen = 0; seen < 20'002;) {
      ASSERT_TRUE(recorder.WaitForEvents(seen + 1));
      seen = recorder.events();
      connection.transport.Resume(id);
    }
    ASSERT_TRUE(recorder.WaitForEnd());
    EXPECT_TRUE(recorder.end().status.ok()) << recorder.end().status;
    EXPECT_EQ(recorder.events(), 20'002u);
  }
}

TEST(StreamsOverCurlTest, AStreamThatBreaksOffInAChunkAfterTheStopReasonIsComplete) {
  const std::string delta =
      "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n";
  RawHttpServer server(
      Always(kHead + Chunk(Start()) + Chunk(delta) + "40\r\ndata: {\"type\":", /*close=*/true));
  Connection connection(server);
  WaitingRecorder recorder;
  connection.Send(&recorder);
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_TRUE(recorder.end().status.ok()) << recorder.end().status;
  EXPECT_TRUE(recorder.end().truncated);
}

TEST(StreamsOverCurlTest, ACompressedErrorIsReadable) {
  const std::string error =
      R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})";
  RawHttpServer server(
      Always(HttpReply(Gzip(error), "content-type: application/json\r\ncontent-encoding: gzip\r\n",
                       "529 Overloaded")));
  Connection connection(server);
  WaitingRecorder recorder;
  connection.Send(&recorder);
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(MetadataOf(recorder.end().status, "upstream_message"), "Overloaded");
}

}  // namespace
}  // namespace footnote::upstream
