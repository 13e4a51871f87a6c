#include "service/rpc/answer_service.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "service/answering/building/preview/preview.h"
#include "service/answering/resolve_call.h"
#include "service/rpc/answer_reactor.h"
#include "service/rpc/grpc_status.h"
#include "service/rpc/stream_reactor.h"
#include "service/rpc/wire_message.h"

namespace footnote::rpc {

AnswerService::AnswerService(const answering::AnswerEngine* engine,
                             const upstream::Platform* platform, AnswerServiceOptions options)
    : engine_(*engine),
      platform_(*platform),
      options_(std::move(options)),
      admission_(options_.max_calls_in_flight) {}

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
  return AnswerAtOnce<v1::ResolveAnswerRequest, v1::ResolveAnswerResponse>(
      context, *request, response,
      [this](v1::ResolveAnswerRequest* in, v1::ResolveAnswerResponse* out) {
        return answering::ResolveAnswer(in, engine_.defaults(), out->mutable_answer());
      });
}

grpc::ServerUnaryReactor* AnswerService::PreviewAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request,
                                                       grpc::ByteBuffer* response) {
  return AnswerAtOnce<v1::PreviewAnswerRequest, v1::PreviewAnswerResponse>(
      context, *request, response,
      [this, context](v1::PreviewAnswerRequest* in,
                      v1::PreviewAnswerResponse* out) -> absl::Status {
        absl::Status status = answering::building::PreviewRequest(*in, engine_.defaults(), out);
        if (!status.ok()) return status;
        for (auto& [name, value] : platform_.PublicHeaders(ContextOf(*context).headers)) {
          v1::PreviewedHeader* header = out->add_upstream_headers();
          header->set_name(std::move(name));
          header->set_value(std::move(value));
        }
        return absl::OkStatus();
      });
}

template <typename Request, typename Response, typename Handle>
grpc::ServerUnaryReactor* AnswerService::AnswerAtOnce(grpc::CallbackServerContext* context,
                                                      const grpc::ByteBuffer& request,
                                                      grpc::ByteBuffer* response, Handle handle) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  absl::Status status = admission_.Enter(nullptr);
  const bool is_admitted = status.ok();
  grpc::Status grpc_status;
  if (is_admitted) {
    PooledArena arena(&arenas_);
    auto* in = arena.Create<Request>();
    auto* out = arena.Create<Response>();
    status = ParseMessage(request, in);
    if (status.ok()) status = handle(in, out);
    if (status.ok()) grpc_status = SerializeMessage(*out, response);
  }
  reactor->Finish(status.ok() ? grpc_status : ToGrpcStatus(status));
  if (is_admitted) admission_.Leave();
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
