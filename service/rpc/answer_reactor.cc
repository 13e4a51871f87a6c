// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/answer_reactor.h"

#include <utility>

#include "service/rpc/grpc_status.h"
#include "service/rpc/request_id.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {

AnswerReactor::AnswerReactor(const answering::AnswerEngine* engine, Admission* admission,
                             ArenaPool* arenas, grpc::ByteBuffer* response)
    : engine_(*engine), admission_(*admission), arenas_(*arenas), response_(*response) {}

void AnswerReactor::Start(const grpc::ByteBuffer& request_bytes, CallContext context) {
  grpc_call_ = context.call;
  const auto held = static_cast<int64_t>(kRequestCopies * request_bytes.Length());
  if (absl::Status status = admission_.Enter(this, context.peer, held, &ticket_); !status.ok()) {
    const grpc::Status refused = ResultStatus(
        std::move(status), TakeRequestId(*v1::AnswerRequest::descriptor(), request_bytes));
    return refusal_.Send(ticket_.refusal_delay(), [this, refused] { Finish(refused); });
  }
  {
    PooledArena request_arena(&arenas_);
    auto* request = request_arena.Create<v1::AnswerRequest>();
    if (absl::Status status = ParseMessage(request_bytes, request); !status.ok()) {
      return End(std::move(status));
    }
    request_id_ = ValidRequestId(request->request_id());
    answer_arena_.emplace(&arenas_);
    answer_ = answer_arena_->Create<v1::AnswerResponse>();
    context.answer.held_bytes = &ticket_;
    engine_.Answer(*request, std::move(context.answer), answer_->mutable_answer(), &call_,
                   [this](absl::Status status) { End(std::move(status)); });
  }
  // The engine counts what it keeps of the request.
  ticket_.Add(-held);
}

void AnswerReactor::OnCancel() { call_.Cancel(); }

void AnswerReactor::OnDone() { DeleteAndLeave(this, &ticket_); }

void AnswerReactor::End(absl::Status status) {
  const grpc::Status grpc_status =
      status.ok() ? SerializeMessage(*answer_, &response_)
                  : ResultStatus(admission_.ResultOf(std::move(status)), request_id_);
  // On the thread that filled it: malloc has an arena for each thread, and memory that is freed on
  // another thread causes contention for the arena's lock.
  answer_arena_.reset();
  ticket_.Add(static_cast<int64_t>(response_.Length()));
  // Before the caller learns of the end, so that its next call finds the place free.
  ticket_.EndWork();
  ticket_.BeginDelivery(response_.Length());
  Finish(grpc_status);
}

}  // namespace footnote::rpc
