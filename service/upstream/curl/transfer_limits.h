// The limits of time of one HTTP transfer. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_TRANSFER_LIMITS_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_TRANSFER_LIMITS_H_

#include <algorithm>
#include <optional>

#include "absl/time/time.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// Time is an argument, and never runs backwards. What happens in between only notes the time; who
// watches the limits asks at NextCheck. Not thread-safe.
class TransferLimits {
 public:
  // No limits.
  TransferLimits() = default;
  // The limits of `request`, which starts now: `wall_now` and `now` are the same moment.
  TransferLimits(const HttpRequest& request, absl::Time wall_now, SteadyTime now);

  // Some of the body came.
  void NoteBody(SteadyTime now) {
    began_ = true;
    idle_since_ = now;
  }
  // Silence is nobody's fault while the transfer is paused.
  void NotePause() { paused_ = true; }
  void NoteResume(SteadyTime now) {
    paused_ = false;
    idle_since_ = now;
  }
  // Adds a limit: the transfer is cancelled at `time`. Ask for NextCheck again.
  void CancelAt(SteadyTime time) { cancel_at_ = std::min(cancel_at_, time); }

  // The limit that has passed; of several, the one that passed first.
  std::optional<TransferResult::Cause> Passed(SteadyTime now) const;

  // When to ask Passed next. No limit passes before, whatever comes or is paused until then;
  // SteadyTime::max() for never.
  SteadyTime NextCheck(SteadyTime now) const;

 private:
  SteadyTime deadline_ = SteadyTime::max();
  SteadyTime total_ = SteadyTime::max();
  SteadyTime first_byte_ = SteadyTime::max();
  SteadyTime cancel_at_ = SteadyTime::max();
  absl::Duration idle_timeout_ = absl::InfiniteDuration();

  bool began_ = false;
  bool paused_ = false;
  SteadyTime idle_since_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_TRANSFER_LIMITS_H_
