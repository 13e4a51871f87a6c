// SPDX-License-Identifier: Apache-2.0
// What a user can do about a failed call.
#ifndef FOOTNOTE_CLIENT_CLI_ERROR_HINT_H_
#define FOOTNOTE_CLIENT_CLI_ERROR_HINT_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "client/cli/arguments.h"
#include "client/cpp/error_details.h"

namespace footnote::client {

// The call that failed.
struct FailedCall {
  Arguments::Command command = Arguments::Command::kAsk;
  absl::string_view server;
  bool response_started = false;  // part of the answer was received before the error
};

// Returns one line without a line feed; empty if there is no advice that can help. `details` are
// those of `status`.
std::string HintFor(const absl::Status& status, const ErrorDetails& details,
                    const FailedCall& call);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_ERROR_HINT_H_
