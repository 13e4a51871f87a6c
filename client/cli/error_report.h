// A failed call as the user sees it.
#ifndef FOOTNOTE_CLIENT_CLI_ERROR_REPORT_H_
#define FOOTNOTE_CLIENT_CLI_ERROR_REPORT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/error_hint.h"

namespace footnote::client {

struct ErrorReport {
  std::string text;  // lines for standard error, the last one ended too
  int exit_code;
};

// Says what went wrong with `call`: a line
//   footnote: error: CODE (REASON): message
// or one such line for each violation of the request, the attempts that were made upstream, and
// what to do about it where that is known.
ErrorReport ReportError(const absl::Status& status, const FailedCall& call);

// The lines of `message`, each as an error of no code: what is wrong with the input.
std::string ReportUsage(absl::string_view message);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_ERROR_REPORT_H_
