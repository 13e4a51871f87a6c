// SPDX-License-Identifier: Apache-2.0
// Bodies of all encodings arrive completely although the transfer is paused many times.
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
#include "service/emulator/text/gzip.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/support/tls_http_server.h"
#include "tests/upstream/curl/curl_pause_testing.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using emulator::Gzip;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using testing_support::TlsHttpServer;
using Cause = TransferResult::Cause;

struct Sending {
  const char* name;
  std::string (*reply)(const std::string& body);
  bool close = false;
};

std::string WithLength(const std::string& body) { return HttpReply(body); }
std::string InSmallChunks(const std::string& body) { return Chunked(body, 50); }
std::string InLargeChunks(const std::string& body) { return Chunked(body, 40'000); }
std::string UntilClose(const std::string& body) { return "HTTP/1.1 200 OK\r\n\r\n" + body; }
std::string Compressed(const std::string& body) {
  return HttpReply(Gzip(body), "content-encoding: gzip\r\n");
}
std::string CompressedInChunks(const std::string& body) {
  std::string reply = Chunked(Gzip(body), 700);
  reply.insert(reply.find("\r\n") + 2, "content-encoding: gzip\r\n");
  return reply;
}

class StopAndGoTest : public testing::TestWithParam<Sending> {
 protected:
  const std::string body_ = Numbers(200'000);
  RawHttpServer server_{Always(GetParam().reply(body_), GetParam().close)};
};

TEST_P(StopAndGoTest, ResumedFromAnotherThread) {
  for (const bool streams : {false, true}) {
    const auto client = MakeClient();
    Reader reader([&](HttpTransferId id, int) { client->Pause(id); });
    HttpRequest request = Request(server_.url());
    request.streams = streams;
    reader.Start(*client, std::move(request));
    for (int pieces = 1; !reader.ended(); ++pieces) {
      ASSERT_TRUE(reader.WaitForPiecesOrEnd(pieces));
      client->Resume(reader.id());
    }
    EXPECT_EQ(reader.end().cause, Cause::kComplete) << reader.end().message;
    EXPECT_TRUE(reader.body() == body_);
  }
}

TEST_P(StopAndGoTest, ResumedByItself) {
  const auto client = MakeClient();
  Reader reader([&](HttpTransferId id, int) {
    client->Pause(id);
    client->Resume(id);
  });
  reader.Start(*client, Request(server_.url()));
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kComplete) << reader.end().message;
  EXPECT_TRUE(reader.body() == body_);
}

TEST_P(StopAndGoTest, AHundredTransfersAtOnce) {
  const auto client = MakeClient();
  std::vector<std::unique_ptr<Reader>> readers;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<HttpTransferId> paused;
  for (int i = 0; i < 100; ++i) {
    readers.push_back(std::make_unique<Reader>([&](HttpTransferId id, int pieces) {
      if (pieces % 3 == 0) return;
      client->Pause(id);
      const std::lock_guard<std::mutex> lock(mutex);
      paused.push_back(id);
      changed.notify_one();
    }));
    HttpRequest request = Request(server_.url());
    request.streams = true;
    readers.back()->Start(*client, std::move(request));
  }
  bool done = false;
  std::thread resumer([&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return done || !paused.empty(); });
      if (done) return;
      std::vector<HttpTransferId> ids;
      ids.swap(paused);
      lock.unlock();
      for (const HttpTransferId id : ids) client->Resume(id);
      lock.lock();
    }
  });
  for (const auto& reader : readers) {
    EXPECT_TRUE(reader->WaitForEnd());
    EXPECT_EQ(reader->end().cause, Cause::kComplete) << reader->end().message;
    EXPECT_TRUE(reader->body() == body_);
  }
  {
    const std::lock_guard<std::mutex> lock(mutex);
    done = true;
  }
  changed.notify_one();
  resumer.join();
}

INSTANTIATE_TEST_SUITE_P(Replies, StopAndGoTest,
                         testing::Values(Sending{"WithLength", &WithLength},
                                         Sending{"InSmallChunks", &InSmallChunks},
                                         Sending{"InLargeChunks", &InLargeChunks},
                                         Sending{"UntilClose", &UntilClose, true},
                                         Sending{"Compressed", &Compressed},
                                         Sending{"CompressedInChunks", &CompressedInChunks}),
                         [](const auto& info) { return info.param.name; });

TEST(StopAndGoOverTlsTest, OverTlsEveryByteArrivesOnce) {
  const std::string body = Numbers(1 << 20);
  for (const std::string& reply : {WithLength(body), Chunked(body, 500), Compressed(body)}) {
    TlsHttpServer server("IP:127.0.0.1", testing::TempDir() + "/pause.pem", reply);
    CurlHttpClientOptions options = CurlTestOptions();
    options.ca_file = server.certificate_path();
    const auto client = MakeClient(options);
    Reader reader([&](HttpTransferId id, int) { client->Pause(id); });
    HttpRequest request = Request(server.url());
    request.streams = true;
    reader.Start(*client, std::move(request));
    ASSERT_TRUE(reader.WaitForPieces(1));
    LetTheLoopRun(*client);
    EXPECT_EQ(reader.pieces(), 1);
    for (int pieces = 1; !reader.ended(); ++pieces) {
      ASSERT_TRUE(reader.WaitForPiecesOrEnd(pieces));
      client->Resume(reader.id());
    }
    EXPECT_EQ(reader.end().cause, Cause::kComplete) << reader.end().message;
    EXPECT_TRUE(reader.body() == body);
  }
}

}  // namespace
}  // namespace footnote::upstream
