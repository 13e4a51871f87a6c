// SPDX-License-Identifier: Apache-2.0
// The address of an upstream, as an operator writes it.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_BASE_URL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_BASE_URL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footnote::upstream {

// Returns `url` as "scheme://host" or "scheme://host:port", without a trailing slash. The scheme
// must be http or https, and there must be no path, query, fragment, user or password. The error
// names the invalid part, without `url` itself, which may contain a password.
absl::StatusOr<std::string> NormalizeBaseUrl(absl::string_view url);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_BASE_URL_H_
