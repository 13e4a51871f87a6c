// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/upstream_error.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "footnote/v1/error_reason.pb.h"
#include "service/messages/request.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"

namespace footnote::upstream {
namespace {

using absl::StatusCode;
using status::Metadata;
using Kind = Failure::Kind;

constexpr int kTooLargeStatus = 413;

// The error for a HTTP status.
struct StatusRow {
  int http_status;
  v1::ErrorReason reason;
  absl::string_view message;  // followed by the API's own message, if there is one
};

constexpr StatusRow kStatusTable[] = {
    {400, v1::UPSTREAM_INVALID_REQUEST, "the Messages API refused the request"},
    {401, v1::UPSTREAM_CREDENTIALS_REJECTED, "the Messages API rejected this server's credentials"},
    {402, v1::UPSTREAM_BILLING, "the Messages API account of this server cannot pay"},
    {403, v1::UPSTREAM_CREDENTIALS_REJECTED, "the Messages API rejected this server's credentials"},
    {404, v1::UPSTREAM_NOT_FOUND, "the Messages API does not know something in the request"},
    {408, v1::UPSTREAM_UNAVAILABLE, "the Messages API is unavailable"},
    {409, v1::UPSTREAM_UNAVAILABLE, "the Messages API is unavailable"},
    {kTooLargeStatus, v1::REQUEST_TOO_LARGE, "the request is too large for the Messages API"},
    {425, v1::UPSTREAM_UNAVAILABLE, "the Messages API is unavailable"},
    {429, v1::UPSTREAM_RATE_LIMITED, "the Messages API's rate limit is reached"},
    {504, v1::UPSTREAM_TIMEOUT, "the Messages API timed out"},
    // Cloudflare, the API's proxy, returns this status.
    {524, v1::UPSTREAM_TIMEOUT, "the Messages API timed out"},
    {529, v1::UPSTREAM_OVERLOADED, "the Messages API is overloaded"},
};
constexpr StatusRow kAnyOther5xx = {0, v1::UPSTREAM_UNAVAILABLE, "the Messages API is unavailable"};
// Any other response that is neither a message nor an error that the API is known to return.
constexpr StatusRow kUnexpected = {0, v1::UPSTREAM_PROTOCOL,
                                   "the response is not a response of the Messages API"};

const StatusRow& RowFor(int http_status) {
  const auto* row = std::find_if(std::begin(kStatusTable), std::end(kStatusTable),
                                 [&](const StatusRow& r) { return r.http_status == http_status; });
  if (row != std::end(kStatusTable)) return *row;
  return http_status >= 500 && http_status <= 599 ? kAnyOther5xx : kUnexpected;
}

// The API's error types, and the statuses that the API assigns to them.
struct TypeRow {
  absl::string_view type;
  int http_status;
};
constexpr TypeRow kTypeTable[] = {
    {"invalid_request_error", 400}, {"authentication_error", 401}, {"billing_error", 402},
    {"permission_error", 403},      {"not_found_error", 404},      {"conflict_error", 409},
    {"request_too_large", 413},     {"rate_limit_error", 429},     {"api_error", 500},
    {"timeout_error", 504},         {"overloaded_error", 529},
};

// Returns 0 for an unknown type.
int StatusOfType(absl::string_view type) {
  const auto* row = std::find_if(std::begin(kTypeTable), std::end(kTypeTable),
                                 [type](const TypeRow& r) { return r.type == type; });
  return row == std::end(kTypeTable) ? 0 : row->http_status;
}

// True if an error is about billing, regardless of its status.
bool IsBilling(const messages::ApiError& error, int http_status) {
  return error.error_code == "enforced_spend_limit_reached" ||
         error.error_code == "contract_spend_limit_reached" || error.type == "billing_error" ||
         (http_status == 400 &&
          (absl::StartsWith(error.message, "Your credit balance is too low") ||
           absl::StartsWith(error.message, "You have reached your specified API usage limits")));
}

const StatusRow& RowFor(const ErrorResponse& response) {
  const std::optional<messages::ApiError>& error = response.api_error;
  if (error.has_value() && IsBilling(*error, response.http_status)) return RowFor(402);
  const StatusRow& row = RowFor(response.http_status);
  const bool is_4xx = response.http_status >= 400 && response.http_status <= 499;
  // The API reserves the right to use this type with other 4xx statuses.
  if (&row == &kUnexpected && is_4xx && error.has_value() &&
      error->type == "invalid_request_error") {
    return RowFor(400);
  }
  return row;
}

const StatusRow& RowFor(const messages::ApiError& error) {
  const int http_status = StatusOfType(error.type);
  if (IsBilling(error, http_status)) return RowFor(402);
  return http_status == 0 ? kAnyOther5xx : RowFor(http_status);
}

// True if the error is about the server's account or credentials, which only the operator can
// change.
bool IsAboutAccount(const StatusRow& row) {
  return status::CodeOf(row.reason) == StatusCode::kFailedPrecondition;
}

// Returns the kind of an error that the API returned: `otherwise`, unless the row determines it.
Kind KindFor(const StatusRow& row, Kind otherwise) {
  // Another attempt would use the same account and credentials.
  if (IsAboutAccount(row)) return Kind::kFinal;
  return row.reason == v1::UPSTREAM_TIMEOUT ? Kind::kTimeout : otherwise;
}

// Returns the start of a body for diagnosis; empty if the body could be a web page or contain an
// answer.
std::string BodyStart(absl::string_view body, const Redactor& redactor) {
  // Redacted before it is cut, because a part of a credential could not be recognized.
  constexpr size_t kMaxBytes = 80;
  constexpr size_t kMaxRead = 4096;
  body = absl::StripLeadingAsciiWhitespace(body);
  if (absl::StartsWith(body, "\xEF\xBB\xBF")) body.remove_prefix(3);
  body = absl::StripLeadingAsciiWhitespace(body);
  if (body.empty() || absl::StrContains("<{[\"", body.front())) return "";
  std::string start = redactor.Redact(std::string(body.substr(0, kMaxRead)));
  if (start.size() > kMaxBytes) start.resize(kMaxBytes);
  for (char& c : start) {
    if (!absl::ascii_isprint(static_cast<unsigned char>(c))) c = '.';
  }
  return start;
}

// Returns what the API returned without credentials, which a gateway may repeat, and without
// control characters.
std::string Clean(std::string text, const Redactor& redactor) {
  text = redactor.Redact(std::move(text));
  for (char& c : text) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  return text;
}

void AddUnlessEmpty(absl::string_view key, std::string value, Metadata* metadata) {
  if (!value.empty()) metadata->emplace_back(key, std::move(value));
}

// Adds the content type and the start of a body that is not of the Messages API.
void AddForeignBody(const std::string& content_type, absl::string_view body,
                    const Redactor& redactor, Metadata* metadata) {
  AddUnlessEmpty("content_type", Clean(content_type, redactor), metadata);
  if (!absl::StrContains(absl::AsciiStrToLower(content_type), "html")) {
    AddUnlessEmpty("body_start", BodyStart(body, redactor), metadata);
  }
}

// Adds the API's error to the metadata, and to the message unless it is about the account.
void AddApiError(const StatusRow& row, const messages::ApiError& error, const Redactor& redactor,
                 std::string* message, Metadata* metadata) {
  metadata->emplace_back("error_type",
                         error.type.empty() ? "unknown" : Clean(error.type, redactor));
  // A message about credentials may repeat them, and is only for the operator.
  if (!IsAboutAccount(row) && !error.message.empty()) {
    std::string api_message = Clean(error.message, redactor);
    absl::StrAppend(message, ": ", api_message);
    metadata->emplace_back("upstream_message", std::move(api_message));
  }
  AddUnlessEmpty("error_code", Clean(error.error_code, redactor), metadata);
}

// Adds the metadata that only some rows have.
void AddDetailsOf(const StatusRow& row, size_t request_bytes, Metadata* metadata) {
  if (row.http_status == kTooLargeStatus) {
    metadata->emplace_back("request_bytes", absl::StrCat(request_bytes));
    metadata->emplace_back("max_request_bytes", absl::StrCat(messages::kMaxRequestBytes));
  }
  if (row.reason == v1::UPSTREAM_TIMEOUT) metadata->emplace_back("timeout", "upstream");
}

// The error for a transfer that did not complete, or for a stream that ended early.
struct CauseRow {
  TransferResult::Cause cause;
  v1::ErrorReason reason;
  Kind kind;  // kTimeout is kNotConnected if nothing was sent
  absl::string_view message;
  absl::string_view timeout;  // the timeout that passed; empty for other causes
};

using Cause = TransferResult::Cause;
constexpr CauseRow kCauseTable[] = {
    {Cause::kComplete, v1::UPSTREAM_STREAM_ENDED_EARLY, Kind::kBrokeOff,
     "the API's stream ended before the message did", ""},
    {Cause::kCancelled, v1::CANCELLED, Kind::kFinal, "the call was cancelled", ""},
    {Cause::kDeadline, v1::UPSTREAM_TIMEOUT, Kind::kTimeout,
     "the deadline passed before the Messages API had answered", "deadline"},
    {Cause::kTotalTimeout, v1::UPSTREAM_TIMEOUT, Kind::kTimeout,
     "the Messages API did not answer within this server's request timeout", "request_timeout"},
    {Cause::kFirstByteTimeout, v1::UPSTREAM_TIMEOUT, Kind::kTimeout,
     "the Messages API did not begin to answer within this server's first byte timeout",
     "first_byte_timeout"},
    {Cause::kIdleTimeout, v1::UPSTREAM_TIMEOUT, Kind::kTimeout,
     "the Messages API sent nothing for longer than this server's idle timeout", "idle_timeout"},
    {Cause::kConnectTimeout, v1::UPSTREAM_UNREACHABLE, Kind::kNotConnected,
     "the connection to the Messages API was not made within this server's connect timeout",
     "connect_timeout"},
    {Cause::kConnect, v1::UPSTREAM_UNREACHABLE, Kind::kNotConnected,
     "the Messages API cannot be reached", ""},
    {Cause::kConnectionLost, v1::UPSTREAM_CONNECTION_LOST, Kind::kConnectionLost,
     "the connection to the Messages API was lost", ""},
    {Cause::kTooLarge, v1::RESPONSE_TOO_LARGE, Kind::kFinal,
     "the API's response exceeds this server's limit", ""},
    {Cause::kProtocol, v1::UPSTREAM_PROTOCOL, Kind::kFinal, "the API's response is not HTTP", ""},
    {Cause::kInvalidRequest, v1::UPSTREAM_REQUEST_NOT_HTTP, Kind::kFinal,
     "the request cannot be sent over HTTP", ""},
    {Cause::kShutdown, v1::SHUTTING_DOWN, Kind::kFinal, "this server is shutting down", ""},
};
constexpr CauseRow kStreamTimeout = {
    Cause::kTotalTimeout, v1::UPSTREAM_TIMEOUT, Kind::kTimeout,
    "the Messages API did not complete its stream within this server's stream timeout",
    "stream_timeout"};

const CauseRow& RowFor(const BrokenTransfer& transfer) {
  if (transfer.stream && transfer.end.cause == Cause::kTotalTimeout) return kStreamTimeout;
  return *std::find_if(std::begin(kCauseTable), std::end(kCauseTable),
                       [&](const CauseRow& row) { return row.cause == transfer.end.cause; });
}

Kind KindOf(const CauseRow& row, const BrokenTransfer& transfer) {
  if (row.cause == Cause::kConnectionLost && transfer.http_status != 0) return Kind::kBrokeOff;
  const bool needs_sending = row.kind == Kind::kTimeout || row.kind == Kind::kConnectionLost;
  return needs_sending && !transfer.end.sent ? Kind::kNotConnected : row.kind;
}

// Adds the variable parts of a row to the message and to the metadata.
void AddDetails(const CauseRow& row, const TransferResult& end, std::string* message,
                Metadata* metadata) {
  AddUnlessEmpty("timeout", std::string(row.timeout), metadata);
  if (row.cause == Cause::kConnectionLost) {
    absl::StrAppend(message, end.response_started ? " during" : " before", " its response");
    metadata->emplace_back("response_started", end.response_started ? "true" : "false");
  }
  if (row.cause == Cause::kTooLarge) {
    absl::StrAppend(message, ", ", end.max_response_bytes, " bytes");
    metadata->emplace_back("max_response_bytes", absl::StrCat(end.max_response_bytes));
  }
}

}  // namespace

UpstreamError ErrorFromResponse(const ErrorResponse& response, const Redactor& redactor) {
  const StatusRow& row = RowFor(response);
  std::string message = absl::StrCat(row.message, " (HTTP status ", response.http_status, ")");
  Metadata metadata = {{"http_status", absl::StrCat(response.http_status)}};
  std::string request_id = response.request_id;
  UpstreamError error;
  if (response.api_error.has_value()) {
    AddApiError(row, *response.api_error, redactor, &message, &metadata);
    if (request_id.empty()) request_id = response.api_error->request_id;
    error.failure.error_type = Clean(response.api_error->type, redactor);
  } else {
    metadata.emplace_back("error_type", "unknown");
    absl::string_view body;
    if (!IsAboutAccount(row)) body = response.body;
    AddForeignBody(response.content_type, body, redactor, &metadata);
  }
  AddUnlessEmpty("upstream_request_id", Clean(std::move(request_id), redactor), &metadata);
  AddDetailsOf(row, response.request_bytes, &metadata);

  error.status = status::MakeError(row.reason, message, metadata);
  // After a timeout, the API may have processed and billed the request: no RetryInfo.
  const StatusCode code = status::CodeOf(row.reason);
  const bool invites_retry =
      code == StatusCode::kUnavailable || code == StatusCode::kResourceExhausted;
  if (invites_retry && response.should_retry != false && response.retry_after.has_value()) {
    status::AddRetryInfo(*response.retry_after, &error.status);
  }
  error.failure.kind = KindFor(row, Kind::kResponse);
  error.failure.http_status = response.http_status;
  error.failure.retry_after = response.retry_after;
  error.failure.should_retry = response.should_retry;
  return error;
}

UpstreamError ErrorFromEvent(const ErrorInStream& in_stream, const Redactor& redactor) {
  const messages::ApiError& api_error = in_stream.api_error;
  const StatusRow& row = RowFor(api_error);
  std::string message = absl::StrCat(row.message, " (an event of its stream)");
  Metadata metadata = {{"http_status", absl::StrCat(in_stream.http_status)}};
  AddApiError(row, api_error, redactor, &message, &metadata);
  const std::string& request_id =
      in_stream.request_id.empty() ? api_error.request_id : in_stream.request_id;
  AddUnlessEmpty("upstream_request_id", Clean(request_id, redactor), &metadata);
  AddDetailsOf(row, in_stream.request_bytes, &metadata);
  UpstreamError error;
  error.status = status::MakeError(row.reason, message, metadata);
  error.failure.kind = KindFor(row, Kind::kErrorEvent);
  error.failure.http_status = StatusOfType(api_error.type);
  error.failure.error_type = Clean(api_error.type, redactor);
  return error;
}

UpstreamError ErrorFromUnreadableResponse(const UnreadableResponse& response,
                                          const Redactor& redactor) {
  Metadata metadata = {{"http_status", absl::StrCat(response.http_status)},
                       {"cause", response.cause}};
  AddForeignBody(response.content_type, response.body, redactor, &metadata);
  AddUnlessEmpty("upstream_request_id", Clean(response.request_id, redactor), &metadata);
  UpstreamError error;
  error.status = status::MakeError(v1::UPSTREAM_PROTOCOL,
                                   absl::StrCat("the API's response is not a message (HTTP status ",
                                                response.http_status, "): ", response.cause),
                                   metadata);
  error.failure.kind = Kind::kFinal;
  error.failure.http_status = response.http_status;
  return error;
}

UpstreamError ErrorFromTransfer(const BrokenTransfer& transfer, const Redactor& redactor) {
  const CauseRow& row = RowFor(transfer);
  std::string message(row.message);
  Metadata metadata;
  AddDetails(row, transfer.end, &message, &metadata);
  UpstreamError error;
  error.failure.kind = KindOf(row, transfer);
  error.failure.http_status = transfer.http_status;
  const StatusCode code = status::CodeOf(row.reason);
  // The messages of the other rows are complete.
  const bool has_cause = error.failure.kind != Kind::kFinal || code == StatusCode::kInternal;
  if (has_cause && !transfer.end.message.empty()) {
    if (code != StatusCode::kDeadlineExceeded) {
      absl::StrAppend(&message, ": ", transfer.end.message);
    }
    metadata.emplace_back("cause", transfer.end.message);
  }
  if (transfer.http_status != 0) {
    metadata.emplace_back("http_status", absl::StrCat(transfer.http_status));
  }
  AddUnlessEmpty("upstream_request_id", Clean(transfer.request_id, redactor), &metadata);
  error.status = status::MakeError(row.reason, message, metadata);
  return error;
}

UpstreamError ErrorFromCredentials(const absl::Status& status) {
  const bool retryable = absl::IsUnavailable(status) || absl::IsDeadlineExceeded(status);
  UpstreamError error;
  error.status = status::MakeError(
      retryable ? v1::UPSTREAM_UNAVAILABLE : v1::UPSTREAM_CREDENTIALS_REJECTED,
      "the credentials of this server for the Messages API could not be obtained");
  error.failure.kind = retryable ? Kind::kNotConnected : Kind::kFinal;
  return error;
}

}  // namespace footnote::upstream
