// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/listen_socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/un.h>

#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tests/rpc/connection/loopback.h"

namespace footnote::rpc {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Not in TempDir, whose path may exceed the 107 bytes that a socket allows.
std::string NewPath(const std::string& name) {
  std::string path = absl::StrCat("/tmp/listen_socket_test_", getpid(), "_", name);
  unlink(path.c_str());
  return path;
}

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::string ErrorOf(const std::string& listen) {
  return std::string(ListenSocket::Open(listen).status().message());
}

TEST(ListenSocketTest, PortZeroSelectsAFreePort) {
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("127.0.0.1:0");
  ASSERT_TRUE(socket.ok()) << socket.status();
  EXPECT_THAT(socket->address(), StartsWith("127.0.0.1:"));
  EXPECT_GT(PortOf(socket->address()), 0);
  EXPECT_TRUE(ConnectTo(PortOf(socket->address())).is_open());
}

TEST(ListenSocketTest, WithoutAHostListensOnAllAddresses) {
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open(":0");
  ASSERT_TRUE(socket.ok()) << socket.status();
  EXPECT_TRUE(ConnectTo(PortOf(socket->address())).is_open()) << "IPv4";
}

TEST(ListenSocketTest, ListensOnAllAddressesOfAName) {
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("localhost:0");
  ASSERT_TRUE(socket.ok()) << socket.status();
  EXPECT_THAT(socket->address(), StartsWith("localhost:"));
  EXPECT_TRUE(ConnectTo(PortOf(socket->address())).is_open());
}

TEST(ListenSocketTest, TheAddressOfAnIpv6SocketHasBrackets) {
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("[::1]:0");
  if (!socket.ok()) GTEST_SKIP() << "this machine has no IPv6: " << socket.status();
  EXPECT_THAT(socket->address(), StartsWith("[::1]:"));
}

TEST(ListenSocketTest, APortInUseIsAnErrorWithTheReason) {
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("127.0.0.1:0");
  ASSERT_TRUE(socket.ok()) << socket.status();
  EXPECT_THAT(ErrorOf(socket->address()),
              AllOf(HasSubstr(socket->address()), HasSubstr("Address already in use")));
}

TEST(ListenSocketTest, AnInvalidAddressIsAnErrorWithTheRule) {
  struct Case {
    const char* listen;
    const char* reason;
  };
  const Case cases[] = {
      {"", "must end with a colon and a port"},
      {"localhost", "must end with a colon and a port"},
      {"127.0.0.1:", "must end with a colon and a port"},
      {"127.0.0.1:http", "must end with a colon and a port"},
      {"127.0.0.1:65536", "must end with a colon and a port"},
      {"127.0.0.1:-1", "must end with a colon and a port"},
      {"::1:80", "an IPv6 address must be in brackets"},
      {"[::1:80", "the bracket of the address is not closed"},
      {"256.0.0.1:80", "cannot listen on 256.0.0.1:80: "},
      {"192.0.2.1:0", "Cannot assign requested address"},
      {"unix:", "the path must have 1 to 107 bytes"},
      {"unix:/nonexistent/socket", "No such file or directory"},
  };
  for (const Case& row : cases) EXPECT_THAT(ErrorOf(row.listen), HasSubstr(row.reason));
  EXPECT_THAT(ErrorOf("unix:" + std::string(108, 'x')), HasSubstr("the path must have 1 to 107"));
}

TEST(ListenSocketTest, AUnixSocketBelongsToItsUserAndIsRemovedAtTheEnd) {
  const std::string path = NewPath("mode");
  {
    const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("unix:" + path);
    ASSERT_TRUE(socket.ok()) << socket.status();
    EXPECT_EQ(socket->address(), "unix:" + path);
    struct stat file;
    ASSERT_EQ(stat(path.c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0777, 0600);
  }
  EXPECT_FALSE(Exists(path));
}

TEST(ListenSocketTest, AUnixSocketHasTheModeThatIsAskedFor) {
  const std::string path = NewPath("open");
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("unix:" + path, 0666);
  ASSERT_TRUE(socket.ok()) << socket.status();
  struct stat file;
  ASSERT_EQ(stat(path.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0666);
}

TEST(ListenSocketTest, AUnixSocketInUseIsAnError) {
  const std::string path = NewPath("used");
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("unix:" + path);
  ASSERT_TRUE(socket.ok()) << socket.status();
  EXPECT_THAT(ErrorOf("unix:" + path), HasSubstr("another server uses this socket"));
  EXPECT_TRUE(Exists(path));
}

TEST(ListenSocketTest, ASocketThatNoServerUsesIsReplaced) {
  const std::string path = NewPath("stale");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  {
    const FileDescriptor crashed(::socket(AF_UNIX, SOCK_STREAM, 0));
    ASSERT_EQ(bind(crashed.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ASSERT_TRUE(Exists(path));
  const absl::StatusOr<ListenSocket> socket = ListenSocket::Open("unix:" + path);
  EXPECT_TRUE(socket.ok()) << socket.status();
}

TEST(ListenSocketTest, AFileThatIsNoSocketIsKept) {
  const std::string path = NewPath("file");
  std::ofstream(path) << "precious";
  EXPECT_THAT(ErrorOf("unix:" + path), HasSubstr("a file that is no socket exists"));
  EXPECT_TRUE(Exists(path));
  unlink(path.c_str());
}

TEST(ListenSocketTest, TheSocketOfASuccessorIsKept) {
  const std::string path = NewPath("successor");
  std::optional<ListenSocket> first;
  {
    absl::StatusOr<ListenSocket> socket = ListenSocket::Open("unix:" + path);
    ASSERT_TRUE(socket.ok()) << socket.status();
    first.emplace(*std::move(socket));
  }
  ASSERT_EQ(unlink(path.c_str()), 0);
  const absl::StatusOr<ListenSocket> second = ListenSocket::Open("unix:" + path);
  ASSERT_TRUE(second.ok()) << second.status();
  first.reset();
  EXPECT_TRUE(Exists(path));
}

}  // namespace
}  // namespace footnote::rpc
