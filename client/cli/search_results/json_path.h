// SPDX-License-Identifier: Apache-2.0
// Parses JSON with errors that state the position.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_JSON_PATH_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_JSON_PATH_H_

#include <nlohmann/json.hpp>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footnote::client {

// Parses `text`. The error's message is one line: the path at which parsing stopped, such as
// "[0].title", the line and column, and the cause. More than 64 levels of nesting are an error.
absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_JSON_PATH_H_
