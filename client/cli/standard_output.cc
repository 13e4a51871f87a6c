// SPDX-License-Identifier: Apache-2.0
#include "client/cli/standard_output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace footnote::client {

StandardOutput::State StandardOutput::Flush() {
  absl::string_view rest = pending_;
  while (!rest.empty() && state_ == State::kOpen) {
    const ssize_t count = write(descriptor_, rest.data(), rest.size());
    if (count > 0) {
      last_ = rest[static_cast<size_t>(count) - 1];
      rest.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EAGAIN) {  // another process made the terminal non-blocking
      pollfd ready = {descriptor_, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      state_ = errno == EPIPE ? State::kClosed : State::kFailed;
    }
  }
  pending_.clear();
  return state_;
}

StandardOutput::State StandardOutput::EndLine() {
  Flush();
  if (written() && last_ != '\n') Append("\n");
  return Flush();
}

}  // namespace footnote::client
