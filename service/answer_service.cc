#include "service/answer_service.h"

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/proto_buffer_writer.h>

#include <functional>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "service/answering/preview.h"
#include "service/answering/request_builder.h"
#include "service/grpc_status.h"
#include "service/handover.h"
#include "service/rich_status.h"
#include "service/wire_fault.h"

namespace footnote {
namespace {

// When a caller that was refused may well find room, here or at another server.
constexpr absl::Duration kRefusalDelay = absl::Seconds(1);

absl::Status Parse(const grpc::ByteBuffer& bytes, google::protobuf::Message* message) {
  // The reader takes a pointer to non-const and changes nothing.
  auto* buffer = const_cast<grpc::ByteBuffer*>(&bytes);
  {
    grpc::ProtoBufferReader reader(buffer);
    if (reader.status().ok() && message->ParseFromZeroCopyStream(&reader)) {
      return absl::OkStatus();
    }
  }
  std::string flat;
  grpc::Slice slice;
  if (bytes.DumpToSingleSlice(&slice).ok()) {
    flat.assign(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return InvalidRequest(FindWireFaults(*message->GetDescriptor(), flat));
}

grpc::Status Serialize(const google::protobuf::Message& message, grpc::ByteBuffer* out) {
  bool own_buffer;
  return grpc::GenericSerialize<grpc::ProtoBufferWriter, google::protobuf::Message>(message, out,
                                                                                    &own_buffer);
}

absl::Status Overloaded(int limit) {
  absl::Status status =
      ErrorWithInfo(absl::StatusCode::kResourceExhausted, "OVERLOADED",
                    absl::StrCat("the server has ", limit, " calls in flight, its limit"),
                    {{"limit", absl::StrCat(limit)}});
  AddRetryInfo(kRefusalDelay, &status);
  return status;
}

absl::Status Draining() {
  absl::Status status = ErrorWithInfo(absl::StatusCode::kUnavailable, "DRAINING",
                                      "the server is shutting down; another one may answer");
  AddRetryInfo(kRefusalDelay, &status);
  return status;
}

}  // namespace

// One Answer call. Lives from the call's arrival until gRPC is done with it.
class AnswerService::AnswerReactor final : public grpc::ServerUnaryReactor {
 public:
  AnswerReactor(AnswerService* service, grpc::ByteBuffer* response)
      : service_(*service),
        request_arena_(&service->arenas_),
        answer_arena_(std::in_place, &service->arenas_),
        response_(*response),
        call_(&service->engine_) {}

  void Start(const grpc::CallbackServerContext& context, const grpc::ByteBuffer& request_bytes) {
    const int limit = service_.options_.max_calls_in_flight;
    if (++service_.calls_in_flight_ > limit) return End(Overloaded(limit));
    if (service_.draining_) return End(Draining());
    auto* request = request_arena_.Create<v1::AnswerRequest>();
    if (absl::Status status = Parse(request_bytes, request); !status.ok()) {
      return End(status);
    }
    answer_ = answer_arena_->Create<v1::AnswerResponse>();
    call_.Start(*request,
                {absl::FromChrono(context.deadline()), service_.ForwardedHeaders(context)},
                answer_->mutable_answer(), [this](const absl::Status& status) { End(status); });
  }

  // OnCancel and OnDone neither block nor take long, so gRPC may run them where it stands.
  // Otherwise it passes each to a thread of its executor, a switch of threads for every call.
  bool InternalInlineable() override { return true; }

  void OnCancel() override { call_.Cancel(); }

  void OnDone() override {
    TakeOver(this);
    AnswerService& service = service_;
    delete this;
    service.EndCall();
  }

 private:
  void End(const absl::Status& status) {
    const grpc::Status said = status.ok() ? Serialize(*answer_, &response_) : ToGrpcStatus(status);
    // On the thread that filled it: elsewhere its strings would be freed against the grain of
    // malloc's per-thread arenas, which then contend for their locks.
    answer_arena_.reset();
    HandOver(this);
    Finish(said);
  }

  AnswerService& service_;
  PooledArena request_arena_;
  std::optional<PooledArena> answer_arena_;
  grpc::ByteBuffer& response_;
  v1::AnswerResponse* answer_ = nullptr;
  answering::AnswerCall call_;
};

void AnswerService::EndCall() {
  if (--calls_in_flight_ > 0 || !draining_) return;
  const std::lock_guard<std::mutex> lock(idle_mutex_);
  idle_.notify_all();
}

void AnswerService::Drain(absl::Duration timeout) {
  draining_ = true;
  std::unique_lock<std::mutex> lock(idle_mutex_);
  idle_.wait_for(lock, absl::ToChronoMilliseconds(timeout),
                 [this] { return calls_in_flight_ == 0; });
}

grpc::ServerUnaryReactor* AnswerService::Answer(grpc::CallbackServerContext* context,
                                                const grpc::ByteBuffer* request,
                                                grpc::ByteBuffer* response) {
  auto* reactor = new AnswerReactor(this, response);
  reactor->Start(*context, *request);
  return reactor;
}

grpc::ServerUnaryReactor* AnswerService::PreviewAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request_bytes,
                                                       grpc::ByteBuffer* response_bytes) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto preview = [&]() -> grpc::Status {
    PooledArena arena(&arenas_);
    auto* request = arena.Create<v1::PreviewAnswerRequest>();
    if (absl::Status status = Parse(*request_bytes, request); !status.ok()) {
      return ToGrpcStatus(status);
    }
    absl::StatusOr<answering::BuiltRequest> built =
        answering::BuildRequest(request->request(), engine_.defaults());
    if (!built.ok()) return ToGrpcStatus(built.status());
    auto* response = arena.Create<v1::PreviewAnswerResponse>();
    answering::DescribeRequest(*std::move(built), response);
    auto& headers = *response->mutable_upstream_headers();
    for (const auto& [name, value] : options_.upstream_headers) headers[name] = value;
    for (const auto& [name, value] : ForwardedHeaders(*context)) headers[name] = value;
    return Serialize(*response, response_bytes);
  };
  reactor->Finish(preview());
  return reactor;
}

std::vector<std::pair<std::string, std::string>> AnswerService::ForwardedHeaders(
    const grpc::CallbackServerContext& context) const {
  std::vector<std::pair<std::string, std::string>> headers;
  for (const std::string& key : options_.forwarded_metadata) {
    const auto [begin, end] = context.client_metadata().equal_range(key);
    for (auto entry = begin; entry != end; ++entry) {
      headers.emplace_back(key, std::string(entry->second.data(), entry->second.size()));
    }
  }
  return headers;
}

}  // namespace footnote
