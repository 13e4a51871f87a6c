// SPDX-License-Identifier: Apache-2.0
#include "service/answering/answer_engine.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "service/answering/building/preview/preview.h"
#include "service/answering/forwarded_headers.h"
#include "service/answering/resolve_call.h"
#include "service/out_of_memory.h"
#include "service/status/errors.h"

namespace footnote::answering {

void AnswerEngine::Answer(const v1::AnswerRequest& request, AnswerContext context,
                          v1::Answer* answer, AnswerCall* call, AnswerCall::Done done) const {
  call->answer_ = answer;
  call->done_ = std::move(done);
  absl::Status status =
      Start(request, "", building::RequestPurpose::kAnswer, std::move(context), call);
  if (status.ok()) return;
  // `done` may destroy the call.
  const AnswerCall::Done failed = std::move(call->done_);
  failed(std::move(status));
}

void AnswerEngine::Stream(const v1::StreamAnswerRequest& request, AnswerContext context,
                          v1::StreamAnswerResponse* last, AnswerStream* stream,
                          AnswerStream::Listener* listener) const {
  stream->last_ = last;
  stream->listener_ = listener;
  absl::Status status = Start(request.request(), "request", building::RequestPurpose::kStream,
                              std::move(context), stream);
  if (!status.ok()) listener->OnEnd(std::move(status));
}

absl::Status AnswerEngine::Resolve(v1::ResolveAnswerRequest* request, v1::Answer* answer,
                                   ByteCounter* held_bytes) const {
  const std::string request_id = request->request().request_id();
  const OutOfMemoryScope scope("request_id", request_id);
  return ResolveAnswer(request, defaults_, limits_, answer, held_bytes);
}

absl::Status AnswerEngine::Preview(const v1::PreviewAnswerRequest& request, AnswerContext context,
                                   v1::PreviewAnswerResponse* preview) const {
  absl::Status status = CheckForwardedHeaders(context.headers);
  if (!status.ok()) return status;
  const OutOfMemoryScope scope("request_id", request.request().request_id());
  status = building::PreviewRequest(request, defaults_, preview);
  if (!status.ok()) return status;
  const std::string& route = request.request().model_options().route();
  for (auto& [name, value] : routes_.PublicHeaders(route, std::move(context.headers))) {
    v1::PreviewedHeader* header = preview->add_upstream_headers();
    header->set_name(std::move(name));
    header->set_value(std::move(value));
  }
  return absl::OkStatus();
}

absl::Status AnswerEngine::Start(const v1::AnswerRequest& request, const char* root_name,
                                 building::RequestPurpose purpose, AnswerContext context,
                                 PendingAnswer* answer) const {
  if (absl::Status status = CheckForwardedHeaders(context.headers); !status.ok()) return status;
  const OutOfMemoryScope scope("request_id", request.request_id());
  absl::StatusOr<building::IndexedRequest> indexed =
      building::IndexRequest(request, defaults_, purpose, root_name);
  if (!indexed.ok()) return indexed.status();
  if (answer->upstream_.cancelled()) return status::Cancelled();
  absl::StatusOr<building::SerializedRequest> serialized =
      building::SerializeRequest(*std::move(indexed));
  if (!serialized.ok()) return serialized.status();

  answer->terms_ = AnswerTermsFrom(request, limits_);
  answer->sources_ = std::move(serialized->sources);
  answer->sources_.Detach();
  answer->routes_ = &routes_;
  answer->CountBytes(context.held_bytes, serialized->json.size());
  answer->OnStart();

  upstream::MessagesCall call;
  call.json = std::make_shared<const std::string>(std::move(serialized->json));
  call.model = std::move(serialized->model);
  call.route = request.model_options().route();
  call.stream = purpose == building::RequestPurpose::kStream;
  call.headers = std::move(context.headers);
  call.deadline = context.deadline;
  call.retry = std::move(serialized->retry);
  answer->upstream_.Send(std::move(call), &transport_, answer);
  return absl::OkStatus();
}

}  // namespace footnote::answering
