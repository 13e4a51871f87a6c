// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/amounts.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace footnote::client {
namespace {

int64_t RoundedUp(absl::Duration time, absl::Duration unit) {
  return absl::Ceil(time, unit) / unit;
}

}  // namespace

std::string Counted(int64_t count, absl::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

std::string RoughTime(absl::Duration time) {
  // Each unit is used up to a number that is easy to read.
  constexpr int64_t kMostSeconds = 119;
  constexpr int64_t kMostMinutes = 119;
  if (time < absl::Seconds(1)) return "under a second";
  if (const int64_t seconds = RoundedUp(time, absl::Seconds(1)); seconds <= kMostSeconds) {
    return absl::StrCat(seconds, " s");
  }
  if (const int64_t minutes = RoundedUp(time, absl::Minutes(1)); minutes <= kMostMinutes) {
    return absl::StrCat(minutes, " min");
  }
  return absl::StrCat(RoundedUp(time, absl::Hours(1)), " h");
}

}  // namespace footnote::client
