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

// Redirects errors of gRPC to this log, and disables protobuf's messages about callers' requests.
// Must be called once, before either library is used.
void RouteLibraryLogs();

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_LOG_H_
