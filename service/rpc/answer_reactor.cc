#include "service/rpc/answer_reactor.h"

#include <utility>

#include "service/rpc/grpc_status.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {

AnswerReactor::AnswerReactor(const answering::AnswerEngine* engine, Admission* admission,
                             ArenaPool* arenas, grpc::ByteBuffer* response)
    : admission_(*admission), arenas_(*arenas), response_(*response), call_(engine) {}

void AnswerReactor::Start(const grpc::ByteBuffer& request_bytes, answering::AnswerContext context) {
  if (absl::Status status = admission_.Enter(this); !status.ok()) return End(status);
  is_admitted_ = true;
  PooledArena request_arena(&arenas_);
  auto* request = request_arena.Create<v1::AnswerRequest>();
  if (absl::Status status = ParseMessage(request_bytes, request); !status.ok()) {
    return End(status);
  }
  answer_arena_.emplace(&arenas_);
  answer_ = answer_arena_->Create<v1::AnswerResponse>();
  call_.Start(*request, std::move(context), answer_->mutable_answer(),
              [this](const absl::Status& status) { End(status); });
}

void AnswerReactor::OnCancel() { call_.Cancel(); }

void AnswerReactor::OnDone() {
  Admission& admission = admission_;
  const bool is_admitted = is_admitted_;
  if (is_admitted) admission.Forget(this);
  delete this;
  if (is_admitted) admission.Leave();
}

void AnswerReactor::End(const absl::Status& status) {
  const grpc::Status grpc_status = status.ok() ? SerializeMessage(*answer_, &response_)
                                               : ResultStatus(admission_.ResultOf(status));
  // On the thread that filled it: elsewhere its strings would be freed against the grain of
  // malloc's per-thread arenas, which then contend for their locks.
  answer_arena_.reset();
  Finish(grpc_status);
}

}  // namespace footnote::rpc
