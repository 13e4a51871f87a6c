// SPDX-License-Identifier: Apache-2.0
// The delay after which refused callers should try again.
#ifndef FOOTNOTE_SERVICE_RPC_RETRY_DELAY_H_
#define FOOTNOTE_SERVICE_RPC_RETRY_DELAY_H_

#include <algorithm>
#include <cmath>

#include "absl/time/time.h"

namespace footnote::rpc {

// The more calls are refused, the longer their callers are asked to wait: thousands of callers that
// wait for a second each would take the time that answers need. Not thread-safe.
class RetryDelay {
 public:
  static constexpr absl::Duration kMin = absl::Seconds(1);
  static constexpr absl::Duration kMax = absl::Seconds(8);

  // Returns the delay for a call that is refused now: from 3/4 to 5/4 of a delay that grows with
  // the number of refusals, so that callers do not return together.
  absl::Duration Next(absl::Time now) {
    const absl::Duration age = now - second_;
    if (age < absl::ZeroDuration() || age >= absl::Seconds(1)) {
      last_ = age < absl::Seconds(2) ? current_ : 0;
      current_ = 0;
      second_ = now;
    }
    ++current_;
    const absl::Duration delay =
        std::clamp(kMin * (std::max(last_, current_) / kRefusalsPerDelay), kMin, kMax);
    spread_ = std::fmod(spread_ + kGoldenRatio, 1.0);
    return delay * (0.75 + 0.5 * spread_);
  }

 private:
  // The number of refusals per second for each kMin.
  static constexpr double kRefusalsPerDelay = 500;
  static constexpr double kGoldenRatio = 0.6180339887;  // its multiples are spread evenly

  absl::Time second_ = absl::InfinitePast();
  double last_ = 0;     // refusals of the second before
  double current_ = 0;  // of this one
  double spread_ = 0;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_RETRY_DELAY_H_
