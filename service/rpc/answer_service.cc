// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/answer_service.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "service/rpc/answer_reactor.h"
#include "service/rpc/grpc_status.h"
#include "service/rpc/request_id.h"
#include "service/rpc/stream_reactor.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {

AnswerService::AnswerService(const answering::AnswerEngine* engine, AnswerServiceOptions options)
    : engine_(*engine), options_(std::move(options)), admission_(options_.max_calls_in_flight) {}

grpc::ServerUnaryReactor* AnswerService::Answer(grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer* request,
                                                grpc::ByteBuffer* response) {
  auto* reactor = new AnswerReactor(&engine_, &admission_, &arenas_, response);
  reactor->Start(*request, ContextOf(*context));
  return reactor;
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* AnswerService::StreamAnswer(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) {
  auto* reactor = new StreamReactor(&engine_, &admission_, &arenas_);
  reactor->Start(*request, ContextOf(*context));
  return reactor;
}

grpc::ServerUnaryReactor* AnswerService::ResolveAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  return HandleNow<v1::ResolveAnswerRequest, v1::ResolveAnswerResponse>(
      context, *request, response,
      [this](v1::ResolveAnswerRequest* in, v1::ResolveAnswerResponse* out) {
        return engine_.Resolve(in, out->mutable_answer());
      });
}

grpc::ServerUnaryReactor* AnswerService::PreviewAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  return HandleNow<v1::PreviewAnswerRequest, v1::PreviewAnswerResponse>(
      context, *request, response,
      [this, context](v1::PreviewAnswerRequest* in, v1::PreviewAnswerResponse* out) {
        return engine_.Preview(*in, ContextOf(*context), out);
      });
}

template <typename Request, typename Response, typename Handle>
grpc::ServerUnaryReactor* AnswerService::HandleNow(grpc::CallbackServerContext* context,
                                                   const grpc::ByteBuffer& request,
                                                   grpc::ByteBuffer* response, Handle handle) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  absl::Status status = admission_.Enter(nullptr);
  if (!status.ok()) {
    reactor->Finish(ResultStatus(status, FindRequestId(*Request::descriptor(), request)));
    return reactor;
  }
  grpc::Status grpc_status;
  {
    PooledArena arena(&arenas_);
    auto* in = arena.Create<Request>();
    auto* out = arena.Create<Response>();
    status = ParseMessage(request, in);
    std::string request_id;
    if (status.ok()) {
      request_id = ValidRequestId(in->request().request_id());
      status = handle(in, out);
    }
    grpc_status = status.ok() ? SerializeMessage(*out, response) : ResultStatus(status, request_id);
  }
  reactor->Finish(grpc_status);
  admission_.Leave();
  return reactor;
}

answering::AnswerContext AnswerService::ContextOf(
    const grpc::CallbackServerContext& context) const {
  answering::AnswerContext result;
  result.deadline = absl::FromChrono(context.deadline());
  for (const std::string& key : options_.forwarded_metadata) {
    const auto [begin, end] = context.client_metadata().equal_range(key);
    for (auto entry = begin; entry != end; ++entry) {
      result.headers.emplace_back(key, std::string(entry->second.data(), entry->second.size()));
    }
  }
  return result;
}

}  // namespace footnote::rpc
