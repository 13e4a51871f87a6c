// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/http/http_session.h"

#include <gtest/gtest.h>

#include <boost/asio.hpp>
#include <cerrno>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/emulator/raw_connection.h"

namespace footnote::emulator {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

HttpReply ReplyWith(const std::string& body) {
  HttpReply reply;
  reply.body = std::make_shared<const std::string>(body);
  return reply;
}

// A session on a loopback connection, whose executor runs on its own thread. The reply to each
// request is `reply_`; refusals have the body "refused".
class HttpSessionTest : public testing::Test {
 protected:
  ~HttpSessionTest() override {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  // Connects a client to a new session. Changes of `reply_` must come before.
  RawConnection& Connect() {
    callbacks_.handler = [this](const HttpRequest& request) {
      if (on_request_) on_request_(request);
      HttpReply reply = reply_;
      if (reply.body == nullptr) reply.body = request.body;
      return reply;
    };
    callbacks_.refuse = [](int status) {
      HttpReply reply = ReplyWith("refused");
      reply.status = status;
      return reply;
    };
    tcp::acceptor acceptor(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    client_ = std::make_unique<RawConnection>(acceptor.local_endpoint().port());
    StartHttpSession(acceptor.accept(), callbacks_);
    thread_ = std::thread([this] { io_.run(); });
    return *client_;
  }

  // Returns everything that the server sends in response to `request`, which must end the
  // connection.
  std::string Exchange(const std::string& request) {
    RawConnection& client = Connect();
    client.Send(request);
    return client.ReadUntil("(never)");
  }

  HttpCallbacks callbacks_{nullptr, nullptr, /*max_body_bytes=*/100};
  HttpReply reply_ = ReplyWith("body");  // without a body: the body is that of the request
  std::function<void(const HttpRequest&)> on_request_;
  asio::io_context io_{1};
  std::unique_ptr<RawConnection> client_;
  std::thread thread_;
};

constexpr char kGet[] = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
constexpr char kLastGet[] = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";

// Returns the part of a reply after its headers.
std::string BodyOf(const std::string& reply) {
  const size_t end = reply.find("\r\n\r\n");
  return end == std::string::npos ? "(no headers)" : reply.substr(end + 4);
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(HttpSessionTest, ReplyHasItsStatusHeadersAndBody) {
  reply_.status = 429;
  reply_.headers = {{"retry-after", "2"}};
  const std::string reply = Exchange(kLastGet);
  EXPECT_EQ(reply.find("HTTP/1.1 429 Too Many Requests\r\n"), 0u) << reply;
  EXPECT_TRUE(Contains(reply, "\r\nretry-after: 2\r\n")) << reply;
  EXPECT_TRUE(Contains(reply, "\r\nContent-Length: 4\r\n")) << reply;
  EXPECT_EQ(BodyOf(reply), "body");
}

TEST_F(HttpSessionTest, PipelinedRequestsAreAnsweredInOrder) {
  reply_.body = nullptr;
  RawConnection& client = Connect();
  client.Send(RawPost("first", "") + RawPost("second", "connection: close\r\n"));
  const std::string replies = client.ReadUntil("(never)");
  ASSERT_TRUE(Contains(replies, "first")) << replies;
  EXPECT_TRUE(Contains(replies.substr(replies.find("first")), "second")) << replies;
}

TEST_F(HttpSessionTest, ChunkedReplyHasOneChunkForEachPiece) {
  reply_.chunked = true;
  reply_.pieces = {{1, milliseconds(0)}, {4, milliseconds(0)}};
  const std::string reply = Exchange(kLastGet);
  EXPECT_TRUE(Contains(reply, "\r\nTransfer-Encoding: chunked\r\n")) << reply;
  EXPECT_EQ(BodyOf(reply), "1\r\nb\r\n3\r\nody\r\n0\r\n\r\n");
}

TEST_F(HttpSessionTest, ReplyToHeadHasNoBody) {
  const std::string reply = Exchange("HEAD / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  EXPECT_TRUE(Contains(reply, "\r\nContent-Length: 4\r\n")) << reply;
  EXPECT_EQ(BodyOf(reply), "");
}

TEST_F(HttpSessionTest, CutReplyEndsAfterTheGivenBytesWithCompleteHeaders) {
  reply_.cut_after = 3;
  const std::string reply = Exchange(kGet);
  EXPECT_TRUE(Contains(reply, "\r\nContent-Length: 4\r\n")) << reply;
  EXPECT_FALSE(Contains(reply, "\r\nConnection: close\r\n")) << reply;
  EXPECT_EQ(BodyOf(reply), "bod");
}

TEST_F(HttpSessionTest, ChunkedReplyThatIsCutAtItsEndHasNoLastChunk) {
  reply_.chunked = true;
  reply_.cut_after = 4;
  EXPECT_EQ(BodyOf(Exchange(kGet)), "4\r\nbody\r\n");
}

TEST_F(HttpSessionTest, CutBeyondTheBodyHasNoEffect) {
  reply_.cut_after = 5;
  EXPECT_EQ(BodyOf(Exchange(kLastGet)), "body");
}

TEST_F(HttpSessionTest, HangUpClosesTheConnectionWithoutAReply) {
  reply_.hang_up = true;
  EXPECT_EQ(Exchange(kGet), "");
}

TEST_F(HttpSessionTest, HangUpWithResetResetsTheConnection) {
  reply_.hang_up = true;
  reply_.reset = true;
  RawConnection& client = Connect();
  client.Send(kGet);
  EXPECT_EQ(client.AwaitEnd(), ECONNRESET);
}

TEST_F(HttpSessionTest, BodyOverTheLimitIsRefused) {
  const std::string reply = Exchange(RawPost(std::string(101, 'x'), ""));
  EXPECT_EQ(reply.find("HTTP/1.1 413 "), 0u) << reply;
  EXPECT_EQ(BodyOf(reply), "refused");
}

TEST_F(HttpSessionTest, RequestThatIsNotHttpIsRefused) {
  const std::string reply = Exchange("not http\r\n\r\n");
  EXPECT_EQ(reply.find("HTTP/1.1 400 "), 0u) << reply;
  EXPECT_EQ(BodyOf(reply), "refused");
}

TEST_F(HttpSessionTest, ExpectContinueIsAnsweredBeforeTheBody) {
  RawConnection& client = Connect();
  client.Send("POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n");
  EXPECT_EQ(client.ReadUntil("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.Send("hi");
  EXPECT_TRUE(Contains(client.ReadUntil("body"), "body"));
}

TEST_F(HttpSessionTest, HeadersAreConvertedToLowerCaseAndUtf8) {
  std::promise<HttpRequest> received;
  on_request_ = [&received](const HttpRequest& request) { received.set_value(request); };
  RawConnection& client = Connect();
  client.Send("GET /\xff HTTP/1.1\r\nHost: x\r\nX-Test: caf\xe9\r\n\r\n");
  const HttpRequest request = received.get_future().get();
  EXPECT_EQ(request.target, "/?");
  EXPECT_EQ(request.Header("x-test"), "caf?");
  EXPECT_EQ(request.Header("host"), "x");
}

TEST_F(HttpSessionTest, OnWrittenReportsTheBytesOfTheBodyAfterEachPiece) {
  // Only the executor's thread uses it until the client has received the end.
  auto written = std::make_shared<std::vector<size_t>>();
  std::promise<bool> ended;
  reply_.pieces = {{1, milliseconds(0)}, {3, milliseconds(1)}, {4, milliseconds(0)}};
  reply_.on_written = [written](size_t bytes) { written->push_back(bytes); };
  reply_.on_end = [&ended](bool cancelled) { ended.set_value(cancelled); };
  EXPECT_EQ(BodyOf(Exchange(kLastGet)), "body");
  EXPECT_FALSE(ended.get_future().get());
  EXPECT_EQ(*written, (std::vector<size_t>{1, 3, 4}));
}

TEST_F(HttpSessionTest, ClientThatDisconnectsDuringADelayCancelsTheReply) {
  std::promise<bool> ended;
  reply_.delay = std::chrono::minutes(1);
  reply_.on_end = [&ended](bool cancelled) { ended.set_value(cancelled); };
  RawConnection& client = Connect();
  client.Send(kGet);
  client.Finish();
  EXPECT_TRUE(ended.get_future().get());
}

TEST_F(HttpSessionTest, DisconnectAfterDataOfTheNextRequestCancelsTheReply) {
  // Exceeds the initial receive window of TCP, so the session must read to receive the end.
  constexpr size_t kNextRequestBytes = 200'000;
  static_assert(kNextRequestBytes < kMaxReadAheadBytes);
  std::promise<bool> ended;
  reply_.delay = std::chrono::minutes(1);
  reply_.on_end = [&ended](bool cancelled) { ended.set_value(cancelled); };
  RawConnection& client = Connect();
  client.Send(kGet + std::string(kNextRequestBytes, 'x'));
  client.Finish();
  EXPECT_TRUE(ended.get_future().get());
}

TEST_F(HttpSessionTest, ResetAfterMoreDataThanIsReadAheadCancelsTheReply) {
  std::promise<bool> ended;
  reply_.delay = std::chrono::minutes(1);
  reply_.on_end = [&ended](bool cancelled) { ended.set_value(cancelled); };
  RawConnection& client = Connect();
  client.Send(kGet);
  // Exceeds the limit and the buffers of the kernel.
  const std::string flood(64 << 20, 'x');
  const size_t sent = client.SendUntilStuck(flood, milliseconds(200));
  EXPECT_GT(sent, kMaxReadAheadBytes);
  EXPECT_LT(sent, flood.size());
  client.Reset();
  EXPECT_TRUE(ended.get_future().get());
}

}  // namespace
}  // namespace footnote::emulator
