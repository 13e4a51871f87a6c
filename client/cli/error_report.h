// SPDX-License-Identifier: Apache-2.0
// Reports the error of a call to the user.
#ifndef FOOTNOTE_CLIENT_CLI_ERROR_REPORT_H_
#define FOOTNOTE_CLIENT_CLI_ERROR_REPORT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/error_hint.h"

namespace footnote::client {

struct ErrorReport {
  std::string text;  // lines for standard error, each with a line feed
  int exit_code;
};

// Reports the error of `call`: a line
//   footnote: error: CODE (REASON): message
// or one such line for each violation of the request, the attempts at the API, and a hint if there
// is one.
ErrorReport ReportError(const absl::Status& status, const FailedCall& call);

// Reports an error of the input: each line of `message` as an error without a code.
std::string ReportUsage(absl::string_view message);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_ERROR_REPORT_H_
