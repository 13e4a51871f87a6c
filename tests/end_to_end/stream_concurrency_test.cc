// SPDX-License-Identifier: Apache-2.0
// Many streams at once, slow readers, and streams that end early.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "service/emulator/emulator.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/streams.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

// A stream of `deltas` texts of `bytes` bytes each.
std::string LongStream(int deltas, size_t bytes) {
  std::string body =
      "data: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"m\",\"content\":[],"
      "\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n"
      "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\","
      "\"text\":\"\"}}\n\n";
  const std::string text(bytes, 'x');
  for (int i = 0; i < deltas; ++i) {
    absl::StrAppend(&body,
                    "data: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":"
                    "\"text_delta\",\"text\":\"",
                    text, "\"}}\n\n");
  }
  return body +
         "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
         "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"
         "\"usage\":{\"output_tokens\":5}}\n\n"
         "data: {\"type\":\"message_stop\"}\n\n";
}

TEST(SlowReaderTest, ReceivesTheCompleteText) {
  TestServer server;
  constexpr int kDeltas = 20000;
  constexpr size_t kBytes = 50;
  server.emulator().AddBody("long", LongStream(kDeltas, kBytes));
  StreamCallOptions options;
  options.script = "body=long; writes=all";
  options.reads = 0;
  StreamCall call(server, RateLimitRequest(), options);
  // One message at a time, each after the previous one was read.
  for (size_t read = 0; !call.is_done() && read < kDeltas; ++read) {
    call.ReadMore(1);
    if (!call.WaitForEvents(read + 1)) break;
  }
  call.ReadMore(kDeltas);
  const StreamReply reply = call.Wait();
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.text().size(), kDeltas * kBytes);
  EXPECT_EQ(reply.answer().text(), reply.text());
}

TEST(SlowReaderTest, PausesTheTransfer) {
  TestServer server;
  const std::string body = LongStream(400000, 100);  // much more than the buffers of sockets
  server.emulator().AddBody("long", body);
  StreamCallOptions options;
  options.script = "body=long; writes=65536";
  options.reads = 1;
  StreamCall call(server, RateLimitRequest(), options);
  ASSERT_TRUE(call.WaitForEvents(1));
  // Waits until the emulator cannot write for one second.
  const auto written = [&] { return server.emulator().Requests()[0].bytes_written; };
  auto before = written();
  auto since = std::chrono::steady_clock::now();
  EXPECT_TRUE(Eventually([&] {
    if (written() != before) since = std::chrono::steady_clock::now();
    before = written();
    return std::chrono::steady_clock::now() - since > std::chrono::seconds(1);
  }));
  EXPECT_GT(before, 0u);
  EXPECT_LT(before, body.size() / 2);
  call.Cancel();
}

TEST(SlowReaderTest, EventsThatAreReadyAreSentTogether) {
  TestServer server;
  server.emulator().AddBody("long", LongStream(5000, 20));
  const StreamReply reply = Stream(server, RateLimitRequest(), "body=long; writes=all");
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_LT(reply.batches.size(), 1000u);
}

TEST(SlowReaderTest, ACancelledStreamClosesItsTransfer) {
  TestServer server;
  server.emulator().AddBody("long", LongStream(200000, 100));
  StreamCallOptions options;
  options.script = "body=long; writes=all";
  options.reads = 1;
  StreamCall call(server, RateLimitRequest(), options);
  ASSERT_TRUE(call.WaitForEvents(1));
  call.Cancel();
  EXPECT_EQ(call.Wait().status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(Eventually([&] { return server.emulator().cancelled() == 1; }));
}

TEST(CancelTest, ARunningStreamThatIsCancelledClosesItsTransfer) {
  // B87
  TestServer server;
  StreamCallOptions options;
  options.script = "pause_after=6; pause_ms=600000";
  StreamCall call(server, RateLimitRequest(), options);
  ASSERT_TRUE(call.WaitForEvents(3));
  call.Cancel();
  call.Wait();
  EXPECT_TRUE(Eventually([&] { return server.emulator().cancelled() == 1; }));
}

TEST(CancelTest, ADeadlineClosesTheTransfer) {
  // B87
  TestServer server;
  StreamCallOptions options;
  options.script = "pause_after=6; pause_ms=5000";
  options.timeout = absl::Milliseconds(300);
  StreamCall call(server, RateLimitRequest(), options);
  EXPECT_EQ(call.Wait().status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(Eventually([&] { return server.emulator().cancelled() == 1; }));
}

TEST(CancelTest, TenThousandCancelledStreamsLeaveNoOpenFiles) {
  // B87
  TestServer server;
  Stream(server, RateLimitRequest());
  const int files_before = CountEntries("/proc/self/fd");
  for (int round = 0; round < 100; ++round) {
    std::vector<std::unique_ptr<StreamCall>> calls;
    for (int i = 0; i < 100; ++i) {
      StreamCallOptions options;
      options.script = i % 3 == 0 ? "pause_after=6; pause_ms=600000" : "delay_ms=600000";
      calls.push_back(std::make_unique<StreamCall>(server, RateLimitRequest(), options));
    }
    // Some are cancelled before their first event, and some after it.
    for (size_t i = 0; i < calls.size(); i += 3) calls[i]->WaitForEvents(1);
    for (auto& call : calls) call->Cancel();
    for (auto& call : calls) {
      ASSERT_EQ(call->Wait().status.error_code(), grpc::StatusCode::CANCELLED);
    }
  }
  EXPECT_TRUE(Eventually([&] { return CountEntries("/proc/self/fd") <= files_before + 210; }))
      << CountEntries("/proc/self/fd") - files_before;
  EXPECT_TRUE(Stream(server, RateLimitRequest()).status.ok());
}

#ifdef FOOTNOTE_TSAN
constexpr int kManyStreams = 1000;  // each costs several times as much memory and time
#else
constexpr int kManyStreams = 5000;
#endif

TEST(ManyStreamsTest, FiveThousandSlowStreamsReceiveTheCompleteText) {
  // Each stream has a connection to the emulator, and both ends are in this process.
  rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_cur < 2 * kManyStreams + 200) GTEST_SKIP() << "too few descriptors are allowed";
  TestServer server;
  const std::string expected = Stream(server, RateLimitRequest()).text();
  std::vector<std::unique_ptr<StreamCall>> calls;
  for (int i = 0; i < kManyStreams; ++i) {
    StreamCallOptions options;
    options.script = "event_ms=300";
    options.timeout = absl::Seconds(240);
    calls.push_back(std::make_unique<StreamCall>(server, RateLimitRequest(), options));
  }
  for (auto& call : calls) {
    const StreamReply reply = call->Wait();
    ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
    ASSERT_EQ(reply.text(), expected);
  }
}

TEST(DrainTest, RunningStreamsFinishWhileNewOnesAreRefused) {
  TestServer server;
  StreamCallOptions options;
  options.script = "pause_after=6; pause_ms=1000";
  StreamCall running(server, RateLimitRequest(), options);
  ASSERT_TRUE(running.WaitForEvents(3));
  std::thread drain([&] { server.Drain(absl::Seconds(30)); });
  EXPECT_TRUE(Eventually([&] {
    const StreamReply refused = Stream(server, RateLimitRequest());
    return refused.status.error_code() == grpc::StatusCode::UNAVAILABLE &&
           DetailsOf(refused.status).info.reason() == "DRAINING";
  }));
  const StreamReply reply = running.Wait();
  EXPECT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.text(), reply.answer().text());
  drain.join();
}

TEST(DrainTest, StreamsThatExceedTheTimeoutAreCancelled) {
  TestServer server;
  StreamCallOptions options;
  options.script = "pause_after=6; pause_ms=600000";
  StreamCall running(server, RateLimitRequest(), options);
  ASSERT_TRUE(running.WaitForEvents(3));
  server.Drain(absl::Milliseconds(100));
  EXPECT_FALSE(running.Wait().status.ok());
}

}  // namespace
}  // namespace footnote::testing
