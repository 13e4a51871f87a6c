// SPDX-License-Identifier: Apache-2.0
// A call of StreamAnswer.
#ifndef FOOTNOTE_SERVICE_RPC_STREAM_REACTOR_H_
#define FOOTNOTE_SERVICE_RPC_STREAM_REACTOR_H_

#include <google/protobuf/arena.h>
#include <grpcpp/grpcpp.h>

#include <functional>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "service/rpc/admission.h"
#include "service/rpc/arena_pool.h"
#include "service/rpc/call_context.h"
#include "service/rpc/refusal.h"

namespace footnote::rpc {

// Exists from the arrival of the call until gRPC calls OnDone, and then deletes itself.
//
// Events are serialized when they arrive, on the upstream thread. At the end of a batch they are
// appended to a queue of bytes. At most one write is in flight. While there is none, the queue is
// written immediately; otherwise it grows, and the next write takes all of it. The last events are
// written together with the status. If the caller reads slowly and the queue exceeds its limit, the
// stream is paused until the queue was taken.
class StreamReactor final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                            private answering::AnswerStream::Listener,
                            private Admission::Call {
 public:
  // All arguments must outlive the reactor.
  StreamReactor(const answering::AnswerEngine* engine, Admission* admission, ArenaPool* arenas);

  void Start(const grpc::ByteBuffer& request_bytes, CallContext context);

 private:
  // From grpc::ServerWriteReactor; see AnswerReactor.
  bool InternalInlineable() override { return true; }
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  // From AnswerStream::Listener.
  void OnEvents(const v1::StreamAnswerResponse& events) override;
  void OnBatchEnd() override;
  void OnEnd(absl::Status status) override;

  // From Admission::Call.
  void Abort() override { stream_.Cancel(); }
  std::function<void()> EndUnread() override { return UnreadEnd(grpc_call_); }

  // The actions to take after the mutex is released: gRPC may call this reactor during a write.
  struct Step {
    bool write = false;
    bool finish = false;
  };
  // Moves the pending bytes to the queue.
  void Enqueue() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns the next actions; none while a write is in flight.
  Step NextStep() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Do(const Step& step);

  const answering::AnswerEngine& engine_;
  Admission& admission_;
  Admission::Ticket ticket_;
  Refusal refusal_;
  grpc_call* grpc_call_ = nullptr;
  ArenaPool& arenas_;
  // Contains the answer while it grows. Not from the pool: a stream lives long, so its memory
  // should be no larger than necessary, and reuse would save little.
  std::optional<google::protobuf::Arena> answer_arena_;
  v1::StreamAnswerResponse* last_ = nullptr;
  answering::AnswerStream stream_;
  std::string request_id_;
  // Serialized events that are not in the queue yet. Used by the upstream thread only.
  std::string pending_bytes_;

  absl::Mutex mutex_;
  std::string queue_ ABSL_GUARDED_BY(mutex_);       // serialized events
  bool in_flight_ ABSL_GUARDED_BY(mutex_) = false;  // a write or the finish
  bool is_paused_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_broken_ ABSL_GUARDED_BY(mutex_) = false;  // the caller receives no more messages
  bool has_ended_ ABSL_GUARDED_BY(mutex_) = false;

  // Written before `has_ended_` is set, and read by the step that finishes.
  grpc::Status end_status_;
  // The message in flight. Used by the thread that starts the write, and then by OnWriteDone.
  grpc::ByteBuffer message_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_STREAM_REACTOR_H_
