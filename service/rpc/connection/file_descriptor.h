// SPDX-License-Identifier: Apache-2.0
// An open file descriptor that is closed with its owner.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_FILE_DESCRIPTOR_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_FILE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

namespace footnote::rpc {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  // Owns `fd`; negative for none.
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    Reset(other.Release());
    return *this;
  }
  ~FileDescriptor() { Reset(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }

  // Returns the descriptor, which the caller owns from then on.
  int Release() { return std::exchange(fd_, -1); }

  // Closes the descriptor and owns `fd` instead.
  void Reset(int fd = -1) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_FILE_DESCRIPTOR_H_
