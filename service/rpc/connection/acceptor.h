// SPDX-License-Identifier: Apache-2.0
// Accepts connections, and goes on to do so whatever runs out.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_ACCEPTOR_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_ACCEPTOR_H_

#include <sys/socket.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/rpc/connection/file_descriptor.h"

namespace footnote::rpc {

// Accepts on one thread. While the process has no descriptor left, it accepts and closes
// connections with a descriptor that it keeps in reserve, so that callers are refused at once and
// the queue of the kernel does not fill.
class Acceptor {
 public:
  struct Handlers {
    // A connection was accepted: a non-blocking socket and the address of the peer. Called on the
    // acceptor's thread.
    std::function<void(FileDescriptor, const sockaddr_storage&)> accepted;
    // The listening socket does not work any more, and nothing is accepted from now on. Called at
    // most once, on the acceptor's thread.
    std::function<void(const absl::Status&)> gone;
  };

  // Accepts on `sockets`, which must stay open until Stop returns.
  static absl::StatusOr<std::unique_ptr<Acceptor>> Start(const std::vector<FileDescriptor>& sockets,
                                                         Handlers handlers);

  ~Acceptor() { Stop(); }

  // Returns when no handler runs and none will be called. Must not be called by a handler.
  void Stop();

  // The connections that were closed at once because the process had no descriptor left.
  int64_t refused_without_descriptor() const { return refused_without_descriptor_; }

 private:
  enum class Outcome { kAccepted, kNothing, kWait, kGone };

  Acceptor(const std::vector<FileDescriptor>& sockets, FileDescriptor wake, FileDescriptor reserve,
           Handlers handlers);

  void Run();
  Outcome AcceptOne(int listener);
  Outcome AcceptWithReserve(int listener);

  std::vector<int> listeners_;
  FileDescriptor wake_;     // an eventfd that Stop writes to
  FileDescriptor reserve_;  // closed to accept one connection if there is no other descriptor
  const Handlers handlers_;
  std::atomic<int64_t> refused_without_descriptor_{0};
  absl::Status gone_;  // set before Run ends with kGone
  std::thread thread_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_ACCEPTOR_H_
