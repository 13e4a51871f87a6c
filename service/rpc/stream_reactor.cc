#include "service/rpc/stream_reactor.h"

#include <utility>

#include "service/rpc/grpc_status.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {
namespace {

using google::protobuf::Arena;

// The queue's mark, in bytes: far more than a round trip of any model's output.
constexpr size_t kQueueMark = 16 << 10;
// From here on the queue's own memory is given to gRPC; below, a copy is cheaper than a new queue.
constexpr size_t kBytesWorthGiving = 4 << 10;

// Takes the queue's bytes out.
grpc::ByteBuffer TakeBytes(std::string* queue) {
  if (queue->size() < kBytesWorthGiving) {
    const grpc::Slice slice(*queue);
    queue->clear();
    return grpc::ByteBuffer(&slice, 1);
  }
  auto* given = new std::string(std::move(*queue));
  *queue = std::string();
  const grpc::Slice slice(
      given->data(), given->size(), [](void* bytes) { delete static_cast<std::string*>(bytes); },
      given);
  return grpc::ByteBuffer(&slice, 1);
}

}  // namespace

StreamReactor::StreamReactor(const answering::AnswerEngine* engine, Admission* admission,
                             ArenaPool* arenas)
    : admission_(*admission), arenas_(*arenas), answer_arena_(std::in_place), stream_(engine) {}

void StreamReactor::Start(const grpc::ByteBuffer& request_bytes, answering::AnswerContext context) {
  if (absl::Status status = admission_.Enter(this); !status.ok()) return OnEnd(std::move(status));
  is_admitted_ = true;
  PooledArena request_arena(&arenas_);
  auto* request = request_arena.Create<v1::StreamAnswerRequest>();
  if (absl::Status status = ParseMessage(request_bytes, request); !status.ok()) {
    return OnEnd(std::move(status));
  }
  last_ = Arena::CreateMessage<v1::StreamAnswerResponse>(&*answer_arena_);
  const answering::building::FieldPath root;
  stream_.Start(request->request(), root.Field("request"), std::move(context), last_, this);
}

void StreamReactor::OnEvents(const v1::StreamAnswerResponse& events) {
  // Messages of one repeated field can be joined as bytes.
  events.AppendToString(&pending_bytes_);
}

void StreamReactor::OnBatchEnd() {
  Step step;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Enqueue();
    step = NextStep();
    if (!is_paused_ && queue_.size() > kQueueMark) {
      // Under the mutex, lest a resume overtakes it.
      is_paused_ = true;
      stream_.Pause();
    }
  }
  Do(step);
}

void StreamReactor::OnEnd(absl::Status status) {
  const grpc::Status end_status = ResultStatus(admission_.ResultOf(status));
  if (status.ok()) last_->AppendToString(&pending_bytes_);
  // On the thread that filled it; see AnswerReactor.
  answer_arena_.reset();
  Step step;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Enqueue();
    end_status_ = end_status;
    has_ended_ = true;
    step = NextStep();
  }
  Do(step);
}

void StreamReactor::OnWriteDone(bool ok) {
  message_.Clear();
  Step step;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
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
  // From here on gRPC may be done with this reactor at any moment.
  if (step.write && step.finish) {
    StartWriteAndFinish(&message_, grpc::WriteOptions(), end_status_);
  } else if (step.write) {
    StartWrite(&message_);
  } else {
    Finish(end_status_);
  }
}

void StreamReactor::OnCancel() { stream_.Cancel(); }

void StreamReactor::OnDone() {
  Admission& admission = admission_;
  const bool is_admitted = is_admitted_;
  if (is_admitted) admission.Forget(this);
  delete this;
  if (is_admitted) admission.Leave();
}

}  // namespace footnote::rpc
