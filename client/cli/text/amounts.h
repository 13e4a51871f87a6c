// SPDX-License-Identifier: Apache-2.0
// Formats amounts for readers.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_AMOUNTS_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_AMOUNTS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace footnote::client {

// Returns "1 token" or "2 tokens". `noun` is a singular whose plural adds an s.
std::string Counted(int64_t count, absl::string_view noun);

// Returns a duration rounded up: "under a second", "2 s", "5 min", "3 h". Zero and negative
// durations are "under a second".
std::string RoughTime(absl::Duration time);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_AMOUNTS_H_
