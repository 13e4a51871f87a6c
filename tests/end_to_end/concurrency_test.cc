// SPDX-License-Identifier: Apache-2.0
// Many calls at once, and calls that end early.

#include <algorithm>
#include <chrono>
#include <deque>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gtest/gtest.h"
#include "service/emulator/emulator.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

int ThreadCount() { return CountEntries("/proc/self/task"); }

// Waits until the emulator has `count` open requests; returns false after a time-out.
bool ComesToHaveOpen(TestServer& server, int count) {
  using emulator::RecordedRequest;
  return server.emulator().AwaitRequests(
      [count](const std::deque<RecordedRequest>& requests) {
        return std::count_if(requests.begin(), requests.end(), [](const RecordedRequest& request) {
                 return request.state == RecordedRequest::State::kOpen;
               }) == count;
      },
      std::chrono::seconds(60));
}

TEST(ConcurrencyTest, AThousandSlowCallsRunAtOnceOnAFixedNumberOfThreads) {
  // All other requests must arrive within this time after the first one.
#ifdef FOOTNOTE_TSAN  // calls are many times slower
  constexpr absl::Duration kDelay = absl::Seconds(30);
#else
  constexpr absl::Duration kDelay = absl::Seconds(4);
#endif
  const std::string script = absl::StrCat("delay_ms=", absl::ToInt64Milliseconds(kDelay));
  TestServer server;
  std::vector<std::unique_ptr<PendingCall>> calls;
  const auto start = [&](int count) {
    for (int i = 0; i < count; ++i) {
      calls.push_back(std::make_unique<PendingCall>(server, RateLimitRequest(), script));
    }
  };
  const absl::Time begin = absl::Now();
  start(100);
  ASSERT_TRUE(ComesToHaveOpen(server, 100));
  const int threads_at_100 = ThreadCount();
  start(900);
  ASSERT_TRUE(ComesToHaveOpen(server, 1000));
  const int threads_at_1000 = ThreadCount();
  const absl::Duration all_open = absl::Now() - begin;
  // The thread pools of gRPC may still grow; a thread for each call would be 900 more.
  EXPECT_LE(threads_at_1000, threads_at_100 + 16);
  for (const auto& call : calls) {
    const Reply reply = call->Wait();
    EXPECT_TRUE(reply.status.ok()) << reply.status.error_message();
    EXPECT_EQ(reply.answer.references_size(), 1);
  }
  std::cout << "1000 calls of " << kDelay << " each: all open after " << all_open << " on "
            << threads_at_1000 << " threads, all answered after " << absl::Now() - begin
            << std::endl;
}

// B87.
TEST(ConcurrencyTest, ACancelledCallClosesItsTransfer) {
  TestServer server;
  PendingCall call(server, RateLimitRequest(), "delay_ms=50000");
  ASSERT_TRUE(Eventually([&] { return server.emulator().Requests().size() == 1; }));
  call.Cancel();
  EXPECT_EQ(call.Wait().status.error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(Eventually([&] { return server.emulator().cancelled() == 1; }));
}

// B87.
TEST(ConcurrencyTest, CallsCancelledAtAnyTimeLeaveNoOpenFiles) {
  TestServer server;
  CallAnswer(server, RateLimitRequest());  // opens the files that stay open
  const int files_before = CountEntries("/proc/self/fd");
  for (int round = 0; round < 20; ++round) {
    std::vector<std::unique_ptr<PendingCall>> calls;
    calls.reserve(50);
    for (int i = 0; i < 50; ++i) {
      calls.push_back(std::make_unique<PendingCall>(server, RateLimitRequest(),
                                                    i % 2 == 0 ? "delay_ms=50000" : ""));
    }
    for (size_t i = 0; i < calls.size(); i += 2) calls[i]->Cancel();
    for (size_t i = 0; i < calls.size(); ++i) {
      const grpc::Status status = calls[i]->Wait().status;
      EXPECT_EQ(status.error_code(), i % 2 == 0 ? grpc::CANCELLED : grpc::OK);
    }
  }
  // Both ends of the idle connections: at most one connection for each call of a round.
  EXPECT_TRUE(Eventually([&] { return CountEntries("/proc/self/fd") <= files_before + 110; }));
  EXPECT_TRUE(CallAnswer(server, RateLimitRequest()).status.ok());
}

TEST(ConcurrencyTest, ACallAboveTheLimitIsRefusedImmediately) {
  TestServerOptions options;
  options.limits.max_calls = 2;
  TestServer server(options);
  PendingCall first(server, RateLimitRequest(), "delay_ms=50000");
  PendingCall second(server, RateLimitRequest(), "delay_ms=50000");
  ASSERT_TRUE(Eventually([&] { return server.emulator().Requests().size() == 2; }));
  const Reply refused = CallAnswer(server, RateLimitRequest());
  EXPECT_EQ(refused.status.error_code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_EQ(DetailsOf(refused.status).info.reason(), "OVERLOADED");
  EXPECT_TRUE(DetailsOf(refused.status).retry.has_retry_delay());
  first.Cancel();
  first.Wait();
  EXPECT_TRUE(Eventually([&] { return CallAnswer(server, RateLimitRequest()).status.ok(); }));
  second.Cancel();
}

}  // namespace
}  // namespace footnote::testing
