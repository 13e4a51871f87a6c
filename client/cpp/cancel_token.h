// Stops calls from another thread.
//
//   CancelToken stop;
//   options.cancel = stop;      // before the call
//   stop.Cancel();              // from any thread: the call ends with CANCELLED
//
// Copies are the same token. One token may stand for any number of calls, one after another or at
// once. Once cancelled it stays so: a call that starts with it afterwards ends at once. Safe from
// any thread, but not from a signal handler.
#ifndef FOOTNOTE_CLIENT_CPP_CANCEL_TOKEN_H_
#define FOOTNOTE_CLIENT_CPP_CANCEL_TOKEN_H_

#include <grpcpp/client_context.h>

#include <memory>

namespace footnote::client {

class CancelToken {
 public:
  CancelToken();

  // Cancels every call that carries the token now or later.
  void Cancel() const;

  // Whether Cancel was called.
  bool cancelled() const;

  // For makers of calls: as long as the returned handle lives, Cancel reaches `call`. If the token
  // is cancelled already, so is `call`.
  std::shared_ptr<void> Watch(std::shared_ptr<grpc::ClientContext> call) const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_CANCEL_TOKEN_H_
