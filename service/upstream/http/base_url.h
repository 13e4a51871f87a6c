// The address of an upstream, as an operator writes it.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_BASE_URL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_BASE_URL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footnote::upstream {

// `url` as "scheme://host" or "scheme://host:port", without a slash at the end. It must name http
// or https and a host, and may not have a path, query, fragment, user or password. The error's
// message says which part is wrong, without repeating `url`, which may hold a password.
absl::StatusOr<std::string> NormalizeBaseUrl(absl::string_view url);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_BASE_URL_H_
