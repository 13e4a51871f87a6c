#include "service/upstream/anthropic_platform.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace footnote::upstream {
namespace {

constexpr absl::string_view kReservedHeaders[] = {
    // Footnote's own.
    "accept",
    "anthropic-version",
    "authorization",
    "content-type",
    "user-agent",
    "x-api-key",
    // HTTP's own: how a message is framed, encoded and routed.
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
};

}  // namespace

bool IsReservedHeader(absl::string_view name) {
  return std::any_of(
      std::begin(kReservedHeaders), std::end(kReservedHeaders),
      [name](absl::string_view reserved) { return absl::EqualsIgnoreCase(name, reserved); });
}

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
  request.headers.reserve(own_headers_.size() + 1 + configured_headers_.size() +
                          call.headers.size());
  request.headers = own_headers_;
  if (!api_key_.empty()) request.headers.emplace_back("x-api-key", api_key_.Reveal());
  for (const auto& header : configured_headers_) {
    const bool replaced = std::any_of(
        call.headers.begin(), call.headers.end(),
        [&header](const auto& other) { return absl::EqualsIgnoreCase(other.first, header.first); });
    if (!replaced) request.headers.push_back(header);
  }
  for (auto& header : call.headers) {
    if (!IsReservedHeader(header.first)) request.headers.push_back(std::move(header));
  }
  return request;
}

std::vector<std::pair<std::string, std::string>> AnthropicPlatform::PublicHeaders() const {
  std::vector<std::pair<std::string, std::string>> headers = own_headers_;
  for (const auto& [name, value] : configured_headers_) {
    headers.emplace_back(name,
                         absl::StartsWithIgnoreCase(name, "anthropic-") ? value : "[redacted]");
  }
  return headers;
}

}  // namespace footnote::upstream
