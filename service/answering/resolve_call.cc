#include "service/answering/resolve_call.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/answering/message_stream.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_reader.h"
#include "service/status/rich_status.h"

namespace footnote::answering {
namespace {

// Events that are read at once: enough to be quick, few enough to need little memory.
constexpr size_t kPieceBytes = 64 << 10;

absl::Status NoMessage(const char* field, absl::string_view why) {
  return status::InvalidRequest({{field, absl::StrCat("is no message of the API: ", why)}});
}

absl::Status ResolveJson(std::string json, const SourceIndex& sources, v1::Answer* answer) {
  absl::StatusOr<messages::Message> message = messages::ParseMessage(std::move(json));
  if (!message.ok()) return NoMessage("message_json", message.status().message());
  resolving::ResolveMessage(*std::move(message), sources, answer);
  return absl::OkStatus();
}

absl::Status ResolveEvents(absl::string_view bytes, const SourceIndex& sources,
                           v1::Answer* answer) {
  constexpr char kField[] = "message_events";
  messages::StreamReader reader;
  MessageStream stream(sources, answer);
  std::vector<messages::StreamEvent> events;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPieceBytes))) {
    const absl::Status status = reader.Read(bytes.substr(0, kPieceBytes), &events);
    if (!status.ok()) return NoMessage(kField, status.message());
    for (messages::StreamEvent& event : events) {
      if (const auto* error = std::get_if<messages::ErrorEvent>(&event)) {
        return NoMessage(kField,
                         absl::StrCat("it ends in an error of type ",
                                      error->error.type.empty() ? "unknown" : error->error.type));
      }
      const absl::Status added = stream.Add(std::move(event), nullptr);
      if (!added.ok()) return NoMessage(kField, added.message());
    }
    events.clear();
  }
  const messages::StreamReader::End end = reader.AtEnd();
  if (end != messages::StreamReader::End::kWhole &&
      end != messages::StreamReader::End::kTruncated) {
    return NoMessage(kField,
                     reader.began() ? "it ends before a stop reason" : "there is no event in it");
  }
  const absl::Status finished =
      stream.Finish(end == messages::StreamReader::End::kTruncated, nullptr);
  return finished.ok() ? absl::OkStatus() : NoMessage(kField, finished.message());
}

}  // namespace

absl::Status ResolveAnswer(v1::ResolveAnswerRequest* request,
                           const building::RequestDefaults& defaults, v1::Answer* answer) {
  const building::FieldPath root;
  absl::StatusOr<building::BuiltRequest> built = building::BuildRequest(
      request->request(), defaults, building::RequestPurpose::kResolve, root.Field("request"));
  if (!built.ok()) return built.status();
  absl::Status status;
  switch (request->message_case()) {
    case v1::ResolveAnswerRequest::kMessageJson:
      status = ResolveJson(std::move(*request->mutable_message_json()), built->sources, answer);
      break;
    case v1::ResolveAnswerRequest::kMessageEvents:
      status = ResolveEvents(request->message_events(), built->sources, answer);
      break;
    case v1::ResolveAnswerRequest::MESSAGE_NOT_SET:
      status = status::InvalidRequest({{"message_json", "is needed, or `message_events`"}});
      break;
  }
  if (status.ok())
    status = resolving::CheckAcceptance(
        resolving::AcceptancePolicyFrom(request->request().citations()), *answer);
  return status;
}

}  // namespace footnote::answering
