// SPDX-License-Identifier: Apache-2.0
// Parsers for the delay that a server requests before a retry.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_RETRY_AFTER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_RETRY_AFTER_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace footnote::upstream {

// Parses a `retry-after-ms` header: milliseconds, which may have a fraction. Returns nullopt for
// anything except a non-negative number.
std::optional<absl::Duration> ParseRetryAfterMs(absl::string_view value);

// Parses a `retry-after` header: seconds, which may have a fraction, or an HTTP date, which is
// converted to a delay from `now`; a past date is zero. Returns nullopt for anything else. There is
// no upper limit.
std::optional<absl::Duration> ParseRetryAfter(absl::string_view value, absl::Time now);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_RETRY_AFTER_H_
