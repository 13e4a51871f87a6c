// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/retry_after.h"

#include <curl/curl.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"

namespace footnote::upstream {
namespace {

std::optional<double> ParseCount(absl::string_view value) {
  double count;
  if (!absl::SimpleAtod(value, &count) || !std::isfinite(count) || count < 0) return std::nullopt;
  return count;
}

}  // namespace

std::optional<absl::Duration> ParseRetryAfterMs(absl::string_view value) {
  const std::optional<double> count = ParseCount(value);
  if (!count.has_value()) return std::nullopt;
  return absl::Milliseconds(*count);
}

std::optional<absl::Duration> ParseRetryAfter(absl::string_view value, absl::Time now) {
  value = absl::StripAsciiWhitespace(value);
  if (const std::optional<double> count = ParseCount(value)) return absl::Seconds(*count);
  // curl_getdate reads all three forms of an HTTP date, but bare numbers too.
  if (value.empty() || !absl::ascii_isalpha(static_cast<unsigned char>(value.front()))) {
    return std::nullopt;
  }
  const time_t date = curl_getdate(std::string(value).c_str(), nullptr);
  if (date == -1) return std::nullopt;
  return std::max(absl::FromTimeT(date) - now, absl::ZeroDuration());
}

}  // namespace footnote::upstream
