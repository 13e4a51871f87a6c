// SPDX-License-Identifier: Apache-2.0
// The log of the server: one JSON object per line on standard error.
#ifndef FOOTNOTE_SERVICE_LOG_H_
#define FOOTNOTE_SERVICE_LOG_H_

#include <initializer_list>
#include <utility>

#include "absl/strings/string_view.h"

namespace footnote {

// Logs `event` (snake_case) with fields, which must not contain secrets or text of requests or
// answers. Thread-safe.
void LogInfo(absl::string_view event,
             std::initializer_list<std::pair<absl::string_view, absl::string_view>> fields = {});
void LogError(absl::string_view event,
              std::initializer_list<std::pair<absl::string_view, absl::string_view>> fields = {});

// Like LogError, but logs at most kMaxLinesPerSecond lines a second with the same `event` and
// `reason`, the name of an error reason. The others are counted: an event "log_suppressed" with
// the field `suppressed` follows with the first line of a later second, or from LogSuppressed.
inline constexpr int kMaxLinesPerSecond = 10;
void LogErrorLimited(
    absl::string_view event, absl::string_view reason,
    std::initializer_list<std::pair<absl::string_view, absl::string_view>> fields = {});

// Logs the numbers of lines that were suppressed and not yet logged. For the end of the server.
void LogSuppressed();

// Redirects errors of gRPC to this log, and disables protobuf's messages about callers' requests.
// Must be called once, before either library is used.
void RouteLibraryLogs();

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_LOG_H_
