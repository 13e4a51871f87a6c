// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/url_target.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>

#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace footnote::upstream {
namespace {

#if LIBCURL_VERSION_NUM >= 0x075800
constexpr unsigned kHostFlags = CURLU_PUNYCODE;
#else
constexpr unsigned kHostFlags = 0;
#endif

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::optional<std::string> Part(CURLU* url, CURLUPart part, unsigned flags) {
  char* value = nullptr;
  if (curl_url_get(url, part, &value, flags) != CURLUE_OK) return std::nullopt;
  std::string copy = value;
  curl_free(value);
  return copy;
}

void SetKind(UrlTarget* target) {
  in_addr v4;
  in6_addr v6;
  const char* const host = target->host.c_str();
  if (inet_pton(AF_INET, host, &v4) == 1) {
    target->is_loopback = ntohl(v4.s_addr) >> 24 == IN_LOOPBACKNET;
  } else if (inet_pton(AF_INET6, host, &v6) == 1) {
    target->is_loopback = IN6_IS_ADDR_LOOPBACK(&v6);
  } else {
    target->is_loopback = absl::EqualsIgnoreCase(target->host, "localhost");
    target->needs_lookup = !target->is_loopback;
  }
}

}  // namespace

std::optional<UrlTarget> ReadUrlTarget(const std::string& url) {
  const std::unique_ptr<CURLU, UrlDeleter> parsed(curl_url());
  if (parsed == nullptr ||
      curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), CURLU_GUESS_SCHEME) != CURLUE_OK) {
    return std::nullopt;
  }
  const std::optional<std::string> host = Part(parsed.get(), CURLUPART_HOST, kHostFlags);
  const std::optional<std::string> port = Part(parsed.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
  UrlTarget target;
  if (!host.has_value() || !port.has_value() || !absl::SimpleAtoi(*port, &target.port)) {
    return std::nullopt;
  }
  absl::string_view bare = *host;
  if (absl::ConsumePrefix(&bare, "[")) absl::ConsumeSuffix(&bare, "]");
  target.host = std::string(bare);
  SetKind(&target);
  return target;
}

}  // namespace footnote::upstream
