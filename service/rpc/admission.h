// SPDX-License-Identifier: Apache-2.0
// Limits the calls in flight, in all and for each peer, ends those whose answers are not read, and
// drains them at shutdown.
#ifndef FOOTNOTE_SERVICE_RPC_ADMISSION_H_
#define FOOTNOTE_SERVICE_RPC_ADMISSION_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/answering/byte_counter.h"
#include "service/rpc/retry_delay.h"
#include "service/rpc/token_bucket.h"

namespace footnote::rpc {

// The limits on calls. A peer is what PeerKey returns.
struct AdmissionLimits {
  // The calls that are worked on. A call whose complete answer was handed to gRPC is none of them.
  int max_calls = 10'000;
  int max_calls_per_peer = 1'000;
  // The calls that a peer may start per second, admitted or not.
  int max_starts_per_second_per_peer = 10'000;
  // The bytes that all calls hold, until their answers are delivered: requests, what is kept of
  // them, answers and queues.
  int64_t max_bytes = int64_t{1} << 30;
  int64_t max_bytes_per_peer = int64_t{512} << 20;
  // How long an answer, or a part of a stream, may wait until the caller reads it. A large part has
  // more time, at kMinBytesPerSecond.
  absl::Duration unread_answer_timeout = absl::Seconds(60);
};

// Thread-safe. Calls that were admitted are never ended because of a limit on calls or bytes.
class Admission {
  struct Peer;

 public:
  // The slowest pace of reading at which an answer of any size is delivered.
  static constexpr int64_t kMinBytesPerSecond = 16 << 10;
  // A peer is refused at once this many times per second, and after a delay beyond: callers that
  // ignore RetryInfo would take the time that answers need. Several thousand callers that wait as
  // RetryInfo states stay below it.
  static constexpr int kQuickRefusalsPerSecond = 4000;
  static constexpr absl::Duration kRefusalDelay = absl::Milliseconds(200);
  // The bytes that each call is taken to hold besides its request and its answer.
  static constexpr int64_t kBytesPerCall = 32 << 10;

  using Clock = absl::Time (*)();

  // A call that is admitted.
  class Call {
   public:
    virtual ~Call() = default;
    // Cancels the call, for a drain. Called at most once, on any thread, while the call is
    // admitted. Must not block, and must not call the Admission.
    virtual void Abort() = 0;
    // Returns a function that ends the call because its answer is not read. The function is called
    // after the call may have ended and been deleted; it may call the Admission.
    virtual std::function<void()> EndUnread() = 0;
  };

  // The last of what a call gives back.
  class Share {
   public:
    // The call does not exist any more. Called once; does nothing if it was not admitted.
    void Leave();

   private:
    friend class Admission;
    Admission* admission_ = nullptr;
    Peer* peer_ = nullptr;
  };

  // The place of one call, a member of it. The methods after Enter do nothing if the call was not
  // admitted. Thread-safe where stated.
  class Ticket final : public answering::ByteCounter {
   public:
    Ticket() = default;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    // Gives back the bytes that are still counted.
    ~Ticket() override { Add(-bytes_); }

    // If Enter refused the call: the delay after which to send the refusal.
    absl::Duration refusal_delay() const { return refusal_delay_; }

    // Counts bytes that the call holds from now on, or no longer. Thread-safe.
    void Add(int64_t bytes) override;
    // The call is not worked on any more: another may take its place. Called at most once.
    void EndWork();
    // gRPC was given `bytes` to deliver, until EndDelivery. One delivery at a time.
    void BeginDelivery(size_t bytes);
    void EndDelivery();
    // Removes the call, which still exists. What is returned leaves when the call, and this ticket
    // with it, is deleted.
    Share Remove();

   private:
    friend class Admission;
    Admission* admission_ = nullptr;  // null: not admitted
    Peer* peer_ = nullptr;
    Call* call_ = nullptr;
    absl::Duration refusal_delay_ = absl::ZeroDuration();
    std::atomic<bool> is_working_{false};
    bool is_aborted_ = false;  // used with the mutex of the Admission
    std::atomic<int64_t> bytes_{0};
    std::atomic<int64_t> delivery_deadline_{kNoDeadline};  // nanoseconds since the Unix epoch
  };

  explicit Admission(const AdmissionLimits& limits, Clock clock = &absl::Now)
      : limits_(limits), clock_(clock) {}

  // Admits `call` of `peer`, whose request has `request_bytes` bytes, or fails with OVERLOADED or
  // DRAINING. `ticket` must be new and a member of `call`. Counts `request_bytes` until the call
  // gives them back with Ticket::Add.
  absl::Status Enter(Call* call, absl::string_view peer, size_t request_bytes, Ticket* ticket)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // While true, all new calls are refused with OVERLOADED, since the process has little memory
  // left.
  void SetMemoryPressure(bool is_high) { is_memory_low_ = is_high; }

  // Ends the calls whose answers were not read in time, and returns their number. To be called
  // about once per second.
  int EndUnread() ABSL_LOCKS_EXCLUDED(mutex_);

  // Refuses all new calls from now on, and waits until no call is left. Aborts those that are left
  // after `timeout`, or once `interrupted`, which is polled, returns true. A second later, ends
  // those whose answers are still not read. Returns the number of calls that were aborted or ended.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the status of a call that ended with `status`: DRAINING, with the details of `status`,
  // if the call was aborted, and otherwise `status`.
  absl::Status ResultOf(absl::Status status) const;

 private:
  static constexpr int64_t kNoDeadline = INT64_MAX;

  struct Peer {
    Peer(int starts_per_second, absl::Time now)
        : starts(starts_per_second, now), quick_refusals(kQuickRefusalsPerSecond, now) {}

    TokenBucket starts;
    TokenBucket quick_refusals;
    int calls = 0;  // admitted and not left
    std::atomic<int> working{0};
    std::atomic<int64_t> bytes{0};
  };

  Peer& PeerOf(absl::string_view key, absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetIdlePeers(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns OK, or OVERLOADED for a call of `peer` with `bytes` bytes.
  absl::Status Check(bool is_limited_peer, int64_t bytes, absl::Time now, Peer* peer)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Waits until no call is left, at most `timeout`, and as long as `interrupted` returns false.
  void WaitForIdle(absl::Duration timeout, const std::function<bool()>& interrupted)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns the functions that end the calls whose delivery deadline is before `now`.
  std::vector<std::function<void()>> TakeUnread(absl::Time now) ABSL_SHARED_LOCKS_REQUIRED(mutex_);

  const AdmissionLimits limits_;
  const Clock clock_;
  std::atomic<bool> aborting_{false};
  std::atomic<bool> is_memory_low_{false};
  std::atomic<int> working_{0};
  std::atomic<int64_t> bytes_{0};

  absl::Mutex mutex_;
  absl::CondVar idle_;  // signalled when the last call has left
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  RetryDelay retry_delay_ ABSL_GUARDED_BY(mutex_);
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;  // admitted and not left
  absl::flat_hash_set<Ticket*> running_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::unique_ptr<Peer>> peers_ ABSL_GUARDED_BY(mutex_);
  // The number of peers at which those without calls are forgotten.
  size_t max_peers_ ABSL_GUARDED_BY(mutex_) = 1024;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ADMISSION_H_
