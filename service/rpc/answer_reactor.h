// One Answer call.
#ifndef FOOTNOTE_SERVICE_RPC_ANSWER_REACTOR_H_
#define FOOTNOTE_SERVICE_RPC_ANSWER_REACTOR_H_

#include <grpcpp/grpcpp.h>

#include <optional>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_call.h"
#include "service/answering/answer_engine.h"
#include "service/rpc/admission.h"
#include "service/rpc/arena_pool.h"

namespace footnote::rpc {

// Lives from the call's arrival until gRPC is done with it; then deletes itself.
class AnswerReactor final : public grpc::ServerUnaryReactor, private Admission::Call {
 public:
  // All must outlive the reactor. `response` gets the reply.
  AnswerReactor(const answering::AnswerEngine* engine, Admission* admission, ArenaPool* arenas,
                grpc::ByteBuffer* response);

  void Start(const grpc::ByteBuffer& request_bytes, answering::AnswerContext context);

 private:
  // OnCancel and OnDone neither block nor take long, so gRPC may run them where it stands.
  // Otherwise it passes each to a thread of its executor, a switch of threads for every call.
  bool InternalInlineable() override { return true; }
  void OnCancel() override;
  void OnDone() override;

  // From Admission::Call.
  void Abort() override { call_.Cancel(); }

  void End(const absl::Status& status);

  Admission& admission_;
  bool is_admitted_ = false;
  ArenaPool& arenas_;
  std::optional<PooledArena> answer_arena_;
  grpc::ByteBuffer& response_;
  v1::AnswerResponse* answer_ = nullptr;
  answering::AnswerCall call_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ANSWER_REACTOR_H_
