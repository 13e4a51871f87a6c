#include "service/rpc/admission.h"

#include "absl/strings/str_cat.h"
#include "service/rich_status.h"
#include "service/rpc/handover.h"

namespace footnote {
namespace {

// When a caller that was refused may well find room, here or at another server.
constexpr absl::Duration kRefusalDelay = absl::Seconds(1);

absl::Status Overloaded(int limit) {
  absl::Status status =
      ErrorWithInfo(absl::StatusCode::kResourceExhausted, "OVERLOADED",
                    absl::StrCat("the server has ", limit, " calls in flight, its limit"),
                    {{"limit", absl::StrCat(limit)}});
  AddRetryInfo(kRefusalDelay, &status);
  return status;
}

absl::Status Draining() {
  absl::Status status = ErrorWithInfo(absl::StatusCode::kUnavailable, "DRAINING",
                                      "the server is shutting down; another one may answer");
  AddRetryInfo(kRefusalDelay, &status);
  return status;
}

}  // namespace

absl::Status Admission::Enter() {
  if (++calls_ > max_calls_) return Overloaded(max_calls_);
  if (draining_) return Draining();
  return absl::OkStatus();
}

void Admission::Leave() {
  HandOver(this);
  if (--calls_ > 0 || !draining_) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.notify_all();
}

void Admission::Drain(absl::Duration timeout) {
  draining_ = true;
  std::unique_lock<std::mutex> lock(mutex_);
  idle_.wait_for(lock, absl::ToChronoMilliseconds(timeout), [this] { return calls_ == 0; });
}

}  // namespace footnote
