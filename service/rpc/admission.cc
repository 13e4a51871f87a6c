#include "service/rpc/admission.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr absl::string_view kDraining = "DRAINING";
// When a caller that was refused may well find room, here or at another server.
constexpr absl::Duration kRefusalDelay = absl::Seconds(1);
// How often a drain asks whether to hurry.
constexpr std::chrono::milliseconds kPollInterval{50};
// How long calls have to end once they are cut off.
constexpr std::chrono::seconds kAbortTimeout{5};
// Longer than anyone waits, and far from what a clock can hold.
constexpr absl::Duration kMaxTimeout = absl::Hours(24);

absl::Status Overloaded(int limit) {
  absl::Status status =
      status::ErrorWithInfo(absl::StatusCode::kResourceExhausted, "OVERLOADED",
                            absl::StrCat("the server has ", limit, " calls in flight, its limit"),
                            {{"limit", absl::StrCat(limit)}});
  status::AddRetryInfo(kRefusalDelay, &status);
  return status;
}

absl::Status Draining() {
  absl::Status status =
      status::ErrorWithInfo(absl::StatusCode::kUnavailable, kDraining,
                            "the server is shutting down; another one may answer");
  status::AddRetryInfo(kRefusalDelay, &status);
  return status;
}

}  // namespace

absl::Status Admission::Enter(Call* call) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (draining_) return Draining();
  if (calls_ >= max_calls_) return Overloaded(max_calls_);
  ++calls_;
  if (call != nullptr) running_.insert(call);
  return absl::OkStatus();
}

void Admission::Forget(Call* call) {
  const std::lock_guard<std::mutex> lock(mutex_);
  running_.erase(call);
}

void Admission::Leave() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (--calls_ == 0 && draining_) idle_.notify_all();
}

int Admission::Drain(absl::Duration timeout, const std::function<bool()>& interrupted) {
  const auto limit = Clock::now() + absl::ToChronoMilliseconds(std::min(timeout, kMaxTimeout));
  std::unique_lock<std::mutex> lock(mutex_);
  draining_ = true;
  const auto idle = [this] { return calls_ == 0; };
  while (!idle() && Clock::now() < limit && !(interrupted && interrupted())) {
    idle_.wait_until(lock, std::min(limit, Clock::now() + kPollInterval), idle);
  }
  const auto cut_off = static_cast<int>(running_.size());
  aborting_ = true;
  for (Call* call : running_) call->Abort();
  idle_.wait_for(lock, kAbortTimeout, idle);
  return cut_off;
}

absl::Status Admission::ResultOf(absl::Status status) const {
  if (!aborting_ || status.code() != absl::StatusCode::kCancelled) return status;
  absl::Status ended =
      status::WithReason(status, absl::StatusCode::kUnavailable, kDraining,
                         "the server is shutting down, and its limit for running calls has passed");
  status::AddRetryInfo(kRefusalDelay, &ended);
  return ended;
}

}  // namespace footnote::rpc
