// The gRPC face of the answer engine.
#ifndef FOOTNOTE_SERVICE_RPC_ANSWER_SERVICE_H_
#define FOOTNOTE_SERVICE_RPC_ANSWER_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "service/answering/answer_engine.h"
#include "service/rpc/admission.h"
#include "service/rpc/arena_pool.h"
#include "service/upstream/platform/platform.h"

namespace footnote::rpc {

struct AnswerServiceOptions {
  // Keys of the caller's metadata that are sent on as headers; lower case.
  std::vector<std::string> forwarded_metadata;
  // One more call is refused.
  int max_calls_in_flight = 10000;
};

// Serves footnote.v1.AnswerService over the callback API: no thread waits for a call.
//
// The methods take and give bytes rather than messages: so a request that does not parse is
// answered with the place of the fault, where generated code has only "cannot parse", and messages
// live on an arena that goes with the call.
class AnswerService final : public v1::AnswerService::WithRawCallbackMethod_Answer<
                                v1::AnswerService::WithRawCallbackMethod_StreamAnswer<
                                    v1::AnswerService::WithRawCallbackMethod_ResolveAnswer<
                                        v1::AnswerService::WithRawCallbackMethod_PreviewAnswer<
                                            v1::AnswerService::Service>>>> {
 public:
  // `engine` must outlive the service, and so must `platform`, which says what headers a preview
  // shows.
  AnswerService(const answering::AnswerEngine* engine, const upstream::Platform* platform,
                AnswerServiceOptions options);

  // See Admission::Drain. Thread-safe.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted) {
    return admission_.Drain(timeout, interrupted);
  }

  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* StreamAnswer(
      grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) override;
  grpc::ServerUnaryReactor* ResolveAnswer(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* PreviewAnswer(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;

 private:
  // Answers a call at once with what `handle` makes of its request.
  template <typename Request, typename Response, typename Handle>
  grpc::ServerUnaryReactor* AnswerAtOnce(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer& request,
                                         grpc::ByteBuffer* response, Handle handle);
  // What surrounds a call: its deadline, and the headers for upstream among its metadata.
  answering::AnswerContext ContextOf(const grpc::CallbackServerContext& context) const;

  const answering::AnswerEngine& engine_;
  const upstream::Platform& platform_;
  const AnswerServiceOptions options_;
  Admission admission_;
  ArenaPool arenas_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ANSWER_SERVICE_H_
