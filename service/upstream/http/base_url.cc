// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/base_url.h"

#include <curl/curl.h>

#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace footnote::upstream {
namespace {

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

// nullopt if `url` does not have the part.
std::optional<std::string> Part(CURLU* url, CURLUPart part) {
  char* value = nullptr;
  if (curl_url_get(url, part, &value, 0) != CURLUE_OK) return std::nullopt;
  std::string copy = value;
  curl_free(value);
  return copy;
}

}  // namespace

absl::StatusOr<std::string> NormalizeBaseUrl(absl::string_view url) {
  const std::unique_ptr<CURLU, UrlDeleter> parsed(curl_url());
  if (parsed == nullptr) return absl::ResourceExhaustedError("out of memory");
  // The URL ends at a NUL for curl, but not for whoever reads the configuration.
  if (url.find('\0') != absl::string_view::npos) {
    return absl::InvalidArgumentError("holds a NUL character");
  }
  if (const CURLUcode code = curl_url_set(parsed.get(), CURLUPART_URL, std::string(url).c_str(),
                                          CURLU_NON_SUPPORT_SCHEME);
      code != CURLUE_OK) {
    return absl::InvalidArgumentError(
        absl::StrCat("is not a URL such as https://api.anthropic.com: ", curl_url_strerror(code)));
  }
  const std::string scheme = Part(parsed.get(), CURLUPART_SCHEME).value_or("");
  if (scheme != "http" && scheme != "https") {
    return absl::InvalidArgumentError("must begin with http:// or https://");
  }
  if (Part(parsed.get(), CURLUPART_USER) || Part(parsed.get(), CURLUPART_PASSWORD)) {
    return absl::InvalidArgumentError("must not hold a user or password");
  }
  if (Part(parsed.get(), CURLUPART_PATH).value_or("/") != "/") {
    return absl::InvalidArgumentError("must not have a path");
  }
  if (Part(parsed.get(), CURLUPART_QUERY) || Part(parsed.get(), CURLUPART_FRAGMENT)) {
    return absl::InvalidArgumentError("must not have a query or fragment");
  }
  std::string base = absl::StrCat(scheme, "://", Part(parsed.get(), CURLUPART_HOST).value_or(""));
  if (const auto port = Part(parsed.get(), CURLUPART_PORT)) absl::StrAppend(&base, ":", *port);
  return base;
}

}  // namespace footnote::upstream
