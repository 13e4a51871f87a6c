// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/proxy_url.h"

#include <curl/curl.h>

#include <memory>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace footnote::upstream {
namespace {

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

// Empty if `url` does not have the part.
std::string Part(CURLU* url, CURLUPart part) {
  char* value = nullptr;
  if (curl_url_get(url, part, &value, CURLU_URLDECODE) != CURLUE_OK) return "";
  std::string copy = value;
  curl_free(value);
  return copy;
}

}  // namespace

std::optional<ProxyUrl> ReadProxyUrl(const std::string& url) {
  const std::unique_ptr<CURLU, UrlDeleter> parsed(curl_url());
  if (parsed == nullptr || url.find('\0') != std::string::npos ||
      curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
          CURLUE_OK) {
    return std::nullopt;
  }
  CURLU* const parts = parsed.get();
  const std::string scheme = Part(parts, CURLUPART_SCHEME);
  const std::string path = Part(parts, CURLUPART_PATH);
  const bool is_proxy =
      (scheme == "http" || scheme == "https") && !Part(parts, CURLUPART_HOST).empty() &&
      !Part(parts, CURLUPART_PORT).empty() && (path.empty() || path == "/") &&
      Part(parts, CURLUPART_QUERY).empty() && Part(parts, CURLUPART_FRAGMENT).empty();
  if (!is_proxy) return std::nullopt;
  ProxyUrl proxy;
  const std::string user = Part(parts, CURLUPART_USER);
  const std::string password = Part(parts, CURLUPART_PASSWORD);
  if (!password.empty()) proxy.secrets.emplace_back(password);
  if (!user.empty() || !password.empty()) {
    proxy.secrets.emplace_back(absl::Base64Escape(absl::StrCat(user, ":", password)));
  }
  return proxy;
}

}  // namespace footnote::upstream
