#include "service/upstream/upstream_error.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/messages/request.h"
#include "service/rich_status.h"

namespace footnote::upstream {
namespace {

using absl::StatusCode;
using Metadata = std::vector<std::pair<std::string, std::string>>;

constexpr absl::string_view kProtocolReason = "UPSTREAM_PROTOCOL";

struct Row {
  int http_status;
  StatusCode code;
  absl::string_view reason;
  absl::string_view message;  // the API's own words follow, if there are any
};

constexpr Row kStatusTable[] = {
    {400, StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST",
     "the Messages API refused the request"},
    {401, StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED",
     "the Messages API rejected this server's credentials"},
    {402, StatusCode::kFailedPrecondition, "UPSTREAM_BILLING",
     "the Messages API account of this server cannot pay"},
    {403, StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED",
     "the Messages API rejected this server's credentials"},
    {404, StatusCode::kNotFound, "UPSTREAM_NOT_FOUND", "the Messages API found no such thing"},
    {408, StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE", "the Messages API is unavailable"},
    {409, StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE", "the Messages API is unavailable"},
    {413, StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE",
     "the request is too large for the Messages API"},
    {425, StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE", "the Messages API is unavailable"},
    {429, StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED",
     "the Messages API's rate limit is reached"},
    {504, StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", "the Messages API timed out"},
    {529, StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", "the Messages API is overloaded"},
};
constexpr Row kAnyOther5xx = {0, StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE",
                              "the Messages API is unavailable"};
// Whatever else is neither a message nor an error that the API is known to give.
constexpr Row kUnexpected = {0, StatusCode::kInternal, kProtocolReason,
                             "what answered is not the Messages API"};

const Row& RowFor(int http_status) {
  const auto* row = std::find_if(std::begin(kStatusTable), std::end(kStatusTable),
                                 [&](const Row& r) { return r.http_status == http_status; });
  if (row != std::end(kStatusTable)) return *row;
  return http_status >= 500 && http_status <= 599 ? kAnyOther5xx : kUnexpected;
}

// Whether the account's money is the matter, whatever the status says.
bool IsBilling(const ErrorResponse& response) {
  if (!response.api_error.has_value()) return false;
  const messages::ApiError& error = *response.api_error;
  return error.error_code == "enforced_spend_limit_reached" ||
         error.error_code == "contract_spend_limit_reached" || error.type == "billing_error" ||
         (response.http_status == 400 &&
          (absl::StartsWith(error.message, "Your credit balance is too low") ||
           absl::StartsWith(error.message, "You have reached your specified API usage limits")));
}

const Row& RowFor(const ErrorResponse& response) {
  if (IsBilling(response)) return RowFor(402);
  const Row& row = RowFor(response.http_status);
  const bool is_4xx = response.http_status >= 400 && response.http_status <= 499;
  // The API reserves the right to use this type with other 4xx statuses.
  if (&row == &kUnexpected && is_4xx && response.api_error.has_value() &&
      response.api_error->type == "invalid_request_error") {
    return RowFor(400);
  }
  return row;
}

// The start of a body, for a log reader's eyes; empty if it could be a page or hold an answer.
std::string BodyStart(absl::string_view body) {
  constexpr size_t kMaxBytes = 80;
  body = absl::StripLeadingAsciiWhitespace(body);
  if (absl::StartsWith(body, "\xEF\xBB\xBF")) body.remove_prefix(3);
  body = absl::StripLeadingAsciiWhitespace(body);
  if (body.empty() || absl::StrContains("<{[\"", body.front())) return "";
  std::string start(body.substr(0, kMaxBytes));
  for (char& c : start) {
    if (!absl::ascii_isprint(static_cast<unsigned char>(c))) c = '.';
  }
  return start;
}

void AddUnlessEmpty(absl::string_view key, std::string value, Metadata* metadata) {
  if (!value.empty()) metadata->emplace_back(key, std::move(value));
}

// Who cannot be read as the API: shown by its outside.
void AddForeignBody(const std::string& content_type, absl::string_view body, Metadata* metadata) {
  AddUnlessEmpty("content_type", content_type, metadata);
  if (!absl::StrContains(absl::AsciiStrToLower(content_type), "html")) {
    AddUnlessEmpty("body_start", BodyStart(body), metadata);
  }
}

}  // namespace

absl::Status ErrorFromResponse(const ErrorResponse& response) {
  const Row& row = RowFor(response);
  std::string message = absl::StrCat(row.message, " (HTTP status ", response.http_status, ")");
  Metadata metadata = {{"http_status", absl::StrCat(response.http_status)}};
  std::string request_id = response.request_id;
  if (response.api_error.has_value()) {
    const messages::ApiError& error = *response.api_error;
    metadata.emplace_back("type", error.type.empty() ? "unknown" : error.type);
    // What is said of credentials may repeat them, and is not the caller's business.
    if (row.code != StatusCode::kFailedPrecondition && !error.message.empty()) {
      absl::StrAppend(&message, ": ", error.message);
      metadata.emplace_back("message", error.message);
    }
    AddUnlessEmpty("error_code", error.error_code, &metadata);
    if (request_id.empty()) request_id = error.request_id;
  } else {
    metadata.emplace_back("type", "unknown");
    AddForeignBody(response.content_type, response.body, &metadata);
  }
  AddUnlessEmpty("request_id", std::move(request_id), &metadata);
  if (response.http_status == 413) {
    metadata.emplace_back("request_bytes", absl::StrCat(response.request_bytes));
    metadata.emplace_back("max_request_bytes", absl::StrCat(messages::kMaxRequestBytes));
  }
  if (response.http_status == 504) metadata.emplace_back("limit", "upstream");

  absl::Status status = ErrorWithInfo(row.code, row.reason, message, metadata);
  // After a time-out the answer may have been made, and paid: no invitation to ask again.
  const bool invites_retry =
      row.code == StatusCode::kUnavailable || row.code == StatusCode::kResourceExhausted;
  if (invites_retry && response.retry_after.has_value()) {
    AddRetryInfo(*response.retry_after, &status);
  }
  return status;
}

absl::Status ErrorFromUnreadableResponse(const UnreadableResponse& response) {
  Metadata metadata = {{"http_status", absl::StrCat(response.http_status)},
                       {"cause", response.why}};
  AddForeignBody(response.content_type, response.body, &metadata);
  AddUnlessEmpty("request_id", response.request_id, &metadata);
  return ErrorWithInfo(StatusCode::kInternal, kProtocolReason,
                       absl::StrCat("upstream's reply is not a message (HTTP status ",
                                    response.http_status, "): ", response.why),
                       metadata);
}

absl::Status ErrorFromTransfer(const HttpEnd& end) {
  const std::string heard = end.heard ? "true" : "false";
  const std::string because = end.message.empty() ? "" : absl::StrCat(": ", end.message);
  Metadata metadata;
  AddUnlessEmpty("cause", end.message, &metadata);
  const auto with = [&metadata](absl::string_view key, std::string value) {
    metadata.emplace_back(key, std::move(value));
    return metadata;
  };
  switch (end.cause) {
    case HttpEnd::Cause::kCancelled:
      return ErrorWithInfo(StatusCode::kCancelled, "CANCELLED", "the call was cancelled");
    case HttpEnd::Cause::kDeadline:
      return ErrorWithInfo(StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT",
                           "the deadline passed before the Messages API had answered",
                           with("limit", "deadline"));
    case HttpEnd::Cause::kRequestTimeout:
      return ErrorWithInfo(StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT",
                           "the Messages API did not answer within this server's request limit",
                           with("limit", "request_timeout"));
    case HttpEnd::Cause::kConnectTimeout:
      return ErrorWithInfo(StatusCode::kUnavailable, "UPSTREAM_UNREACHABLE",
                           "connecting to the Messages API took too long",
                           with("limit", "connect_timeout"));
    case HttpEnd::Cause::kConnect:
      return ErrorWithInfo(StatusCode::kUnavailable, "UPSTREAM_UNREACHABLE",
                           absl::StrCat("the Messages API cannot be reached", because), metadata);
    case HttpEnd::Cause::kConnectionLost:
      return ErrorWithInfo(StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST",
                           absl::StrCat("the connection to the Messages API was lost ",
                                        end.heard ? "during" : "before", " its answer", because),
                           with("heard", heard));
    case HttpEnd::Cause::kTooLarge:
      return ErrorWithInfo(StatusCode::kInternal, "RESPONSE_TOO_LARGE",
                           absl::StrCat("upstream's reply has more than ", end.max_response_bytes,
                                        " bytes, this server's limit"),
                           with("max_response_bytes", absl::StrCat(end.max_response_bytes)));
    case HttpEnd::Cause::kInvalidRequest:
      return ErrorWithInfo(StatusCode::kInternal, "UPSTREAM_REQUEST_NOT_HTTP",
                           absl::StrCat("the request cannot be sent by HTTP", because), metadata);
    case HttpEnd::Cause::kShutdown:
      return ErrorWithInfo(StatusCode::kUnavailable, "SHUTTING_DOWN",
                           "this server is shutting down");
    case HttpEnd::Cause::kProtocol:
    case HttpEnd::Cause::kComplete:
      break;
  }
  return ErrorWithInfo(StatusCode::kInternal, kProtocolReason,
                       absl::StrCat("upstream's reply is not HTTP", because), metadata);
}

}  // namespace footnote::upstream
