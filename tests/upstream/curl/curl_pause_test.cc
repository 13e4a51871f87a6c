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
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using emulator::Gzip;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using testing_support::TlsHttpServer;
using Cause = TransferResult::Cause;

// Calls `at_body` with its transfer's id and the number of the piece, from 1, before anyone who
// waits learns of it. Keeps what it heard.
class Reader : public HttpObserver {
 public:
  using AtBody = std::function<void(HttpTransferId id, int pieces)>;
  explicit Reader(AtBody at_body) : at_body_(std::move(at_body)) {}

  void Start(CurlHttpClient& client, HttpRequest request) {
    started_.set_value(client.Start(std::move(request), this));
  }

  void OnHead(int, std::vector<std::pair<std::string, std::string>>) override {}
  void OnBody(absl::string_view bytes) override {
    if (id_ == 0) id_ = started_.get_future().get();
    if (at_body_) at_body_(id_, pieces_ + 1);
    const std::lock_guard<std::mutex> lock(mutex_);
    ++pieces_;
    body_.append(bytes.data(), bytes.size());
    changed_.notify_all();
  }
  void OnEnd(const TransferResult& end) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    end_ = end;
    ended_ = true;
    changed_.notify_all();
  }

  // Each waits for at most 30 s and says whether it happened.
  bool WaitForPieces(int pieces) {
    return WaitFor([this, pieces] { return pieces_ >= pieces; });
  }
  bool WaitForPiecesOrEnd(int pieces) {
    return WaitFor([this, pieces] { return pieces_ >= pieces || ended_; });
  }
  bool WaitForEnd() {
    return WaitFor([this] { return ended_; });
  }

  HttpTransferId id() const { return id_; }  // once a piece was heard
  int pieces() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pieces_;
  }
  size_t bytes() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return body_.size();
  }
  bool ended() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return ended_;
  }
  // After the end.
  const std::string& body() const { return body_; }
  const TransferResult& end() const { return end_; }

 private:
  template <typename Predicate>
  bool WaitFor(Predicate predicate) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), predicate);
  }

  const AtBody at_body_;
  std::promise<HttpTransferId> started_;
  std::atomic<HttpTransferId> id_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  int pieces_ = 0;  // written by the loop's thread alone
  std::string body_;
  bool ended_ = false;
  TransferResult end_;
};

// Returns when the loop has run freely for a while: whatever it would still tell, it has told.
void LetTheLoopRun(CurlHttpClient& client) {
  RawHttpServer other(Always(HttpReply("ok")));
  for (int i = 0; i < 20; ++i) {
    HttpRecorder recorder;
    Exchange(client, Request(other.url()), &recorder);
  }
}

// Text in which every place looks different.
std::string Numbers(size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) absl::StrAppend(&text, i, ",");
  text.resize(bytes);
  return text;
}

std::string Chunked(const std::string& body, size_t chunk) {
  std::string reply = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
  for (size_t at = 0; at < body.size(); at += chunk) {
    const std::string piece = body.substr(at, chunk);
    absl::StrAppend(&reply, absl::Hex(piece.size()), "\r\n", piece, "\r\n");
  }
  return reply + "0\r\n\r\n";
}

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
  server.Say(rest);
  LetTheLoopRun(*client);
  EXPECT_EQ(reader.bytes(), 5u);
  client->Resume(reader.id());
  ASSERT_TRUE(reader.WaitForEnd());
  EXPECT_EQ(reader.end().cause, Cause::kComplete);
  EXPECT_TRUE(reader.body() == "hello" + rest);
}

TEST(CurlPauseTest, BeforeTheFirstByteNothingIsHeardUntilResume) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"));
  const auto client = MakeClient();
  HttpRecorder recorder;
  const HttpTransferId id = client->Start(Request(server.url()), &recorder);
  ASSERT_TRUE(recorder.WaitForHead());
  client->Pause(id);
  LetTheLoopRun(*client);
  server.Say("hello");
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

TEST(CurlPauseTest, AResponseThatEndedMeanwhileIsHeardWholeAfterResume) {
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
  CurlHttpClientOptions options;
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

TEST(CurlPauseTest, OverTlsEveryByteArrivesOnce) {
  const std::string body = Numbers(1 << 20);
  for (const std::string& reply : {WithLength(body), Chunked(body, 500), Compressed(body)}) {
    TlsHttpServer server("IP:127.0.0.1", testing::TempDir() + "/pause.pem", reply);
    CurlHttpClientOptions options;
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
