// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/stream_reactor.h"

#include <utility>

#include "service/rpc/grpc_status.h"
#include "service/rpc/request_id.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {
namespace {

using google::protobuf::Arena;

// The size of the queue in bytes above which the stream is paused: much more than a model produces
// in one round trip.
constexpr size_t kMaxQueueBytes = 16 << 10;
// From this size on, gRPC gets the memory of the queue; below, a copy is cheaper than a new queue.
constexpr size_t kMinMovedBytes = 4 << 10;

// Moves the bytes out of the queue.
grpc::ByteBuffer TakeBytes(std::string* queue) {
  if (queue->size() < kMinMovedBytes) {
    const grpc::Slice slice(*queue);
    queue->clear();
    return grpc::ByteBuffer(&slice, 1);
  }
  auto* moved = new std::string(std::move(*queue));
  *queue = std::string();
  const grpc::Slice slice(
      moved->data(), moved->size(), [](void* bytes) { delete static_cast<std::string*>(bytes); },
      moved);
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace

StreamReactor::StreamReactor(const answering::AnswerEngine* engine, Admission* admission,
                             ArenaPool* arenas)
    : engine_(*engine), admission_(*admission), arenas_(*arenas), answer_arena_(std::in_place) {}

void StreamReactor::Start(const grpc::ByteBuffer& request_bytes, CallContext context) {
  grpc_call_ = context.call;
  const auto held = static_cast<int64_t>(kRequestCopies * request_bytes.Length());
  if (absl::Status status = admission_.Enter(this, context.peer, held, &ticket_); !status.ok()) {
    const grpc::Status refused = ResultStatus(
        std::move(status), TakeRequestId(*v1::StreamAnswerRequest::descriptor(), request_bytes));
    return refusal_.Send(ticket_.refusal_delay(), [this, refused] { Finish(refused); });
  }
  {
    PooledArena request_arena(&arenas_);
    auto* request = request_arena.Create<v1::StreamAnswerRequest>();
    if (absl::Status status = ParseMessage(request_bytes, request); !status.ok()) {
      return OnEnd(std::move(status));
    }
    request_id_ = ValidRequestId(request->request().request_id());
    last_ = Arena::CreateMessage<v1::StreamAnswerResponse>(&*answer_arena_);
    context.answer.held_bytes = &ticket_;
    engine_.Stream(*request, std::move(context.answer), last_, &stream_, this);
  }
  // The engine counts what it keeps of the request.
  ticket_.Add(-held);
}

void StreamReactor::OnEvents(const v1::StreamAnswerResponse& events) {
  // Encoded messages that consist of a repeated field can be concatenated.
  events.AppendToString(&pending_bytes_);
}

void StreamReactor::OnBatchEnd() {
  Step step;
  {
    const absl::MutexLock lock(&mutex_);
    Enqueue();
    step = NextStep();
    if (!is_paused_ && queue_.size() > kMaxQueueBytes) {
      // With the mutex held, so that it precedes the Resume of OnWriteDone.
      is_paused_ = true;
      stream_.Pause();
    }
  }
  Do(step);
}

void StreamReactor::OnEnd(absl::Status status) {
  if (status.ok()) {
    last_->AppendToString(&pending_bytes_);
  } else {
    end_status_ = ResultStatus(admission_.ResultOf(std::move(status)), request_id_);
  }
  // On the thread that filled it; see AnswerReactor.
  answer_arena_.reset();
  Step step;
  {
    const absl::MutexLock lock(&mutex_);
    Enqueue();
    has_ended_ = true;
    step = NextStep();
  }
  Do(step);
}

void StreamReactor::OnWriteDone(bool ok) {
  ticket_.EndDelivery();
  ticket_.Add(-static_cast<int64_t>(message_.Length()));
  message_.Clear();
  Step step;
  {
    const absl::MutexLock lock(&mutex_);
    in_flight_ = false;
    if (!ok) {
      is_broken_ = true;
      queue_ = std::string();
    }
    step = NextStep();
    if (std::exchange(is_paused_, false)) stream_.Resume();
  }
  Do(step);
}

void StreamReactor::Enqueue() {
  if (is_broken_) {
    pending_bytes_.clear();
  } else if (queue_.empty()) {
    queue_.swap(pending_bytes_);
  } else {
    queue_ += pending_bytes_;
    pending_bytes_.clear();
  }
}

StreamReactor::Step StreamReactor::NextStep() {
  Step step;
  if (in_flight_) return step;
  step.finish = has_ended_;
  if (!queue_.empty()) {
    step.write = true;
    message_ = TakeBytes(&queue_);
  }
  in_flight_ = step.write || step.finish;
  return step;
}

void StreamReactor::Do(const Step& step) {
  if (!step.write && !step.finish) return;
  const size_t bytes = step.write ? message_.Length() : 0;
  ticket_.Add(static_cast<int64_t>(bytes));
  // Before the caller learns of the end, so that its next call finds the place free.
  if (step.finish) ticket_.EndWork();
  ticket_.BeginDelivery(bytes);
  // From here on, gRPC may call OnDone at any time.
  if (step.write && step.finish) {
    StartWriteAndFinish(&message_, grpc::WriteOptions(), end_status_);
  } else if (step.write) {
    StartWrite(&message_);
  } else {
    Finish(end_status_);
  }
}

void StreamReactor::OnCancel() { stream_.Cancel(); }

void StreamReactor::OnDone() { DeleteAndLeave(this, &ticket_); }

}  // namespace footnote::rpc
