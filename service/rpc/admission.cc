// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/admission.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "service/status/errors.h"

namespace footnote::rpc {
namespace {

using SteadyClock = std::chrono::steady_clock;

// The delay after which the caller of a server that drains may find another server.
constexpr absl::Duration kRetryDelay = absl::Seconds(1);
// The interval at which a drain polls `interrupted`.
constexpr absl::Duration kPollInterval = absl::Milliseconds(50);
// The time that answers, and the errors of aborted calls, have to be delivered.
constexpr absl::Duration kDeliveryTimeout = absl::Seconds(1);
// The time that ended calls have to leave.
constexpr absl::Duration kAbortTimeout = absl::Seconds(5);
// The maximum of a drain's timeout; far below what a clock can represent.
constexpr absl::Duration kMaxTimeout = absl::Hours(24);

}  // namespace

absl::Status Admission::Enter(Call* call, absl::string_view peer, size_t request_bytes,
                              Ticket* ticket) {
  const int64_t bytes = kBytesPerCall + static_cast<int64_t>(request_bytes);
  const absl::Time now = clock_();
  const absl::MutexLock lock(&mutex_);
  if (draining_) return status::Draining(kRetryDelay);
  Peer& counts = PeerOf(peer, now);
  if (absl::Status status = Check(!peer.empty(), bytes, now, &counts); !status.ok()) {
    if (!counts.quick_refusals.Take(now)) ticket->refusal_delay_ = kRefusalDelay;
    return status;
  }
  ++calls_;
  ++working_;
  ++counts.calls;
  ++counts.working;
  ticket->admission_ = this;
  ticket->peer_ = &counts;
  ticket->call_ = call;
  ticket->is_working_ = true;
  ticket->Add(bytes);
  running_.insert(ticket);
  return absl::OkStatus();
}

absl::Status Admission::Check(bool is_limited_peer, int64_t bytes, absl::Time now, Peer* peer) {
  const auto overloaded = [this, now](absl::string_view limit, int64_t max) {
    mutex_.AssertHeld();
    return status::Overloaded(limit, max, retry_delay_.Next(now));
  };
  if (is_limited_peer && !peer->starts.Take(now)) {
    return overloaded("max_new_calls_per_second_per_peer", limits_.max_starts_per_second_per_peer);
  }
  if (is_memory_low_) return overloaded("memory", 0);
  if (working_ >= limits_.max_calls) return overloaded("max_calls_in_flight", limits_.max_calls);
  if (bytes_ + bytes > limits_.max_bytes) return overloaded("max_call_bytes", limits_.max_bytes);
  if (!is_limited_peer) return absl::OkStatus();
  if (peer->working >= limits_.max_calls_per_peer) {
    return overloaded("max_calls_per_peer", limits_.max_calls_per_peer);
  }
  if (peer->bytes + bytes > limits_.max_bytes_per_peer) {
    return overloaded("max_call_bytes_per_peer", limits_.max_bytes_per_peer);
  }
  return absl::OkStatus();
}

Admission::Peer& Admission::PeerOf(absl::string_view key, absl::Time now) {
  const auto found = peers_.find(key);
  if (found != peers_.end()) return *found->second;
  if (peers_.size() >= max_peers_) ForgetIdlePeers(now);
  auto& peer = peers_[key];
  peer = std::make_unique<Peer>(limits_.max_starts_per_second_per_peer, now);
  return *peer;
}

void Admission::ForgetIdlePeers(absl::Time now) {
  for (auto peer = peers_.begin(); peer != peers_.end();) {
    // The starts of a peer that comes back within a second still count.
    const bool is_idle = peer->second->calls == 0 && peer->second->starts.IsFull(now);
    if (is_idle) {
      peers_.erase(peer++);
    } else {
      ++peer;
    }
  }
  max_peers_ = std::max(size_t{1024}, 2 * peers_.size());
}

void Admission::Ticket::Add(int64_t bytes) {
  if (admission_ == nullptr) return;
  bytes_ += bytes;
  peer_->bytes += bytes;
  admission_->bytes_ += bytes;
}

void Admission::Ticket::EndWork() {
  if (admission_ == nullptr || !is_working_.exchange(false)) return;
  --peer_->working;
  --admission_->working_;
}

void Admission::Ticket::BeginDelivery(size_t bytes) {
  if (admission_ == nullptr) return;
  const absl::Duration transfer =
      absl::Milliseconds(static_cast<int64_t>(bytes) * 1000 / kMinBytesPerSecond);
  delivery_deadline_ = absl::ToUnixNanos(admission_->clock_() +
                                         admission_->limits_.unread_answer_timeout + transfer);
}

void Admission::Ticket::EndDelivery() { delivery_deadline_ = kNoDeadline; }

Admission::Share Admission::Ticket::Remove() {
  Share share;
  if (admission_ == nullptr) return share;
  EndWork();
  {
    const absl::MutexLock lock(&admission_->mutex_);
    admission_->running_.erase(this);
  }
  share.admission_ = admission_;
  share.peer_ = peer_;
  return share;
}

void Admission::Share::Leave() {
  if (admission_ == nullptr) return;
  const absl::MutexLock lock(&admission_->mutex_);
  --peer_->calls;
  if (--admission_->calls_ == 0) admission_->idle_.SignalAll();
}

std::vector<std::function<void()>> Admission::TakeUnread(absl::Time now) {
  std::vector<std::function<void()>> unread;
  const int64_t nanos = absl::ToUnixNanos(now);
  for (Ticket* ticket : running_) {
    const int64_t deadline = ticket->delivery_deadline_;
    if (deadline == kNoDeadline || deadline > nanos) continue;
    // Once per call.
    ticket->delivery_deadline_ = kNoDeadline;
    if (auto end = ticket->call_->EndUnread()) unread.push_back(std::move(end));
  }
  return unread;
}

int Admission::EndUnread() {
  std::vector<std::function<void()>> unread;
  {
    const absl::MutexLock lock(&mutex_);
    unread = TakeUnread(clock_());
  }
  // Without the mutex: the ends of calls leave.
  for (const std::function<void()>& end : unread) end();
  return static_cast<int>(unread.size());
}

void Admission::WaitForIdle(absl::Duration timeout, const std::function<bool()>& interrupted) {
  const auto end = SteadyClock::now() + absl::ToChronoMilliseconds(std::min(timeout, kMaxTimeout));
  while (calls_ > 0 && !(interrupted && interrupted())) {
    const absl::Duration left = absl::FromChrono(end - SteadyClock::now());
    if (left <= absl::ZeroDuration()) break;
    idle_.WaitWithTimeout(&mutex_, std::min(left, kPollInterval));
  }
}

int Admission::Drain(absl::Duration timeout, const std::function<bool()>& interrupted) {
  std::vector<std::function<void()>> unread;
  int aborted = 0;
  {
    const absl::MutexLock lock(&mutex_);
    draining_ = true;
    WaitForIdle(timeout, interrupted);
    aborting_ = true;
    for (Ticket* ticket : running_) {
      if (!ticket->is_working_) continue;
      ++aborted;
      ticket->is_aborted_ = true;
      ticket->call_->Abort();
    }
    WaitForIdle(kDeliveryTimeout, nullptr);
    for (const Ticket* ticket : running_) aborted += ticket->is_aborted_ ? 0 : 1;
    unread = TakeUnread(absl::InfiniteFuture());
  }
  for (const std::function<void()>& end : unread) end();
  const absl::MutexLock lock(&mutex_);
  WaitForIdle(kAbortTimeout, nullptr);
  return aborted;
}

absl::Status Admission::ResultOf(absl::Status status) const {
  if (!aborting_ || status.code() != absl::StatusCode::kCancelled) return status;
  return status::DrainTimeout(status, kRetryDelay);
}

}  // namespace footnote::rpc
