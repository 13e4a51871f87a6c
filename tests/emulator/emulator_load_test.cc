// SPDX-License-Identifier: Apache-2.0
// A test with thousands of concurrent slow streams.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/emulator/emulator_fixture.h"
#include "tests/emulator/raw_connection.h"

namespace footnote::emulator {
namespace {

using EmulatorLoadTest = EmulatorTest;

// Raises the limit of open files to `count`. Returns false if this is not permitted.
bool AllowFiles(rlim_t count) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= count) return true;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < count) return false;
  limit.rlim_cur = count;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

// Connects to `port`, sends `request` and returns the socket, or -1 after an error.
int SendRequest(int port, const std::string& request) {
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(client, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 ||
      send(client, request.data(), request.size(), MSG_NOSIGNAL) !=
          static_cast<ssize_t>(request.size())) {
    close(client);
    return -1;
  }
  return client;
}

TEST_F(EmulatorLoadTest, FiveThousandSlowStreamsAreComplete) {
  constexpr size_t kStreams = 5000;
  ASSERT_TRUE(AllowFiles(2 * kStreams + 200)) << "the limit of open files is too low";
  const std::string body =
      R"({"model":"claude-opus-5","max_tokens":99,"stream":true,"messages":[{"role":"user","content":"Hi"}]})";
  const std::string script = "x-emulator-script: event_ms=150\r\n";
  const std::string last = "\r\n0\r\n\r\n";
  RawConnection first(emulator_->port());
  first.Send(RawPost(body, ""));
  const size_t stream_size = first.ReadUntil(last).size();

  const int poller = epoll_create1(0);
  std::vector<std::string> received(kStreams);
  std::vector<int> clients;
  for (size_t i = 0; i < kStreams; ++i) {
    clients.push_back(SendRequest(emulator_->port(), RawPost(body, script)));
    ASSERT_GE(clients.back(), 0) << i;
    epoll_event interest{};
    interest.events = EPOLLIN;
    interest.data.u64 = i;
    epoll_ctl(poller, EPOLL_CTL_ADD, clients.back(), &interest);
  }
  constexpr int kTimeoutMs = 60'000;
  std::vector<epoll_event> ready(512);
  std::vector<char> buffer(16 << 10);
  for (size_t done = 0; done < kStreams;) {
    const int count = epoll_wait(poller, ready.data(), static_cast<int>(ready.size()), kTimeoutMs);
    ASSERT_GT(count, 0) << done << " streams are complete";
    for (int i = 0; i < count; ++i) {
      const size_t stream = ready[static_cast<size_t>(i)].data.u64;
      const ssize_t size = recv(clients[stream], buffer.data(), buffer.size(), 0);
      ASSERT_GT(size, 0) << "stream " << stream;
      received[stream].append(buffer.data(), static_cast<size_t>(size));
      if (received[stream].size() == stream_size) ++done;
    }
  }
  for (size_t i = 0; i < kStreams; ++i) {
    EXPECT_EQ(received[i], received[0]) << i;
    EXPECT_EQ(received[i].substr(stream_size - last.size()), last) << i;
    close(clients[i]);
  }
  close(poller);
}

}  // namespace
}  // namespace footnote::emulator
