// SPDX-License-Identifier: Apache-2.0
// A call of Answer.
#ifndef FOOTNOTE_SERVICE_RPC_ANSWER_REACTOR_H_
#define FOOTNOTE_SERVICE_RPC_ANSWER_REACTOR_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "service/rpc/admission.h"
#include "service/rpc/arena_pool.h"
#include "service/rpc/call_context.h"
#include "service/rpc/refusal.h"

namespace footnote::rpc {

// Exists from the arrival of the call until gRPC calls OnDone, and then deletes itself.
class AnswerReactor final : public grpc::ServerUnaryReactor, private Admission::Call {
 public:
  // All arguments must outlive the reactor. `response` receives the encoded response.
  AnswerReactor(const answering::AnswerEngine* engine, Admission* admission, ArenaPool* arenas,
                grpc::ByteBuffer* response);

  void Start(const grpc::ByteBuffer& request_bytes, CallContext context);

 private:
  // OnCancel and OnDone are short and do not block, so gRPC may call them directly. Otherwise it
  // passes each of them to a thread of its executor, at the cost of a thread switch for every call.
  bool InternalInlineable() override { return true; }
  void OnCancel() override;
  void OnDone() override;

  // From Admission::Call.
  void Abort() override { call_.Cancel(); }
  std::function<void()> EndUnread() override { return UnreadEnd(grpc_call_); }

  void End(absl::Status status);

  const answering::AnswerEngine& engine_;
  Admission& admission_;
  Admission::Ticket ticket_;
  Refusal refusal_;
  grpc_call* grpc_call_ = nullptr;
  ArenaPool& arenas_;
  std::optional<PooledArena> answer_arena_;
  grpc::ByteBuffer& response_;
  v1::AnswerResponse* answer_ = nullptr;
  std::string request_id_;
  answering::AnswerCall call_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ANSWER_REACTOR_H_
