// The gRPC face of the answer engine.
#ifndef FOOTNOTE_SERVICE_ANSWER_SERVICE_H_
#define FOOTNOTE_SERVICE_ANSWER_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "service/answering/answer_engine.h"
#include "service/arena_pool.h"
#include "service/upstream/platform.h"

namespace footnote {

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
class AnswerService final
    : public v1::AnswerService::WithRawCallbackMethod_Answer<
          v1::AnswerService::WithRawCallbackMethod_PreviewAnswer<v1::AnswerService::Service>> {
 public:
  // `engine` must outlive the service, and so must `platform`, which says what headers a preview
  // shows.
  AnswerService(const answering::AnswerEngine* engine, const upstream::Platform* platform,
                AnswerServiceOptions options)
      : engine_(*engine), platform_(*platform), options_(std::move(options)) {}

  // From now on refuses every call with UNAVAILABLE, reason DRAINING; returns when none is left
  // running, or after `timeout`. Thread-safe.
  void Drain(absl::Duration timeout);

  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer* request,
                                   grpc::ByteBuffer* response) override;
  grpc::ServerUnaryReactor* PreviewAnswer(grpc::CallbackServerContext* context,
                                          const grpc::ByteBuffer* request,
                                          grpc::ByteBuffer* response) override;

 private:
  class AnswerReactor;

  // Counts a call in; each, admitted or not, is counted out by EndCall.
  absl::Status Admit();
  void EndCall();
  // The headers for upstream among the caller's metadata.
  std::vector<std::pair<std::string, std::string>> ForwardedHeaders(
      const grpc::CallbackServerContext& context) const;

  const answering::AnswerEngine& engine_;
  const upstream::Platform& platform_;
  const AnswerServiceOptions options_;
  ArenaPool arenas_;

  std::atomic<int> calls_in_flight_{0};
  std::atomic<bool> draining_{false};
  std::mutex idle_mutex_;
  std::condition_variable idle_;  // while draining: no call is in flight
};

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_ANSWER_SERVICE_H_
