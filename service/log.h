// What the server says to its operator: one JSON object a line, on standard error.
#ifndef FOOTNOTE_SERVICE_LOG_H_
#define FOOTNOTE_SERVICE_LOG_H_

#include <initializer_list>
#include <utility>

#include "absl/strings/string_view.h"

namespace footnote {

// Logs `event` (snake_case) with fields. No secret and no text of requests or answers belongs in a
// field. Thread-safe.
void LogInfo(absl::string_view event,
             std::initializer_list<std::pair<absl::string_view, absl::string_view>> fields = {});
void LogError(absl::string_view event,
              std::initializer_list<std::pair<absl::string_view, absl::string_view>> fields = {});

// Makes what gRPC has to say of its errors part of the log, and silences what protobuf says of what
// callers sent. Call once, before either is used.
void RouteLibraryLogs();

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_LOG_H_
