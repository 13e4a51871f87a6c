// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/platform/anthropic_platform.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/upstream/http/http_header.h"

namespace footnote::upstream {
namespace {

// The API's id of a request, then those of AWS and Azure, whose gateways may precede the API.
constexpr absl::string_view kRequestIdHeaders[] = {"request-id", "x-amzn-requestid",
                                                   "apim-request-id"};
constexpr ResponseHeaderNames kResponseHeaders = {kRequestIdHeaders, "retry-after-ms",
                                                  "retry-after", "x-should-retry"};

// True for headers of the API, which are no credentials.
bool IsPublic(absl::string_view name) { return absl::StartsWithIgnoreCase(name, "anthropic-"); }

// Appends the configured headers that the call does not replace, then the headers of the call.
void AppendUnreserved(const HttpHeaders& configured, HttpHeaders of_call, HttpHeaders* out) {
  for (const auto& header : configured) {
    const bool replaced = std::any_of(of_call.begin(), of_call.end(), [&header](const auto& other) {
      return absl::EqualsIgnoreCase(other.first, header.first);
    });
    if (!replaced) out->push_back(header);
  }
  for (auto& header : of_call) {
    if (!IsReservedHeader(header.first)) out->push_back(std::move(header));
  }
}

}  // namespace

AnthropicPlatform::AnthropicPlatform(Options options)
    : url_(absl::StrCat(options.base_url, "/v1/messages")),
      abstract_unix_socket_(std::move(options.abstract_unix_socket)),
      own_headers_({{"content-type", "application/json"},
                    {"accept", "application/json"},
                    {"anthropic-version", std::move(options.api_version)},
                    {"user-agent", std::move(options.user_agent)}}),
      configured_headers_(std::move(options.headers)),
      other_secrets_(std::move(options.other_secrets)) {}

HttpRequest AnthropicPlatform::MakeRequest(MessagesCall call,
                                           const Credentials& credentials) const {
  HttpRequest request;
  request.url = url_;
  request.abstract_unix_socket = abstract_unix_socket_;
  request.body = std::move(call.json);
  request.deadline = call.deadline;
  request.headers = own_headers_;
  if (!credentials.token.empty()) {
    request.headers.emplace_back("x-api-key", credentials.token.Reveal());
  }
  AppendUnreserved(configured_headers_, std::move(call.headers), &request.headers);
  return request;
}

HttpHeaders AnthropicPlatform::PublicHeaders(HttpHeaders call_headers) const {
  HttpHeaders configured = configured_headers_;
  for (auto& [name, value] : configured) {
    if (!IsPublic(name)) value = "[redacted]";
  }
  HttpHeaders headers = own_headers_;
  AppendUnreserved(configured, std::move(call_headers), &headers);
  return headers;
}

std::shared_ptr<const Redactor> AnthropicPlatform::RedactorFor(
    const Credentials& credentials) const {
  const absl::MutexLock lock(&redactor_mutex_);
  if (redactor_ == nullptr || redactor_token_.Reveal() != credentials.token.Reveal()) {
    HttpHeaders hidden;
    for (const auto& header : configured_headers_) {
      if (!IsPublic(header.first)) hidden.push_back(header);
    }
    redactor_ = std::make_shared<const Redactor>(credentials.token, hidden, other_secrets_);
    redactor_token_ = credentials.token;
  }
  return redactor_;
}

const ResponseHeaderNames& AnthropicPlatform::response_header_names() const {
  return kResponseHeaders;
}

std::unique_ptr<EventReader> AnthropicPlatform::NewEventReader(const ResponseHead& head) const {
  if (!head.is_event_stream() && !head.content_type.empty()) return nullptr;
  return std::make_unique<SseEventReader>();
}

}  // namespace footnote::upstream
