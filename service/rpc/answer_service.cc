// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/answer_service.h"

#include <string>
#include <utility>

#include "absl/time/time.h"
#include "service/rpc/answer_reactor.h"
#include "service/rpc/immediate_reactor.h"
#include "service/rpc/peer_key.h"
#include "service/rpc/stream_reactor.h"

namespace footnote::rpc {

AnswerService::AnswerService(const answering::AnswerEngine* engine, AnswerServiceOptions options)
    : engine_(*engine), options_(std::move(options)), admission_(options_.limits) {}

grpc::ServerUnaryReactor* AnswerService::Answer(grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer* request,
                                                grpc::ByteBuffer* response) {
  auto* reactor = new AnswerReactor(&engine_, &admission_, &arenas_, response);
  reactor->Start(*request, ContextOf(context));
  return reactor;
}

grpc::ServerWriteReactor<grpc::ByteBuffer>* AnswerService::StreamAnswer(
    grpc::CallbackServerContext* context, const grpc::ByteBuffer* request) {
  auto* reactor = new StreamReactor(&engine_, &admission_, &arenas_);
  reactor->Start(*request, ContextOf(context));
  return reactor;
}

grpc::ServerUnaryReactor* AnswerService::ResolveAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  auto* reactor = new ImmediateReactor(&admission_, &arenas_);
  reactor->Start<v1::ResolveAnswerRequest, v1::ResolveAnswerResponse>(
      ContextOf(context), *request, response,
      [this](v1::ResolveAnswerRequest* in, v1::ResolveAnswerResponse* out,
             answering::ByteCounter* held_bytes) {
        return engine_.Resolve(in, out->mutable_answer(), held_bytes);
      });
  return reactor;
}

grpc::ServerUnaryReactor* AnswerService::PreviewAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  CallContext call = ContextOf(context);
  auto* reactor = new ImmediateReactor(&admission_, &arenas_);
  reactor->Start<v1::PreviewAnswerRequest, v1::PreviewAnswerResponse>(
      call, *request, response,
      [this, &call](v1::PreviewAnswerRequest* in, v1::PreviewAnswerResponse* out,
                    answering::ByteCounter* held_bytes) {
        call.answer.held_bytes = held_bytes;
        return engine_.Preview(*in, std::move(call.answer), out);
      });
  return reactor;
}

CallContext AnswerService::ContextOf(grpc::CallbackServerContext* context) const {
  return {context->c_call(), PeerKey(context->peer()), AnswerContextOf(*context)};
}

answering::AnswerContext AnswerService::AnswerContextOf(
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
