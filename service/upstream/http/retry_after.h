// When a server says to come back.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_RETRY_AFTER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_RETRY_AFTER_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace footnote::upstream {

// The value of a `retry-after-ms` header: milliseconds, which may have a fraction. nullopt for
// anything that is not a number of at least 0.
std::optional<absl::Duration> ParseRetryAfterMs(absl::string_view value);

// The value of a `retry-after` header: seconds, which may have a fraction, or an HTTP date, counted
// from `now`; one that has passed is no delay. nullopt for anything else. No upper limit: whoever
// waits decides what is too long.
std::optional<absl::Duration> ParseRetryAfter(absl::string_view value, absl::Time now);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_RETRY_AFTER_H_
