// Ctrl-C cancels the call instead of ending the program in the middle of it.
#ifndef FOOTNOTE_CLIENT_CLI_INTERRUPT_H_
#define FOOTNOTE_CLIENT_CLI_INTERRUPT_H_

#include <atomic>
#include <thread>

#include "client/cpp/cancel_token.h"

namespace footnote::client {

// While it lives, the first SIGINT cancels `token` and a second ends the process with exit code
// 130. Made before any other thread starts, so that they all leave the signal to it; at most one at
// a time.
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
