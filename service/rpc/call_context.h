// SPDX-License-Identifier: Apache-2.0
// The parts of a gRPC call that admission needs.
#ifndef FOOTNOTE_SERVICE_RPC_CALL_CONTEXT_H_
#define FOOTNOTE_SERVICE_RPC_CALL_CONTEXT_H_

#include <grpc/grpc.h>

#include <functional>
#include <string>

#include "service/answering/answer_engine.h"
#include "service/rpc/admission.h"

namespace footnote::rpc {

// The number of times that a request is held while it is parsed: encoded, and as a message.
inline constexpr size_t kRequestCopies = 2;

// What a method knows of its call besides the request.
struct CallContext {
  grpc_call* call = nullptr;  // null in tests
  std::string peer;           // see PeerKey
  answering::AnswerContext answer;
};

// Returns a function that ends `call` with ANSWER_NOT_READ; empty if `call` is null. The function
// keeps the gRPC call alive, which its reactor does not, and must be called.
std::function<void()> UnreadEnd(grpc_call* call);

// Deletes `reactor`, whose member `ticket` is, between the removal of the call and its leaving: a
// drained server has no reactor left.
template <typename Reactor>
void DeleteAndLeave(Reactor* reactor, Admission::Ticket* ticket) {
  Admission::Share share = ticket->Remove();
  delete reactor;
  share.Leave();
}

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CALL_CONTEXT_H_
