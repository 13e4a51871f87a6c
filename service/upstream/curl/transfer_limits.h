// SPDX-License-Identifier: Apache-2.0
// The time limits of one HTTP transfer. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_TRANSFER_LIMITS_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_TRANSFER_LIMITS_H_

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/time/time.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// The time is an argument and must not decrease. Events only record the time; the caller checks the
// limits at NextCheck. Not thread-safe.
class TransferLimits {
 public:
  // No limits.
  TransferLimits() = default;
  // Sets the limits of `request`, which starts now: `wall_now` and `now` are the same time.
  TransferLimits(const HttpRequest& request, absl::Time wall_now, SteadyTime now);

  // Records that a part of the body was received.
  void NoteBody(SteadyTime now) {
    began_ = true;
    idle_since_ = now;
  }
  // Time in a pause does not count as idle time.
  void NotePause() { paused_ = true; }
  void NoteResume(SteadyTime now) {
    paused_ = false;
    idle_since_ = now;
  }
  // Adds a limit: the transfer is cancelled at `time`. NextCheck may change.
  void CancelAt(SteadyTime time) { cancel_at_ = std::min(cancel_at_, time); }

  // Adds a limit until NoteConnecting: the transfer ends with kConnectTimeout at `time`.
  void ConnectBy(SteadyTime time) { connect_by_ = time; }
  // Removes that limit, because libcurl, which has its own, connects now. Returns the time that was
  // left; nullopt if there was no limit.
  std::optional<absl::Duration> NoteConnecting(SteadyTime now) {
    const SteadyTime limit = std::exchange(connect_by_, SteadyTime::max());
    if (limit == SteadyTime::max()) return std::nullopt;
    return absl::FromChrono(limit - now);
  }

  // Returns the limit that has passed; if several have, the earliest.
  std::optional<TransferResult::Cause> Passed(SteadyTime now) const;

  // Returns the time of the next check: no limit passes before it. SteadyTime::max() for never.
  SteadyTime NextCheck(SteadyTime now) const;

 private:
  SteadyTime deadline_ = SteadyTime::max();
  SteadyTime total_ = SteadyTime::max();
  SteadyTime first_byte_ = SteadyTime::max();
  SteadyTime connect_by_ = SteadyTime::max();
  SteadyTime cancel_at_ = SteadyTime::max();
  absl::Duration idle_timeout_ = absl::InfiniteDuration();

  bool began_ = false;
  bool paused_ = false;
  SteadyTime idle_since_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_TRANSFER_LIMITS_H_
