// One StreamAnswer call.
#ifndef FOOTNOTE_SERVICE_RPC_STREAM_REACTOR_H_
#define FOOTNOTE_SERVICE_RPC_STREAM_REACTOR_H_

#include <google/protobuf/arena.h>
#include <grpcpp/grpcpp.h>

#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "service/answering/answer_stream.h"
#include "service/rpc/admission.h"
#include "service/rpc/arena_pool.h"

namespace footnote::rpc {

// Lives from the call's arrival until gRPC is done with it; then deletes itself.
//
// Events are serialised as they come, on the upstream's thread. Once all that could be told was
// told, they go to a queue of bytes. At most one write is in flight. While none is, what is queued
// goes out at once; while one is, it gathers, and all of it goes out in the next. The last events
// go out with the end. A caller that reads slowly lets the queue grow to its mark, which pauses
// upstream until the queue was taken.
class StreamReactor final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                            private answering::AnswerStream::Listener,
                            private Admission::Call {
 public:
  // All must outlive the reactor.
  StreamReactor(const answering::AnswerEngine* engine, Admission* admission, ArenaPool* arenas);

  void Start(const grpc::ByteBuffer& request_bytes, answering::AnswerContext context);

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

  // What is to be done once the mutex is released: gRPC may come back from within a write.
  struct Step {
    bool write = false;
    bool finish = false;
  };
  // Moves what was told to the queue. The mutex is held, as for the next.
  void Enqueue();
  // Decides what is to be done, if no write is in flight.
  Step NextStep();
  void Do(const Step& step);

  Admission& admission_;
  bool is_admitted_ = false;
  ArenaPool& arenas_;
  // Holds the growing answer. Not from the pool: a stream lives long, so its memory is to fit, and
  // little is gained by reuse.
  std::optional<google::protobuf::Arena> answer_arena_;
  v1::StreamAnswerResponse* last_ = nullptr;
  answering::AnswerStream stream_;
  // Serialised events that are not yet in the queue; the upstream thread's own.
  std::string pending_bytes_;

  std::mutex mutex_;
  // Guarded by mutex_:
  std::string queue_;       // serialised events that wait
  bool in_flight_ = false;  // a write or the finish
  bool is_paused_ = false;
  bool is_broken_ = false;  // the caller hears no more
  bool has_ended_ = false;
  grpc::Status end_status_;

  grpc::ByteBuffer message_;  // in flight
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_STREAM_REACTOR_H_
