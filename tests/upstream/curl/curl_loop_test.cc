// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::HasSubstr;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using testing_support::RawReply;
using testing_support::RawRequest;
using Cause = TransferResult::Cause;

int EntriesIn(const char* folder) {
  int entries = 0;
  DIR* const dir = opendir(folder);
  while (readdir(dir) != nullptr) ++entries;
  closedir(dir);
  return entries;
}

RawHttpServer::Handler Held(std::string bytes) {
  return [bytes](const RawRequest&) {
    RawReply reply;
    reply.bytes = bytes;
    reply.hold = true;
    return reply;
  };
}

TEST(CurlManyTransfersTest, CancellingClosesTheConnectionAtOnce) {
  RawHttpServer server(Never());
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(server.WaitForRequests(1));
  const absl::Time cancelled = absl::Now();
  client->Cancel(id);
  ASSERT_TRUE(server.WaitForClosed(1));
  // 100 ms is promised; a machine that runs other tests may be late.
  EXPECT_LT(absl::Now() - cancelled, absl::Seconds(2));
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kCancelled);
  EXPECT_EQ(recorder.ends(), 1);
}

TEST(CurlManyTransfersTest, CancellingWithinTheBodyHasTheResultCancelled) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"));
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(recorder.WaitForHead());
  client->Cancel(id);
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kCancelled);
  EXPECT_TRUE(recorder.end().response_started);
}

TEST(CurlManyTransfersTest, CancellingWhatHasEndedOrNeverWasDoesNothing) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(recorder.WaitForEnd());
  client->Cancel(id);
  client->Cancel(id + 1000);
  client->Cancel(0);
  HttpRecorder next;
  Exchange(*client, Request(server.url()), &next);
  EXPECT_EQ(next.end().cause, Cause::kComplete);
  EXPECT_EQ(recorder.ends(), 1);
}

TEST(CurlManyTransfersTest, AnObserverMayCancelItsOwnTransferFromItsHead) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"));
  const auto client = MakeClient();
  std::atomic<HttpTransferId> id{0};
  std::promise<void> known;
  HttpRecorder recorder([&] {
    known.get_future().wait();
    client->Cancel(id);
  });
  id = client->Start(Request(server.url()), &recorder);
  known.set_value();
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kCancelled);
}

TEST(CurlManyTransfersTest, AnObserverMayCancelAnotherTransfer) {
  RawHttpServer silent(Never());
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRecorder other;
  const HttpTransferId id = client->Start(Request(silent.url()), &other);
  ASSERT_TRUE(silent.WaitForRequests(1));
  HttpRecorder recorder([&] { client->Cancel(id); });
  Exchange(*client, Request(server.url()), &recorder);
  ASSERT_TRUE(other.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_EQ(other.end().cause, Cause::kCancelled);
}

TEST(CurlManyTransfersTest, AnObserverMayStartAnotherTransferFromHeadAndEnd) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRecorder from_head;
  HttpRecorder from_end;
  HttpRecorder recorder([&] { client->Start(Request(server.url()), &from_head); },
                        [&] { client->Start(Request(server.url()), &from_end); });
  Exchange(*client, Request(server.url()), &recorder);
  ASSERT_TRUE(from_head.WaitForEnd());
  ASSERT_TRUE(from_end.WaitForEnd());
  EXPECT_EQ(from_head.body(), "ok");
  EXPECT_EQ(from_end.body(), "ok");
}

// Counts ends, and destroys itself with its own.
class CountingObserver : public HttpObserver {
 public:
  explicit CountingObserver(std::atomic<int>* ends) : ends_(*ends) {}
  void OnHead(int, std::vector<std::pair<std::string, std::string>>) override {}
  void OnBody(absl::string_view) override {}
  void OnEnd(const TransferResult&) override {
    ++ends_;
    delete this;
  }

 private:
  std::atomic<int>& ends_;
};

TEST(CurlManyTransfersTest, TenThousandCancelledTransfersReleaseTheirResources) {
  constexpr int kBatches = 100;
  constexpr int kBatchSize = 100;
  RawHttpServer server(Never());
  const auto client = MakeClient();
  const int descriptors = EntriesIn("/proc/self/fd");
  const int threads = EntriesIn("/proc/self/task");
  std::atomic<int> ends{0};
  for (int batch = 0; batch < kBatches; ++batch) {
    std::vector<HttpTransferId> ids;
    for (int i = 0; i < kBatchSize; ++i) {
      ids.push_back(client->Start(Request(server.url()), new CountingObserver(&ends)));
      // Some are cancelled before they began, some while they connect or wait.
      if (i % 3 == 0) client->Cancel(ids.back());
    }
    for (const HttpTransferId id : ids) client->Cancel(id);
    HttpRecorder last;
    client->Cancel(client->Start(Request(server.url()), &last));
    ASSERT_TRUE(last.WaitForEnd());
    EXPECT_EQ(ends, (batch + 1) * kBatchSize);
  }
  // What the kernel had accepted for the server is not closed until the server sees it.
  ASSERT_TRUE(server.WaitForAllClosed());
  EXPECT_EQ(EntriesIn("/proc/self/fd"), descriptors);
  EXPECT_EQ(EntriesIn("/proc/self/task"), threads);
}

TEST(CurlManyTransfersTest, OneThreadDrivesAThousandTransfersAtOnce) {
  constexpr int kTransfers = 1000;
  rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = std::min<rlim_t>(files.rlim_max, 8192);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &files), 0);
  if (files.rlim_cur < 2 * kTransfers + 100) GTEST_SKIP() << "too few descriptors are allowed";

  RawHttpServer server(Held(HttpReply("ok")));
  const auto client = MakeClient();
  const int threads = EntriesIn("/proc/self/task");
  std::vector<std::unique_ptr<HttpRecorder>> recorders;
  for (int i = 0; i < kTransfers; ++i) {
    recorders.push_back(std::make_unique<HttpRecorder>());
    client->Start(Request(server.url(), absl::StrCat(i)), recorders.back().get());
  }
  ASSERT_TRUE(server.WaitForRequests(kTransfers));
  EXPECT_EQ(EntriesIn("/proc/self/task"), threads);
  server.Release();
  for (const auto& recorder : recorders) {
    ASSERT_TRUE(recorder->WaitForEnd());
    EXPECT_EQ(recorder->end().cause, Cause::kComplete) << recorder->end().message;
    EXPECT_EQ(recorder->body(), "ok");
  }

  // Every connection is kept: a second wave opens none.
  const int accepted = server.accepted();
  for (const auto& recorder : recorders) {
    (void)recorder;
    HttpRecorder again;
    Exchange(*client, Request(server.url()), &again);
  }
  EXPECT_EQ(server.accepted(), accepted);
}

TEST(CurlManyTransfersTest, SeveralLoopsShareTheTransfers) {
  RawHttpServer server(Always(HttpReply("ok")));
  CurlHttpClientOptions options = CurlTestOptions();
  options.loop_threads = 3;
  const auto client = MakeClient(options);
  std::atomic<int> ends{0};
  std::vector<std::thread> callers;
  for (int t = 0; t < 4; ++t) {
    callers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        HttpRecorder recorder;
        Exchange(*client, Request(server.url()), &recorder);
        if (recorder.body() == "ok") ++ends;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(ends, 200);
  EXPECT_GE(server.accepted(), 3);
}

TEST(CurlManyTransfersTest, ShutdownEndsRunningTransfersOnceEach) {
  RawHttpServer server(Never());
  auto client = MakeClient();
  HttpRecorder waiting;
  HttpRecorder queued;
  client->Start(Request(server.url()), &waiting);
  ASSERT_TRUE(server.WaitForRequests(1));
  client->Start(Request(server.url()), &queued);
  client.reset();
  EXPECT_EQ(waiting.ends(), 1);
  EXPECT_EQ(waiting.end().cause, Cause::kShutdown);
  EXPECT_EQ(queued.ends(), 1);
  EXPECT_EQ(queued.end().cause, Cause::kShutdown);
  EXPECT_TRUE(server.WaitForAllClosed());
}

TEST(CurlManyTransfersTest, ATransferStartedDuringShutdownIsShutDownToo) {
  RawHttpServer server(Never());
  CurlHttpClientOptions options = CurlTestOptions();
  options.loop_threads = 2;
  auto client = MakeClient(options);
  CurlHttpClient* const raw = client.get();
  HttpRecorder first_late;
  HttpRecorder second_late;
  HttpRecorder running(nullptr, [&] {
    // One for each loop, whichever has ended by now.
    raw->Start(Request(server.url()), &first_late);
    raw->Start(Request(server.url()), &second_late);
  });
  client->Start(Request(server.url()), &running);
  ASSERT_TRUE(server.WaitForRequests(1));
  client.reset();
  EXPECT_EQ(running.end().cause, Cause::kShutdown);
  EXPECT_EQ(first_late.end().cause, Cause::kShutdown);
  EXPECT_EQ(second_late.end().cause, Cause::kShutdown);
}

TEST(CurlManyTransfersTest, AMissingCaFileIsNoticedAtTheStart) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.ca_file = "/nonexistent/ca.pem";
  const auto client = CurlHttpClient::Create(options);
  EXPECT_EQ(client.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(client.status().message()), HasSubstr("/nonexistent/ca.pem"));
}

TEST(CurlManyTransfersTest, ANumberOfThreadsBelowOneIsRefused) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.loop_threads = 0;
  EXPECT_EQ(CurlHttpClient::Create(options).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace footnote::upstream
