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
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/answering/preview.h"
#include "service/answering/request_builder.h"
#include "service/answering/violations.h"
#include "service/grpc_status.h"
#include "service/handover.h"
#include "service/log.h"
#include "service/rich_status.h"
#include "service/wire_fault.h"

namespace footnote {
namespace {

// When a caller that was refused may well find room, here or at another server.
constexpr absl::Duration kRefusalDelay = absl::Seconds(1);

// Messages and repeated strings in one request: hits, blocks, turns, citations and their like. A
// request this rich has long ceased to help a model, and each costs some hundred bytes in memory.
constexpr size_t kMaxElements = 200000;
// Below this a request cannot have so many that they would matter.
constexpr size_t kBytesWorthCounting = 256 << 10;

absl::Status TooManyElements() {
  return ErrorWithInfo(
      absl::StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE",
      absl::StrCat("the request has more than ", kMaxElements, " hits, blocks, turns and the like"),
      {{"max_elements", absl::StrCat(kMaxElements)}});
}

absl::string_view View(const grpc::Slice& slice) {
  return {reinterpret_cast<const char*>(slice.begin()), slice.size()};
}

// Parses what the caller sent, and lets go of the bytes: gRPC would keep them until the call ends.
absl::Status Parse(const grpc::ByteBuffer& bytes, google::protobuf::Message* message) {
  // gRPC's own object, const only to keep handlers from changing each other's view of it.
  auto* buffer = const_cast<grpc::ByteBuffer*>(&bytes);
  if (bytes.Length() > kBytesWorthCounting) {
    grpc::Slice slice;
    if (!bytes.DumpToSingleSlice(&slice).ok() ||
        HasMoreElementsThan(kMaxElements, *message->GetDescriptor(), View(slice))) {
      return TooManyElements();
    }
  }
  bool parsed;
  {
    grpc::ProtoBufferReader reader(buffer);
    parsed = reader.status().ok() && message->ParseFromZeroCopyStream(&reader);
  }
  absl::Status status;
  if (!parsed) {
    grpc::Slice slice;
    bytes.DumpToSingleSlice(&slice).IgnoreError();
    const WireFaults faults = FindWireFaults(*message->GetDescriptor(), View(slice));
    status = InvalidRequest(faults.kept, faults.total);
  }
  buffer->Clear();
  return status;
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

// Whether a failed call is for whoever runs the server to know of, and not the caller's own doing.
bool IsOperatorsBusiness(const absl::Status& status, absl::string_view reason) {
  return status.code() == absl::StatusCode::kInternal ||
         (absl::StartsWith(reason, "UPSTREAM_") &&
          status.code() != absl::StatusCode::kInvalidArgument);
}

void LogFailure(const absl::Status& status) {
  const std::string reason = ErrorReason(status);
  if (!IsOperatorsBusiness(status, reason)) return;
  LogError("answer_failed",
           {{"code", absl::StatusCodeToString(status.code())}, {"reason", reason}});
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
    if (absl::Status status = service_.Admit(); !status.ok()) return End(status);
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

  void OnCancel() override {
    TakeOver(this);
    call_.Cancel();
  }

  void OnDone() override {
    TakeOver(this);
    AnswerService& service = service_;
    delete this;
    service.EndCall();
  }

 private:
  void End(const absl::Status& status) {
    if (!status.ok()) LogFailure(status);
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

absl::Status AnswerService::Admit() {
  const int limit = options_.max_calls_in_flight;
  if (++calls_in_flight_ > limit) return Overloaded(limit);
  if (draining_) return Draining();
  return absl::OkStatus();
}

void AnswerService::EndCall() {
  HandOver(this);
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
  TakeOver(this);
  auto* reactor = new AnswerReactor(this, response);
  HandOver(reactor);
  reactor->Start(*context, *request);
  return reactor;
}

grpc::ServerUnaryReactor* AnswerService::PreviewAnswer(grpc::CallbackServerContext* context,
                                                       const grpc::ByteBuffer* request_bytes,
                                                       grpc::ByteBuffer* response_bytes) {
  TakeOver(this);
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto preview = [&]() -> grpc::Status {
    if (absl::Status status = Admit(); !status.ok()) return ToGrpcStatus(status);
    PooledArena arena(&arenas_);
    auto* request = arena.Create<v1::PreviewAnswerRequest>();
    if (absl::Status status = Parse(*request_bytes, request); !status.ok()) {
      return ToGrpcStatus(status);
    }
    const answering::FieldPath root;
    absl::StatusOr<answering::BuiltRequest> built =
        answering::BuildRequest(request->request(), engine_.defaults(), root.Field("request"));
    if (!built.ok()) return ToGrpcStatus(built.status());
    auto* response = arena.Create<v1::PreviewAnswerResponse>();
    answering::DescribeRequest(*std::move(built), response);
    for (auto& [name, value] : platform_.PublicHeaders(ForwardedHeaders(*context))) {
      v1::PreviewedHeader* header = response->add_upstream_headers();
      header->set_name(std::move(name));
      header->set_value(std::move(value));
    }
    return Serialize(*response, response_bytes);
  };
  reactor->Finish(preview());
  EndCall();
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
