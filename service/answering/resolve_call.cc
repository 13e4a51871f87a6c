// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolve_call.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/error_reason.pb.h"
#include "google/rpc/error_details.pb.h"
#include "service/answering/answer_terms.h"
#include "service/answering/message_stream.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_reader.h"
#include "service/status/rich_status.h"

namespace footnote::answering {
namespace {

// The size of the parts in which a stream is read: large enough to be fast, small enough to need
// little memory for the events.
constexpr size_t kPartBytes = 64 << 10;

absl::Status NotAMessage(const char* field, absl::string_view cause) {
  return status::InvalidRequest(
      {{field, v1::INVALID_MESSAGE, absl::StrCat("is not a message of the API: ", cause)}});
}

// Returns the error of a message for which MessageStream has returned `error`.
absl::Status OfMessage(const char* field, const absl::Status& error) {
  const bool is_too_large =
      status::ErrorReason(error) == v1::ErrorReason_Name(v1::ANSWER_TOO_LARGE);
  return is_too_large ? error : NotAMessage(field, error.message());
}

// Returns the error of a request without a message, with the violations of `request_status`, the
// status of the other fields.
absl::Status MissingMessage(const absl::Status& request_status) {
  std::vector<status::Violation> violations = {
      {"message_json", v1::REQUIRED, "must be set, unless `message_events` is set"}};
  size_t total = 0;
  if (!absl::SimpleAtoi(status::ErrorMetadata(request_status, "violations"), &total)) total = 0;
  google::rpc::BadRequest listed;
  if (const auto payload = request_status.GetPayload(status::kBadRequestTypeUrl)) {
    listed.ParseFromString(std::string(*payload));
  }
  for (const auto& violation : listed.field_violations()) {
    v1::ViolationReason reason = v1::VIOLATION_REASON_UNSPECIFIED;
    v1::ViolationReason_Parse(violation.reason(), &reason);
    violations.push_back({violation.field(), reason, violation.description()});
  }
  return status::InvalidRequest(violations, total + 1);
}

absl::Status ResolveJson(std::string json, const SourceIndex& sources,
                         const resolving::ResponseOptions& options, v1::Answer* answer) {
  absl::StatusOr<messages::Message> message = messages::ParseMessage(std::move(json));
  if (!message.ok()) return NotAMessage("message_json", message.status().message());
  return resolving::ResolveMessage(*std::move(message), sources, options, answer);
}

absl::Status ResolveEvents(absl::string_view bytes, const SourceIndex& sources,
                           const resolving::ResponseOptions& options, v1::Answer* answer) {
  constexpr char kField[] = "message_events";
  messages::StreamReader reader;
  MessageStream stream(sources, options, answer);
  std::vector<messages::StreamEvent> events;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kPartBytes))) {
    const absl::Status status = reader.Read(bytes.substr(0, kPartBytes), &events);
    if (!status.ok()) return NotAMessage(kField, status.message());
    for (messages::StreamEvent& event : events) {
      if (const auto* error = std::get_if<messages::ErrorEvent>(&event)) {
        return NotAMessage(kField,
                           absl::StrCat("it ends with an error of type ",
                                        error->error.type.empty() ? "unknown" : error->error.type));
      }
      const absl::Status added = stream.Add(std::move(event), nullptr);
      if (!added.ok()) return OfMessage(kField, added);
    }
    events.clear();
  }
  const messages::StreamReader::End end = reader.AtEnd();
  if (end != messages::StreamReader::End::kComplete &&
      end != messages::StreamReader::End::kTruncated) {
    return NotAMessage(
        kField, reader.began() ? "it ends before a stop reason" : "it does not contain any event");
  }
  const absl::Status finished =
      stream.Finish(end == messages::StreamReader::End::kTruncated, nullptr);
  return finished.ok() ? absl::OkStatus() : OfMessage(kField, finished);
}

}  // namespace

absl::Status ResolveAnswer(v1::ResolveAnswerRequest* request,
                           const building::RequestDefaults& defaults,
                           const resolving::AnswerLimits& limits, v1::Answer* answer,
                           ByteCounter* held_bytes) {
  const absl::StatusOr<building::IndexedRequest> indexed = building::IndexRequest(
      request->request(), defaults, building::RequestPurpose::kResolve, "request");
  if (request->message_case() == v1::ResolveAnswerRequest::MESSAGE_NOT_SET) {
    return MissingMessage(indexed.status());
  }
  if (!indexed.ok()) return indexed.status();
  HeldBytes held_sources;
  held_sources.Start(held_bytes);
  held_sources.Set(indexed->sources.held_bytes());
  HeldBytes held_answer;
  held_answer.Start(held_bytes);
  AnswerTerms terms = AnswerTermsFrom(request->request(), limits);
  terms.response.held = &held_answer;
  const absl::Status status =
      request->has_message_json()
          ? ResolveJson(std::move(*request->mutable_message_json()), indexed->sources,
                        terms.response, answer)
          : ResolveEvents(request->message_events(), indexed->sources, terms.response, answer);
  if (!status.ok()) return status;
  return resolving::CheckAcceptance(terms.acceptance, *answer);
}

}  // namespace footnote::answering
