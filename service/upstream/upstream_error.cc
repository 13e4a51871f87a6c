#include "service/upstream/upstream_error.h"

#include <re2/re2.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/messages/request.h"
#include "service/status/rich_status.h"

namespace footnote::upstream {
namespace {

using absl::StatusCode;
using Metadata = std::vector<std::pair<std::string, std::string>>;

constexpr absl::string_view kProtocolReason = "UPSTREAM_PROTOCOL";

using Kind = Failure::Kind;

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
    // Cloudflare's, behind which the API stands.
    {524, StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", "the Messages API timed out"},
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

// The API's types and the statuses that it gives them.
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

// 0 for a type that is not known.
int StatusOfType(absl::string_view type) {
  const auto* row = std::find_if(std::begin(kTypeTable), std::end(kTypeTable),
                                 [type](const TypeRow& r) { return r.type == type; });
  return row == std::end(kTypeTable) ? 0 : row->http_status;
}

// Whether the account's money is the matter, whatever the status says.
bool IsBilling(const messages::ApiError& error, int http_status) {
  return error.error_code == "enforced_spend_limit_reached" ||
         error.error_code == "contract_spend_limit_reached" || error.type == "billing_error" ||
         (http_status == 400 &&
          (absl::StartsWith(error.message, "Your credit balance is too low") ||
           absl::StartsWith(error.message, "You have reached your specified API usage limits")));
}

const Row& RowFor(const ErrorResponse& response) {
  const std::optional<messages::ApiError>& error = response.api_error;
  if (error.has_value() && IsBilling(*error, response.http_status)) return RowFor(402);
  const Row& row = RowFor(response.http_status);
  const bool is_4xx = response.http_status >= 400 && response.http_status <= 499;
  // The API reserves the right to use this type with other 4xx statuses.
  if (&row == &kUnexpected && is_4xx && error.has_value() &&
      error->type == "invalid_request_error") {
    return RowFor(400);
  }
  return row;
}

const Row& RowFor(const messages::ApiError& error) {
  const int http_status = StatusOfType(error.type);
  if (IsBilling(error, http_status)) return RowFor(402);
  return http_status == 0 ? kAnyOther5xx : RowFor(http_status);
}

// What is known of an error that the API gave: `otherwise`, unless the row says more.
Kind KindFor(const Row& row, Kind otherwise) {
  // Another attempt would meet the same account and the same key.
  if (row.code == StatusCode::kFailedPrecondition) return Kind::kFinal;
  return row.code == StatusCode::kDeadlineExceeded ? Kind::kTimeout : otherwise;
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

// What upstream said, fit for others' eyes: without what looks like a key of the API, which a
// gateway may repeat, and without control characters.
std::string Redact(std::string text) {
  static const RE2& key = *new RE2("sk-[A-Za-z0-9_-]{8,}");
  RE2::GlobalReplace(&text, key, "[redacted]");
  for (char& c : text) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  return text;
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

// Adds what the API said, to the message too where the caller may read it.
void AddApiError(const Row& row, const messages::ApiError& error, std::string* message,
                 Metadata* metadata) {
  metadata->emplace_back("type", error.type.empty() ? "unknown" : error.type);
  // What is said of credentials may repeat them, and is not the caller's business.
  if (row.code != StatusCode::kFailedPrecondition && !error.message.empty()) {
    std::string api_message = Redact(error.message);
    absl::StrAppend(message, ": ", api_message);
    metadata->emplace_back("message", std::move(api_message));
  }
  AddUnlessEmpty("error_code", error.error_code, metadata);
}

// Adds what a row has beyond its code and reason.
void AddDetailsOf(const Row& row, size_t request_bytes, Metadata* metadata) {
  if (row.http_status == 413) {
    metadata->emplace_back("request_bytes", absl::StrCat(request_bytes));
    metadata->emplace_back("max_request_bytes", absl::StrCat(messages::kMaxRequestBytes));
  }
  if (row.code == StatusCode::kDeadlineExceeded) metadata->emplace_back("limit", "upstream");
}

// What a transfer's end means.
struct EndRow {
  StatusCode code;
  absl::string_view reason;
  std::string message;  // without the cause, which follows
  Metadata details;
  Kind kind;
};

EndRow TimeoutRow(absl::string_view limit, std::string message, const TransferResult& end) {
  return {StatusCode::kDeadlineExceeded,
          "UPSTREAM_TIMEOUT",
          std::move(message),
          {{"limit", std::string(limit)}},
          end.sent ? Kind::kTimeout : Kind::kNotConnected};
}

EndRow RowFor(const BrokenTransfer& transfer) {
  using Cause = TransferResult::Cause;
  const TransferResult& end = transfer.end;
  switch (end.cause) {
    case Cause::kComplete:
      return {StatusCode::kUnavailable,
              "UPSTREAM_STREAM_ENDED_EARLY",
              "upstream's stream ended before the message did",
              {},
              Kind::kBrokeOff};
    case Cause::kCancelled:
      return {StatusCode::kCancelled, "CANCELLED", "the call was cancelled", {}, Kind::kFinal};
    case Cause::kDeadline:
      return TimeoutRow("deadline", "the deadline passed before the Messages API had answered",
                        end);
    case Cause::kTotalTimeout:
      return TimeoutRow(transfer.stream ? "stream_timeout" : "request_timeout",
                        absl::StrCat("the Messages API did not answer within this server's ",
                                     transfer.stream ? "stream" : "request", " limit"),
                        end);
    case Cause::kFirstByteTimeout:
      return TimeoutRow("first_byte_timeout",
                        "the Messages API did not begin to answer within this server's limit", end);
    case Cause::kIdleTimeout:
      return TimeoutRow("idle_timeout",
                        "the Messages API was silent for longer than this server's limit", end);
    case Cause::kConnectTimeout:
      return {StatusCode::kUnavailable,
              "UPSTREAM_UNREACHABLE",
              "connecting to the Messages API took too long",
              {{"limit", "connect_timeout"}},
              Kind::kNotConnected};
    case Cause::kConnect:
      return {StatusCode::kUnavailable,
              "UPSTREAM_UNREACHABLE",
              "the Messages API cannot be reached",
              {},
              Kind::kNotConnected};
    case Cause::kConnectionLost:
      return {StatusCode::kUnavailable,
              "UPSTREAM_CONNECTION_LOST",
              absl::StrCat("the connection to the Messages API was lost ",
                           end.response_started ? "during" : "before", " its answer"),
              {{"heard", end.response_started ? "true" : "false"}},
              transfer.http_status != 0 ? Kind::kBrokeOff
              : end.sent                ? Kind::kConnectionLost
                                        : Kind::kNotConnected};
    case Cause::kTooLarge:
      return {StatusCode::kInternal,
              "RESPONSE_TOO_LARGE",
              absl::StrCat("upstream's reply has more than ", end.max_response_bytes,
                           " bytes, this server's limit"),
              {{"max_response_bytes", absl::StrCat(end.max_response_bytes)}},
              Kind::kFinal};
    case Cause::kInvalidRequest:
      return {StatusCode::kInternal,
              "UPSTREAM_REQUEST_NOT_HTTP",
              "the request cannot be sent by HTTP",
              {},
              Kind::kFinal};
    case Cause::kShutdown:
      return {StatusCode::kUnavailable,
              "SHUTTING_DOWN",
              "this server is shutting down",
              {},
              Kind::kFinal};
    case Cause::kProtocol:
      break;
  }
  return {StatusCode::kInternal, kProtocolReason, "upstream's reply is not HTTP", {}, Kind::kFinal};
}

}  // namespace

UpstreamError ErrorFromResponse(const ErrorResponse& response) {
  const Row& row = RowFor(response);
  std::string message = absl::StrCat(row.message, " (HTTP status ", response.http_status, ")");
  Metadata metadata = {{"http_status", absl::StrCat(response.http_status)}};
  std::string request_id = response.request_id;
  UpstreamError error;
  if (response.api_error.has_value()) {
    AddApiError(row, *response.api_error, &message, &metadata);
    if (request_id.empty()) request_id = response.api_error->request_id;
    error.failure.error_type = response.api_error->type;
  } else {
    metadata.emplace_back("type", "unknown");
    AddForeignBody(response.content_type, response.body, &metadata);
  }
  AddUnlessEmpty("request_id", std::move(request_id), &metadata);
  AddDetailsOf(row, response.request_bytes, &metadata);

  error.status = status::ErrorWithInfo(row.code, row.reason, message, metadata);
  // After a time-out the answer may have been made, and paid: no invitation to ask again.
  const bool invites_retry =
      row.code == StatusCode::kUnavailable || row.code == StatusCode::kResourceExhausted;
  if (invites_retry && response.should_retry != false && response.retry_after.has_value()) {
    status::AddRetryInfo(*response.retry_after, &error.status);
  }
  error.failure.kind = KindFor(row, Kind::kResponse);
  error.failure.http_status = response.http_status;
  error.failure.retry_after = response.retry_after;
  error.failure.should_retry = response.should_retry;
  return error;
}

UpstreamError ErrorFromEvent(const ErrorInStream& in_stream) {
  const messages::ApiError& api_error = in_stream.api_error;
  const Row& row = RowFor(api_error);
  std::string message = absl::StrCat(row.message, " (said within its answer)");
  Metadata metadata = {{"http_status", absl::StrCat(in_stream.http_status)}};
  AddApiError(row, api_error, &message, &metadata);
  AddUnlessEmpty("request_id",
                 in_stream.request_id.empty() ? api_error.request_id : in_stream.request_id,
                 &metadata);
  AddDetailsOf(row, in_stream.request_bytes, &metadata);
  UpstreamError error;
  error.status = status::ErrorWithInfo(row.code, row.reason, message, metadata);
  error.failure.kind = KindFor(row, Kind::kErrorEvent);
  error.failure.http_status = StatusOfType(api_error.type);
  error.failure.error_type = api_error.type;
  return error;
}

UpstreamError ErrorFromUnreadableResponse(const UnreadableResponse& response) {
  Metadata metadata = {{"http_status", absl::StrCat(response.http_status)},
                       {"cause", response.why}};
  AddForeignBody(response.content_type, response.body, &metadata);
  AddUnlessEmpty("request_id", response.request_id, &metadata);
  UpstreamError error;
  error.status =
      status::ErrorWithInfo(StatusCode::kInternal, kProtocolReason,
                            absl::StrCat("upstream's reply is not a message (HTTP status ",
                                         response.http_status, "): ", response.why),
                            metadata);
  error.failure.kind = Kind::kFinal;
  error.failure.http_status = response.http_status;
  return error;
}

UpstreamError ErrorFromTransfer(const BrokenTransfer& transfer) {
  EndRow row = RowFor(transfer);
  Metadata metadata = std::move(row.details);
  // Of the others our own words say all there is.
  const bool says_more = row.kind != Kind::kFinal || row.code == StatusCode::kInternal;
  if (says_more && !transfer.end.message.empty()) {
    if (row.code != StatusCode::kDeadlineExceeded) {
      absl::StrAppend(&row.message, ": ", transfer.end.message);
    }
    metadata.emplace_back("cause", transfer.end.message);
  }
  if (transfer.http_status != 0) {
    metadata.emplace_back("http_status", absl::StrCat(transfer.http_status));
  }
  AddUnlessEmpty("request_id", transfer.request_id, &metadata);
  UpstreamError error;
  error.status = status::ErrorWithInfo(row.code, row.reason, row.message, metadata);
  error.failure.kind = row.kind;
  error.failure.http_status = transfer.http_status;
  return error;
}

}  // namespace footnote::upstream
