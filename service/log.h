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

// Makes what protobuf and gRPC have to say part of the log, protobuf from its warnings and gRPC
// from its errors up. Call once, before either is used.
void RouteLibraryLogs();

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_LOG_H_
