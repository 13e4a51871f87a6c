// SPDX-License-Identifier: Apache-2.0
// Limits of time, and the timer, as CurlHttpClient keeps them. What they mean is proven without
// waiting in transfer_limits_test and timer_queue_test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using Cause = TransferResult::Cause;

constexpr char kHead[] = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
constexpr char kHeadAndHalf[] = "HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nhalf";

// Blocks until the client's timer has run an action.
void WaitOn(CurlHttpClient& client, absl::Duration delay) {
  std::promise<void> ran;
  client.RunAfter(delay, [&ran] { ran.set_value(); });
  ran.get_future().wait();
}

TEST(CurlLimitsTest, RequestsBeyondTheConnectionsWaitForOne) {
  RawHttpServer server(Always(HttpReply("ok")));
  CurlHttpClientOptions options = CurlTestOptions();
  options.max_connections = 2;
  const auto client = MakeClient(options);
  std::vector<HttpRecorder> recorders(50);
  for (HttpRecorder& recorder : recorders) client->Start(Request(server.url()), &recorder);
  for (HttpRecorder& recorder : recorders) {
    ASSERT_TRUE(recorder.WaitForEnd());
    EXPECT_EQ(recorder.status(), 200);
  }
  EXPECT_LE(server.accepted(), 2);
}

TEST(CurlLimitsTest, ARequestThatWaitsForAConnectionIsGivenUpAtItsDeadline) {
  RawHttpServer server(Never());
  CurlHttpClientOptions options = CurlTestOptions();
  options.max_connections = 1;
  const auto client = MakeClient(options);
  HttpRecorder first;
  const HttpTransferId id = client->Start(Request(server.url()), &first);
  HttpRequest request = Request(server.url());
  request.deadline = absl::Now() + absl::Milliseconds(100);
  HttpRecorder second;
  Exchange(*client, std::move(request), &second);
  EXPECT_EQ(second.end().cause, Cause::kDeadline);
  EXPECT_FALSE(second.end().sent);
  client->Cancel(id);
}

TEST(CurlLimitsTest, ASilentServerIsGivenUpAtTheDeadline) {
  RawHttpServer server(Never());
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.deadline = absl::Now() + absl::Milliseconds(50);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kDeadline);
  EXPECT_FALSE(recorder.end().response_started);
  EXPECT_TRUE(recorder.end().sent);
  EXPECT_TRUE(server.WaitForAllClosed());
}

TEST(CurlLimitsTest, AStalledBodyIsGivenUpAtTheDeadline) {
  RawHttpServer server(Always(kHeadAndHalf));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.deadline = absl::Now() + absl::Seconds(1);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kDeadline);
  EXPECT_TRUE(recorder.end().response_started);
}

TEST(CurlLimitsTest, ADeadlineThatHasPassedSendsNothing) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRecorder before;
  Exchange(*client, Request(server.url()), &before);
  HttpRequest request = Request(server.url());
  request.deadline = absl::Now() - absl::Seconds(1);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kDeadline);
  EXPECT_FALSE(recorder.end().sent);
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(CurlLimitsTest, TheTotalLimitHoldsWhereTheDeadlineIsLater) {
  RawHttpServer server(Never());
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.total_timeout = absl::Milliseconds(50);
  request.deadline = absl::Now() + absl::Hours(1);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kTotalTimeout);
}

TEST(CurlLimitsTest, AHeadWithoutABodyIsGivenUpAtTheFirstByteLimit) {
  RawHttpServer server(Always(kHead));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.first_byte_timeout = absl::Milliseconds(100);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kFirstByteTimeout);
  EXPECT_EQ(recorder.heads(), 1);
}

TEST(CurlLimitsTest, SilenceWithinTheBodyIsGivenUpAtTheIdleLimit) {  // B31
  RawHttpServer server(Always(kHeadAndHalf));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.idle_timeout = absl::Milliseconds(100);
  request.first_byte_timeout = absl::Hours(1);
  request.total_timeout = absl::Hours(1);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kIdleTimeout);
  EXPECT_EQ(recorder.body(), "half");
}

TEST(CurlLimitsTest, SilenceBeforeTheBodyAndASlowDripLive) {  // B31
  // Far slower than libcurl's own guard would bear, at this scale.
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.idle_timeout = absl::Seconds(1);
  HttpRecorder recorder;
  client->Start(std::move(request), &recorder);
  ASSERT_TRUE(recorder.WaitForHead());
  WaitOn(*client, absl::Milliseconds(1200));
  for (int i = 0; i < 5; ++i) {
    server.SendToAll("x");
    WaitOn(*client, absl::Milliseconds(300));
  }
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_EQ(recorder.body(), "xxxxx");
}

TEST(CurlLimitsTest, CancelAfterLeavesTimeToEndWell) {
  RawHttpServer server(Always(kHeadAndHalf));
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(recorder.WaitForHead());
  client->CancelAfter(id, absl::Hours(1));
  server.SendToAll("half");
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
}

TEST(CurlLimitsTest, CancelAfterCancelsWhatHasNotEnded) {
  RawHttpServer server(Always(kHeadAndHalf));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.total_timeout = absl::Hours(1);
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(std::move(request), &recorder);
  ASSERT_TRUE(recorder.WaitForHead());
  client->CancelAfter(id, absl::Milliseconds(50));
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kCancelled);
  EXPECT_TRUE(server.WaitForAllClosed());
}

TEST(CurlTimerTest, RunsActionsInOrderOnALoopThread) {
  CurlHttpClientOptions options = CurlTestOptions();
  const auto client = MakeClient(options);
  std::vector<int> order;  // of the one loop thread, until the last has run
  std::promise<std::thread::id> last;
  client->RunAfter(absl::Milliseconds(40), [&] {
    order.push_back(3);
    last.set_value(std::this_thread::get_id());
  });
  client->RunAfter(absl::Milliseconds(20), [&] { order.push_back(2); });
  client->RunAfter(absl::ZeroDuration(), [&] { order.push_back(1); });
  EXPECT_NE(last.get_future().get(), std::this_thread::get_id());
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST(CurlTimerTest, NeverRunsAnActionBeforeItsTime) {
  const auto client = MakeClient();
  const absl::Time start = absl::Now();
  WaitOn(*client, absl::Milliseconds(30));
  EXPECT_GE(absl::Now() - start, absl::Milliseconds(29));  // two clocks
}

TEST(CurlTimerTest, AForgottenActionNeverRuns) {
  auto client = MakeClient();
  std::atomic<bool> ran{false};
  const TimerId id = client->RunAfter(absl::Hours(1), [&] { ran = true; });
  EXPECT_NE(id, 0u);
  EXPECT_TRUE(client->Forget(id));
  EXPECT_FALSE(client->Forget(id));
  EXPECT_FALSE(client->Forget(0));
  client.reset();
  EXPECT_FALSE(ran);
}

TEST(CurlTimerTest, AnActionMayAddAndForgetOthers) {
  const auto client = MakeClient();
  std::promise<bool> forgotten;
  client->RunAfter(absl::ZeroDuration(), [&] {
    const TimerId other = client->RunAfter(absl::Hours(1), [] {});
    client->RunAfter(absl::ZeroDuration(),
                     [&, other] { forgotten.set_value(client->Forget(other)); });
  });
  EXPECT_TRUE(forgotten.get_future().get());
}

TEST(CurlTimerTest, ShutdownRunsWhatWaitsAndWhatIsAddedThen) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.loop_threads = 2;
  auto client = MakeClient(options);
  CurlHttpClient* const raw = client.get();
  std::atomic<int> ran{0};
  for (int i = 0; i < 4; ++i) {
    client->RunAfter(absl::Hours(1), [&, raw] {
      ++ran;
      raw->RunAfter(absl::Hours(1), [&] { ++ran; });
    });
  }
  client.reset();
  EXPECT_EQ(ran, 8);
}

TEST(CurlTimerTest, AnActionMayStartATransferEvenDuringShutdown) {
  RawHttpServer server(Always(HttpReply("ok")));
  auto client = MakeClient();
  CurlHttpClient* const raw = client.get();
  HttpRecorder soon;
  client->RunAfter(absl::ZeroDuration(), [&, raw] { raw->Start(Request(server.url()), &soon); });
  ASSERT_TRUE(soon.WaitForEnd());
  EXPECT_EQ(soon.end().cause, Cause::kComplete);
  HttpRecorder late;
  client->RunAfter(absl::Hours(1), [&, raw] { raw->Start(Request(server.url()), &late); });
  client.reset();
  EXPECT_EQ(late.end().cause, Cause::kShutdown);
}

}  // namespace
}  // namespace footnote::upstream
