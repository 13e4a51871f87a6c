// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connection_rules.h"

#include <algorithm>
#include <utility>

#include "service/rpc/connection/http2_limits.h"

namespace footnote::rpc {
namespace {

// What the frames of a call may take besides its message: metadata, and the frames' heads.
constexpr int64_t kBytesPerCall = Http2Limits::kMaxMetadataBytes;
// What a connection with calls in progress sends besides them: window updates for large answers.
constexpr double kControlBytesPerSecond = 64 << 10;

}  // namespace

const char* NameOf(BrokenRule rule) {
  switch (rule) {
    case BrokenRule::kNone:
      return "none";
    case BrokenRule::kNewCalls:
      return "new_calls";
    case BrokenRule::kResets:
      return "resets";
    case BrokenRule::kOverhead:
      return "overhead";
    case BrokenRule::kTooManyBytes:
      return "too_many_bytes";
    case BrokenRule::kStalled:
      return "stalled";
  }
  return "";
}

bool ConnectionHistory::Excess::Add(int64_t count, double rate, double seconds) {
  excess_ = std::max(0.0, excess_ - rate * seconds) + static_cast<double>(count);
  return excess_ > rate;
}

BrokenRule ConnectionHistory::Look(const ConnectionCounts& counts, absl::Time now) {
  const double seconds = std::max(0.0, absl::ToDoubleSeconds(now - last_look_));
  const int64_t waiting = CallsWithoutMessage(counts);
  const int64_t bytes = OpenBytes(counts, seconds);
  if (waiting == 0 || counts.messages > last_.messages) last_message_ = now;
  CountUnfinished(counts, bytes, waiting);

  const int64_t resets = ResetsIn(counts);
  resets_seen_ += resets;

  BrokenRule broken = BrokenRule::kNone;
  if (new_calls_.Add(counts.calls_started - last_.calls_started, rules_.max_new_calls_per_second,
                     seconds)) {
    broken = BrokenRule::kNewCalls;
  } else if (resets_.Add(resets, rules_.max_resets_per_second, seconds)) {
    broken = BrokenRule::kResets;
  } else if (overhead_.Add(TakeOverhead(counts, bytes, waiting),
                           static_cast<double>(rules_.max_overhead_bytes_per_second), seconds)) {
    broken = BrokenRule::kOverhead;
  } else if (unfinished_bytes_ >
             rules_.max_unfinished_bytes + waiting * (rules_.max_message_bytes + kBytesPerCall)) {
    broken = BrokenRule::kTooManyBytes;
  } else if (unfinished_bytes_ > rules_.max_unfinished_bytes &&
             now - last_message_ > rules_.max_stall) {
    broken = BrokenRule::kStalled;
  }
  last_ = counts;
  last_look_ = now;
  waiting_ = waiting;
  return broken;
}

int64_t ConnectionHistory::ResetsIn(const ConnectionCounts& counts) const {
  // gRPC counts a call that was reset when it is deleted, which it puts off during an attack. The
  // calls beyond the number that can be open were reset.
  const int64_t open = counts.calls_started - counts.calls_ended;
  const int64_t resets = counts.calls_reset + std::max<int64_t>(0, open - rules_.max_streams);
  return std::max<int64_t>(0, resets - resets_seen_);
}

int64_t ConnectionHistory::CallsWithoutMessage(const ConnectionCounts& counts) {
  const int64_t open = counts.calls_started - counts.calls_ended;
  // gRPC does not say which calls a message belongs to. Of the calls that ended without one, the
  // number is known when no call is open.
  if (open == 0) ended_without_message_ = counts.calls_started - counts.messages;
  return std::clamp<int64_t>(counts.calls_started - counts.messages - ended_without_message_, 0,
                             open);
}

int64_t ConnectionHistory::OpenBytes(const ConnectionCounts& counts, double seconds) const {
  const int64_t calls = counts.calls_started - last_.calls_started;
  const double control = waiting_ == 0 ? 0 : std::min(seconds, 1.0) * kControlBytesPerSecond;
  const int64_t expected = calls * kBytesPerCall + static_cast<int64_t>(control);
  const int64_t bytes = counts.bytes_read - last_.bytes_read;
  return std::max<int64_t>(0, bytes - expected) - (counts.message_bytes - last_.message_bytes);
}

int64_t ConnectionHistory::TakeOverhead(const ConnectionCounts& counts, int64_t bytes,
                                        int64_t waiting) {
  // gRPC counts a call and its message a little after it has read them: what was read before the
  // last look is overhead only if no call accounts for it by now.
  const int64_t before = std::exchange(possible_overhead_, std::max<int64_t>(0, bytes));
  const bool has_uploads = waiting > 0 || counts.calls_reset > last_.calls_reset;
  if (has_uploads) possible_overhead_ = 0;
  return has_uploads ? 0 : std::max<int64_t>(0, before + std::min<int64_t>(0, bytes));
}

void ConnectionHistory::CountUnfinished(const ConnectionCounts& counts, int64_t bytes,
                                        int64_t waiting) {
  if (waiting == 0) {
    // They may be those of a call that is not counted yet.
    unfinished_bytes_ = std::max<int64_t>(0, bytes);
    return;
  }
  // A call that was reset gives back its share.
  const int64_t resets = counts.calls_reset - last_.calls_reset;
  if (resets > 0 && waiting_ > 0) {
    unfinished_bytes_ -= unfinished_bytes_ * std::min(resets, waiting_) / waiting_;
  }
  unfinished_bytes_ = std::max<int64_t>(0, unfinished_bytes_ + bytes);
}

}  // namespace footnote::rpc
