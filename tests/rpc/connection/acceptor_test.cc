// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/acceptor.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "absl/time/time.h"
#include "service/rpc/connection/listen_socket.h"
#include "tests/rpc/connection/loopback.h"

namespace footnote::rpc {
namespace {

constexpr absl::Duration kTimeout = absl::Seconds(10);

// An acceptor that keeps what it accepts.
class KeepingAcceptor {
 public:
  KeepingAcceptor() {
    auto acceptor =
        Acceptor::Start(socket_.sockets(), {[this](FileDescriptor fd, const sockaddr_storage&) {
                                              const absl::MutexLock lock(&mutex_);
                                              accepted_.push_back(std::move(fd));
                                            },
                                            [this](const absl::Status& reason) {
                                              reason_ = reason;
                                              gone_.Notify();
                                            }});
    EXPECT_TRUE(acceptor.ok()) << acceptor.status();
    acceptor_ = *std::move(acceptor);
  }

  int port() const { return PortOf(socket_.address()); }
  int listener() const { return socket_.sockets().front().get(); }
  Acceptor& acceptor() { return *acceptor_; }
  bool WaitForAccepted(size_t count) {
    const absl::MutexLock lock(&mutex_);
    const auto enough = [this, count]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return accepted_.size() >= count;
    };
    return mutex_.AwaitWithTimeout(absl::Condition(&enough), kTimeout);
  }
  void CloseAccepted() {
    const absl::MutexLock lock(&mutex_);
    accepted_.clear();
  }
  size_t accepted() {
    const absl::MutexLock lock(&mutex_);
    return accepted_.size();
  }
  bool WaitUntilGone() { return gone_.WaitForNotificationWithTimeout(kTimeout); }
  const absl::Status& reason() const { return reason_; }

 private:
  ListenSocket socket_ = *ListenSocket::Open("127.0.0.1:0");
  absl::Mutex mutex_;
  std::vector<FileDescriptor> accepted_ ABSL_GUARDED_BY(mutex_);
  absl::Notification gone_;
  absl::Status reason_;
  std::unique_ptr<Acceptor> acceptor_;
};

// Lowers the limit on open files of this process while it exists.
class FileLimit {
 public:
  explicit FileLimit(rlim_t limit) {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit lowered = before_;
    lowered.rlim_cur = limit;
    setrlimit(RLIMIT_NOFILE, &lowered);
  }
  ~FileLimit() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_;
};

// The limit at which the process may open `more` descriptors.
rlim_t LimitWith(int more) {
  const FileDescriptor next(dup(0));
  return next.get() + more;
}

TEST(AcceptorTest, GivesEachConnectionToItsHandler) {
  KeepingAcceptor server;
  const FileDescriptor first = ConnectTo(server.port());
  const FileDescriptor second = ConnectTo(server.port());
  EXPECT_TRUE(server.WaitForAccepted(2));
}

TEST(AcceptorTest, AcceptsAgainAfterDescriptorsRanOut) {
  KeepingAcceptor server;
  constexpr int kClients = 128;
  // The clients are descriptors of this process, too: they connect when the limit is low.
  std::vector<FileDescriptor> unconnected;
  for (int i = 0; i < kClients; ++i) {
    unconnected.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  }
  const FileLimit limit(LimitWith(16));
  const sockaddr_in address = LoopbackAddress(server.port());
  for (FileDescriptor& client : unconnected) {
    connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  }
  EXPECT_TRUE(WaitUntilClosed(unconnected.back().get())) << "the last one is refused at once";
  EXPECT_GE(server.acceptor().refused_without_descriptor(), kClients - 16);
  const size_t held = server.accepted();
  EXPECT_GT(held, 0);
  EXPECT_LE(held, 16);

  unconnected.clear();
  server.CloseAccepted();
  const FileDescriptor later = ConnectTo(server.port());
  EXPECT_TRUE(server.WaitForAccepted(1));
}

TEST(AcceptorTest, ReportsThatTheListeningSocketIsGone) {
  KeepingAcceptor server;
  ASSERT_EQ(shutdown(server.listener(), SHUT_RDWR), 0);
  ASSERT_TRUE(server.WaitUntilGone());
  EXPECT_EQ(server.reason(),
            absl::UnavailableError("the listening socket failed: Invalid argument"));
}

TEST(AcceptorTest, NothingIsAcceptedAfterStop) {
  KeepingAcceptor server;
  server.acceptor().Stop();
  const FileDescriptor client = ConnectTo(server.port());
  EXPECT_EQ(server.accepted(), 0);
  server.acceptor().Stop();
}

}  // namespace
}  // namespace footnote::rpc
