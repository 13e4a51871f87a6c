// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_PROXY_URL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_PROXY_URL_H_

#include <optional>
#include <string>
#include <vector>

#include "service/secret.h"

namespace footnote::upstream {

// A valid URL of a proxy.
struct ProxyUrl {
  // What must not be shown: the password, and the credentials as the proxy receives them. Empty if
  // the URL has none.
  std::vector<Secret> secrets;
};

// Returns nullopt unless `url` is `http` or `https` with a host and a port, and perhaps a user and
// a password, and nothing else.
std::optional<ProxyUrl> ReadProxyUrl(const std::string& url);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_PROXY_URL_H_
