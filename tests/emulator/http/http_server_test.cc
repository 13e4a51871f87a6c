// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/http/http_server.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "tests/emulator/raw_connection.h"

namespace footnote::emulator {
namespace {

HttpReply ReplyWith(const std::string& body, int status = 200) {
  HttpReply reply;
  reply.status = status;
  reply.body = std::make_shared<const std::string>(body);
  return reply;
}

HttpServer::Options DefaultOptions() {
  HttpServer::Options options;
  options.refuse = [](int status) { return ReplyWith("refused", status); };
  return options;
}

// Starts a server, and expects success.
std::unique_ptr<HttpServer> StartServer(HttpServer::Options options, HttpServer::Handler handler) {
  absl::StatusOr<std::unique_ptr<HttpServer>> server =
      HttpServer::Start(std::move(options), std::move(handler));
  EXPECT_TRUE(server.ok()) << server.status();
  return server.ok() ? *std::move(server) : nullptr;
}

absl::Status StartStatus(const std::string& listen) {
  HttpServer::Options options = DefaultOptions();
  options.listen = listen;
  return HttpServer::Start(std::move(options), [](const HttpRequest&) { return ReplyWith(""); })
      .status();
}

TEST(HttpServerTest, MalformedAddressIsRejected) {
  for (const char* listen : {"", "127.0.0.1", "8080", ":8080", "host:8080", "127.0.0.1:",
                             "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:x", "[::1:8080"}) {
    const absl::Status status = StartStatus(listen);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << listen;
    EXPECT_EQ(status.message(), "'" + std::string(listen) +
                                    "' is not of the form address:port, such as 127.0.0.1:8080");
  }
}

TEST(HttpServerTest, AddressThatCannotBeBoundIsUnavailable) {
  // TEST-NET-1 is not assigned to an interface.
  const absl::Status status = StartStatus("192.0.2.1:0");
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message().find("cannot listen on 192.0.2.1:0: "), 0u) << status;
}

TEST(HttpServerTest, EachServerOnPortZeroGetsItsOwnPort) {
  const auto handler = [](const HttpRequest&) { return ReplyWith("x"); };
  const auto first = StartServer(DefaultOptions(), handler);
  const auto second = StartServer(DefaultOptions(), handler);
  EXPECT_GT(first->port(), 0);
  EXPECT_GT(second->port(), 0);
  EXPECT_NE(first->port(), second->port());
}

TEST(HttpServerTest, HandlerReceivesTheRequestAndItsReplyIsSent) {
  const auto server = StartServer(DefaultOptions(), [](const HttpRequest& request) {
    return ReplyWith(request.method + " " + request.target + " " +
                     std::string(request.Header("x-test").value_or("none")) + " " + *request.body);
  });
  RawConnection connection(server->port());
  connection.Send(
      "POST /path?a=b HTTP/1.1\r\nhost: x\r\nX-Test: value\r\nconnection: close\r\n"
      "content-length: 4\r\n\r\nbody");
  const std::string reply = connection.ReadUntil("POST /path?a=b value body");
  EXPECT_EQ(reply.find("HTTP/1.1 200 OK\r\n"), 0u) << reply;
  EXPECT_EQ(connection.AwaitEnd(), 0);
}

TEST(HttpServerTest, ConnectionsAreServedConcurrently) {
  const auto server = StartServer(DefaultOptions(), [](const HttpRequest& request) {
    HttpReply reply = ReplyWith("end of " + request.target);
    if (request.target == "/slow") reply.delay = std::chrono::minutes(1);
    return reply;
  });
  RawConnection slow(server->port());
  slow.Send("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n");
  RawConnection fast(server->port());
  fast.Send("GET /fast HTTP/1.1\r\nhost: x\r\n\r\n");
  EXPECT_NE(fast.ReadUntil("end of /fast").find("end of /fast"), std::string::npos);
  EXPECT_EQ(slow.Unread(), 0u);
}

TEST(HttpServerTest, DestructorClosesConnectionsWithoutCallingOnEnd) {
  std::mutex mutex;
  std::condition_variable changed;
  bool handled = false;
  bool ended = false;
  auto server = StartServer(DefaultOptions(), [&](const HttpRequest&) {
    HttpReply reply = ReplyWith("x");
    reply.delay = std::chrono::minutes(1);
    reply.on_end = [&](bool) {
      const std::lock_guard<std::mutex> lock(mutex);
      ended = true;
    };
    const std::lock_guard<std::mutex> lock(mutex);
    handled = true;
    changed.notify_all();
    return reply;
  });
  RawConnection connection(server->port());
  connection.Send("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return handled; });
  }
  server.reset();
  connection.AwaitEnd();
  const std::lock_guard<std::mutex> lock(mutex);
  EXPECT_FALSE(ended);
}

}  // namespace
}  // namespace footnote::emulator
