#include "service/upstream/platform/anthropic_platform.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/upstream/http/http_header.h"

namespace footnote::upstream {
namespace {

// Appends the configured headers, each unless the call has one of its name, and the call's.
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
      own_headers_({{"content-type", "application/json"},
                    {"accept", "application/json"},
                    {"anthropic-version", std::move(options.api_version)},
                    {"user-agent", std::move(options.user_agent)}}),
      configured_headers_(std::move(options.headers)),
      api_key_(options.api_key) {}

HttpRequest AnthropicPlatform::MakeRequest(MessagesCall call) const {
  HttpRequest request;
  request.url = url_;
  request.body = std::move(call.json);
  request.deadline = call.deadline;
  request.headers = own_headers_;
  if (!api_key_.empty()) request.headers.emplace_back("x-api-key", api_key_.Reveal());
  AppendUnreserved(configured_headers_, std::move(call.headers), &request.headers);
  return request;
}

HttpHeaders AnthropicPlatform::PublicHeaders(HttpHeaders call_headers) const {
  HttpHeaders configured = configured_headers_;
  for (auto& [name, value] : configured) {
    if (!absl::StartsWithIgnoreCase(name, "anthropic-")) value = "[redacted]";
  }
  HttpHeaders headers = own_headers_;
  AppendUnreserved(configured, std::move(call_headers), &headers);
  return headers;
}

}  // namespace footnote::upstream
