// SPDX-License-Identifier: Apache-2.0
// The gRPC interface of the answer engine.
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
#include "service/rpc/call_context.h"

namespace footnote::rpc {

struct AnswerServiceOptions {
  // The keys of the caller's metadata that are forwarded as headers, in lower case.
  std::vector<std::string> forwarded_metadata;
  AdmissionLimits limits;
};

// Implements footnote.v1.AnswerService with gRPC's callback API: no thread waits for a call.
//
// The methods receive and return bytes instead of messages. The error of a request that cannot be
// parsed can therefore name the field, while generated code only reports that parsing failed, and
// messages live on an arena of the call.
class AnswerService final : public v1::AnswerService::WithRawCallbackMethod_Answer<
                                v1::AnswerService::WithRawCallbackMethod_StreamAnswer<
                                    v1::AnswerService::WithRawCallbackMethod_ResolveAnswer<
                                        v1::AnswerService::WithRawCallbackMethod_PreviewAnswer<
                                            v1::AnswerService::Service>>>> {
 public:
  // `engine` must outlive the service.
  AnswerService(const answering::AnswerEngine* engine, AnswerServiceOptions options);

  // See Admission. Thread-safe.
  void SetMemoryPressure(bool is_high) { admission_.SetMemoryPressure(is_high); }
  int EndUnread() { return admission_.EndUnread(); }
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
  CallContext ContextOf(grpc::CallbackServerContext* context) const;
  answering::AnswerContext AnswerContextOf(const grpc::CallbackServerContext& context) const;

  const answering::AnswerEngine& engine_;
  const AnswerServiceOptions options_;
  Admission admission_;
  ArenaPool arenas_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ANSWER_SERVICE_H_
