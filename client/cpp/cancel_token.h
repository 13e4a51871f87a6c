// SPDX-License-Identifier: Apache-2.0
// Cancels calls from another thread.
//
//   CancelToken token;
//   options.cancel = token;     // before the call
//   token.Cancel();             // from any thread: the call ends with CANCELLED
//
// Copies are the same token. One token can be used for any number of calls, consecutive or
// concurrent. A cancelled token stays cancelled: a call that starts with it ends at once.
// Thread-safe, but not safe in a signal handler.
#ifndef FOOTNOTE_CLIENT_CPP_CANCEL_TOKEN_H_
#define FOOTNOTE_CLIENT_CPP_CANCEL_TOKEN_H_

#include <grpcpp/client_context.h>

#include <memory>

namespace footnote::client {

class CancelToken {
 public:
  CancelToken();

  // Cancels all present and future calls with this token.
  void Cancel() const;

  // True after Cancel.
  bool cancelled() const;

  // For implementations of calls: Cancel cancels `call` as long as the returned handle exists. If
  // the token is already cancelled, `call` is cancelled now.
  std::shared_ptr<void> Watch(std::shared_ptr<grpc::ClientContext> call) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_CANCEL_TOKEN_H_
