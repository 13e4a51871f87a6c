#include "service/rpc/admission.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/rich_status.h"

namespace footnote {
namespace {

using Clock = std::chrono::steady_clock;

constexpr absl::string_view kDraining = "DRAINING";
// When a caller that was refused may well find room, here or at another server.
constexpr absl::Duration kRefusalDelay = absl::Seconds(1);
// How often a drain asks whether to hurry.
constexpr std::chrono::milliseconds kGlance{50};
// How long calls have to end once they are cut off.
constexpr std::chrono::seconds kMaxCutOff{5};
// Longer than anyone waits, and far from what a clock can hold.
constexpr absl::Duration kMaxTimeout = absl::Hours(24);

absl::Status Overloaded(int limit) {
  absl::Status status =
      ErrorWithInfo(absl::StatusCode::kResourceExhausted, "OVERLOADED",
                    absl::StrCat("the server has ", limit, " calls in flight, its limit"),
                    {{"limit", absl::StrCat(limit)}});
  AddRetryInfo(kRefusalDelay, &status);
  return status;
}

absl::Status Draining() {
  absl::Status status = ErrorWithInfo(absl::StatusCode::kUnavailable, kDraining,
                                      "the server is shutting down; another one may answer");
  AddRetryInfo(kRefusalDelay, &status);
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

int Admission::Drain(absl::Duration timeout, const std::function<bool()>& hurry) {
  const auto limit = Clock::now() + absl::ToChronoMilliseconds(std::min(timeout, kMaxTimeout));
  std::unique_lock<std::mutex> lock(mutex_);
  draining_ = true;
  const auto idle = [this] { return calls_ == 0; };
  while (!idle() && Clock::now() < limit && !(hurry && hurry())) {
    idle_.wait_until(lock, std::min(limit, Clock::now() + kGlance), idle);
  }
  const auto cut_off = static_cast<int>(running_.size());
  cutting_off_ = true;
  for (Call* call : running_) call->CutOff();
  idle_.wait_for(lock, kMaxCutOff, idle);
  return cut_off;
}

absl::Status Admission::EndOf(absl::Status status) const {
  if (!cutting_off_ || status.code() != absl::StatusCode::kCancelled) return status;
  absl::Status ended =
      WithReason(status, absl::StatusCode::kUnavailable, kDraining,
                 "the server is shutting down, and its limit for running calls has passed");
  AddRetryInfo(kRefusalDelay, &ended);
  return ended;
}

}  // namespace footnote
