// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_URL_TARGET_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_URL_TARGET_H_

#include <optional>
#include <string>

namespace footnote::upstream {

// The place to which a URL connects.
struct UrlTarget {
  // As libcurl looks it up: without brackets, and an international name in its ASCII form.
  std::string host;
  int port = 0;
  // True for 127.0.0.0/8, ::1 and localhost.
  bool is_loopback = false;
  // True if `host` must be looked up: it is neither an address nor localhost.
  bool needs_lookup = false;
};

// Returns nullopt if `url` is not a URL or its scheme has no known port. A URL without a scheme is
// read as libcurl does.
std::optional<UrlTarget> ReadUrlTarget(const std::string& url);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_URL_TARGET_H_
