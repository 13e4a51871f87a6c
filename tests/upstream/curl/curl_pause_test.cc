// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl/curl_pause_testing.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using Cause = TransferResult::Cause;

TEST(CurlPauseTest, FromItsOwnObserverItHoldsFromThatCallOn) {
  // Small chunks: many pieces would come from one reading of the connection.
  const std::string body = Numbers(1 << 20);
  RawHttpServer server(Always(Chunked(body, 100)));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int pieces) {
    if (pieces == 1) client->Pause(id);
  });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  LetTheLoopRun(*client);
  EXPECT_EQ(reader.pieces(), 1);
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kComplete);
  EXPECT_TRUE(reader.body() == body);
}

TEST(CurlPauseTest, FromElsewhereItHoldsSoon) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 10000005\r\n\r\nhello"));
  const auto client = MakeClient();
  Reader reader(nullptr);
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  client->Pause(reader.id());
  LetTheLoopRun(*client);
  const std::string rest = Numbers(10'000'000);
  server.SendToAll(rest);
  LetTheLoopRun(*client);
  EXPECT_EQ(reader.bytes(), 5u);
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kComplete);
  EXPECT_TRUE(reader.body() == "hello" + rest);
}

TEST(CurlPauseTest, BeforeTheFirstByteNothingIsDeliveredUntilResume) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"));
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(recorder.WaitForHead());
  client->Pause(id);
  LetTheLoopRun(*client);
  server.SendToAll("hello");
  LetTheLoopRun(*client);
  client->Resume(id);
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.body(), "hello");
}

TEST(CurlPauseTest, AResumeFromBeforeDoesNotUndoIt) {
  RawHttpServer server(Always(Chunked(Numbers(100'000), 100)));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int pieces) {
    if (pieces > 1) return;
    client->Resume(id);
    client->Pause(id);
  });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  LetTheLoopRun(*client);
  EXPECT_EQ(reader.pieces(), 1);
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
}

TEST(CurlPauseTest, ARepeatedPauseNeedsOneResume) {
  const std::string body = Numbers(100'000);
  RawHttpServer server(Always(Chunked(body, 100)));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int pieces) {
    if (pieces > 1) return;
    for (int i = 0; i < 3; ++i) client->Pause(id);
  });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  for (int i = 0; i < 3; ++i) client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_TRUE(reader.body() == body);
}

TEST(CurlPauseTest, OfWhatHasEndedOrNeverWasDoesNothing) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(recorder.WaitForEnd());
  for (const HttpTransferId ended : {id, id + 1000, HttpTransferId{0}}) {
    client->Pause(ended);
    client->Resume(ended);
  }
  client->Pause(id);
  // The next transfer has the same easy handle.
  HttpRecorder next;
  Exchange(*client, Request(server.url()), &next);
  EXPECT_EQ(next.body(), "ok");
}

TEST(CurlPauseTest, AResponseThatEndedMeanwhileIsCompleteAfterResume) {
  const std::string body = Numbers(5'000);
  RawHttpServer server(Always(Chunked(body, 100), /*close=*/true));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int pieces) {
    if (pieces == 1) client->Pause(id);
  });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  ASSERT_TRUE(server.WaitForClosed(1));
  LetTheLoopRun(*client);
  EXPECT_FALSE(reader.ended());
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kComplete);
  EXPECT_EQ(reader.body(), body);
}

TEST(CurlPauseTest, CancelClosesAPausedTransferAtOnce) {  // B87
  RawHttpServer server(Always(HttpReply(std::string(50 << 20, 'x'))));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int) { client->Pause(id); });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  LetTheLoopRun(*client);
  const absl::Time cancelled = absl::Now();
  client->Cancel(reader.id());
  ASSERT_TRUE(server.WaitForClosed(1));
  // 100 ms is promised; a machine that runs other tests may be late.
  EXPECT_LT(absl::Now() - cancelled, absl::Seconds(2));
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kCancelled);

  // The next transfer has the same easy handle, and no pause.
  RawHttpServer other(Always(HttpReply("ok")));
  HttpRecorder next;
  Exchange(*client, Request(other.url()), &next);
  EXPECT_EQ(next.body(), "ok");
}

TEST(CurlPauseTest, TheDeadlineHoldsMeanwhile) {
  RawHttpServer server(Always(HttpReply(std::string(50 << 20, 'x'))));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int) { client->Pause(id); });
  HttpRequest request = Request(server.url());
  request.deadline = absl::Now() + absl::Milliseconds(300);
  reader.Start(*client, std::move(request));
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kDeadline);
  EXPECT_TRUE(server.WaitForAllClosed());
}

TEST(CurlPauseTest, TheIdleLimitDoesNotCountThatTime) {
  const std::string body = Numbers(20'000'000);
  RawHttpServer server(Always(HttpReply(body)));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int pieces) {
    if (pieces == 1) client->Pause(id);
  });
  HttpRequest request = Request(server.url());
  request.idle_timeout = absl::Seconds(1);
  reader.Start(*client, std::move(request));
  ASSERT_TRUE(reader.WaitForPieces(1));
  std::promise<void> later;
  client->RunAfter(absl::Milliseconds(1300), [&] { later.set_value(); });
  later.get_future().wait();
  EXPECT_FALSE(reader.ended());
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kComplete);
}

TEST(CurlPauseTest, TheIdleLimitCountsAgainAfterResume) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 8\r\n\r\nhalf"));
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int) { client->Pause(id); });
  HttpRequest request = Request(server.url());
  request.idle_timeout = absl::Milliseconds(100);
  reader.Start(*client, std::move(request));
  ASSERT_TRUE(reader.WaitForPieces(1));
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kIdleTimeout);
}

TEST(CurlPauseTest, ABodyPastTheLimitIsTooLargeEvenIfItComesByResume) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.max_response_bytes = 1'000;
  RawHttpServer server(Always(Chunked(Numbers(5'000), 100)));
  const auto client = MakeClient(options);
  Reader reader([&](HttpTransferId id, int pieces) {
    if (pieces == 1) client->Pause(id);
  });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  LetTheLoopRun(*client);
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kTooLarge);
  EXPECT_LE(reader.body().size(), 1'000u);
}

TEST(CurlPauseTest, ShutdownEndsAPausedTransfer) {
  RawHttpServer server(Always(HttpReply(std::string(50 << 20, 'x'))));
  auto client = MakeClient();
  CurlHttpClient* const raw = client.get();
  Reader reader([raw](HttpTransferId id, int) { raw->Pause(id); });
  reader.Start(*client, Request(server.url()));
  ASSERT_TRUE(reader.WaitForPieces(1));
  client.reset();
  EXPECT_EQ(reader.end().cause, Cause::kShutdown);
  EXPECT_TRUE(server.WaitForAllClosed());
}

TEST(CurlPauseTest, TheConnectionIsReusedAfterwards) {
  RawHttpServer server(Always(Chunked(Numbers(100'000), 1'000)));
  const auto client = MakeClient();
  for (int i = 0; i < 5; ++i) {
    Reader reader([&](HttpTransferId id, int) {
      client->Pause(id);
      client->Resume(id);
    });
    reader.Start(*client, Request(server.url()));
    ASSERT_TRUE(reader.WaitForEnd());
  }
  EXPECT_EQ(server.accepted(), 1);
}

// --- However often a transfer is paused, every byte arrives once.

}  // namespace
}  // namespace footnote::upstream
