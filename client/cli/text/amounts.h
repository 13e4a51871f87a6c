// Amounts as people say them.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_AMOUNTS_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_AMOUNTS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace footnote::client {

// "1 token", "2 tokens". `noun` is a singular whose plural has an s more.
std::string Counted(int64_t count, absl::string_view noun);

// How long a wait is, never less than `time`: "under a second", "2 s", "5 min", "3 h". No time at
// all and less than none are "under a second" too.
std::string RoughTime(absl::Duration time);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_AMOUNTS_H_
