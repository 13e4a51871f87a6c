// SPDX-License-Identifier: Apache-2.0
// CurlHttpClient with a server on an abstract Unix socket.
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/emulator/http/http_server.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using emulator::HttpReply;
using emulator::HttpServer;
using testing_support::HttpRecorder;

class CurlUnixSocketTest : public testing::Test {
 protected:
  CurlUnixSocketTest() {
    HttpServer::Options options;
    options.abstract_socket = name_;
    options.refuse = [](int) { return HttpReply(); };
    absl::StatusOr<std::unique_ptr<HttpServer>> server =
        HttpServer::Start(std::move(options), [](const emulator::HttpRequest& request) {
          HttpReply reply;
          reply.body = std::make_shared<const std::string>(absl::StrCat("got ", *request.body));
          return reply;
        });
    EXPECT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  HttpRequest ToSocket(const std::string& name) const {
    HttpRequest request = Request("http://localhost", "hello");
    request.abstract_unix_socket = name;
    return request;
  }

  const std::string name_ = absl::StrCat("footnote-test-", getpid());
  std::unique_ptr<HttpServer> server_;
};

TEST_F(CurlUnixSocketTest, ReachesTheServer) {
  const auto client = MakeClient();
  for (int i = 0; i < 2; ++i) {
    HttpRecorder recorder;
    Exchange(*client, ToSocket(name_), &recorder);
    EXPECT_EQ(recorder.body(), "got hello") << recorder.end().message;
  }
  EXPECT_EQ(server_->port(), 0);
}

TEST_F(CurlUnixSocketTest, ASocketWithoutAServerIsNoConnection) {
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, ToSocket(name_ + "-other"), &recorder);
  EXPECT_EQ(recorder.end().cause, TransferResult::Cause::kConnect);
}

TEST_F(CurlUnixSocketTest, AHandleIsReusedForAHost) {
  testing_support::RawHttpServer tcp(Always(testing_support::HttpReply("tcp")));
  const auto client = MakeClient();
  for (const char* expected : {"tcp", "got hello", "tcp"}) {
    HttpRecorder recorder;
    const bool is_tcp = expected == std::string("tcp");
    Exchange(*client, is_tcp ? Request(tcp.url()) : ToSocket(name_), &recorder);
    EXPECT_EQ(recorder.body(), expected);
  }
}

// What a client of another user receives.
enum class Received { kNothing, kBytes, kNotTried };

// A client that connects to the server at `name` in a process of another user.
Received ReceivedByAnotherUser(const std::string& name) {
  const pid_t child = fork();
  if (child == 0) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    std::copy(name.begin(), name.end(), address.sun_path + 1);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    constexpr char kRequest[] = "GET /emulator/requests HTTP/1.1\r\nhost: a\r\n\r\n";
    constexpr uid_t kNobody = 65534;
    if (setuid(kNobody) != 0) _exit(static_cast<int>(Received::kNotTried));
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), size) != 0) {
      _exit(static_cast<int>(Received::kNothing));
    }
    if (send(fd, kRequest, sizeof(kRequest) - 1, MSG_NOSIGNAL) < 0) {
      _exit(static_cast<int>(Received::kNothing));
    }
    char byte = 0;
    const bool received = recv(fd, &byte, 1, 0) > 0;
    _exit(static_cast<int>(received ? Received::kBytes : Received::kNothing));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return static_cast<Received>(WEXITSTATUS(status));
}

TEST_F(CurlUnixSocketTest, AnotherUserIsDisconnected) {
  const Received received = ReceivedByAnotherUser(name_);
  if (received == Received::kNotTried) GTEST_SKIP() << "this user cannot become another one";
  EXPECT_EQ(received, Received::kNothing);
}

}  // namespace
}  // namespace footnote::upstream
