// SPDX-License-Identifier: Apache-2.0
// Cancels the call on Ctrl-C instead of ending the program.
#ifndef FOOTNOTE_CLIENT_CLI_INTERRUPT_H_
#define FOOTNOTE_CLIENT_CLI_INTERRUPT_H_

#include <atomic>
#include <thread>

#include "client/cpp/cancel_token.h"

namespace footnote::client {

// During its lifetime, the first SIGINT cancels `token` and the second ends the process with exit
// code 130. Must be created before any other thread, because it blocks the signal in all threads.
// At most one may exist at a time.
class InterruptWatch {
 public:
  explicit InterruptWatch(CancelToken token);
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
  ~InterruptWatch();

  bool interrupted() const { return interrupted_; }

 private:
  void Watch(const CancelToken& token);

  std::atomic<bool> stopping_{false};
  std::atomic<bool> interrupted_{false};
  std::thread watcher_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_INTERRUPT_H_
