// SPDX-License-Identifier: Apache-2.0
// One call of a RetryingTransport: a sequence of attempts with delays between them.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRIED_CALL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRIED_CALL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/upstream/attempt.h"
#include "service/upstream/http/timer.h"
#include "service/upstream/retry/backoff_policy.h"
#include "service/upstream/retry/fallback_chain.h"
#include "service/upstream/retry/held_events.h"
#include "service/upstream/retry/retry_budget.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

struct RetryOptions {
  // The maximum number of attempts for one model, including the first, where the call has no limit.
  // Both are from 1 to kMaxAttempts.
  int max_attempts = 1;
  BackoffPolicy backoff;
  // The maximum delay that the API may request. If it requests more, the call ends with that delay.
  absl::Duration max_server_wait = absl::InfiniteDuration();
  RetryBudget::Options budget;
};

// The objects that the calls of one transport share. Thread-safe.
struct RetryEnvironment {
  MessagesTransport& inner;
  Timer& timer;
  const RetryOptions options;
  const std::function<absl::Time()> now;
  const std::function<double()> chance;
  RetryBudget budget;
};

// Owned by the transport until `ended`. Keeps itself alive in the actions that it starts, except
// during an attempt: for that the owner must keep it.
//
// One thread at a time drives the call: the thread of Start, of the current attempt, or of the
// timer. State that only the driver uses needs no lock, because control passes from one driver to
// the next through `mutex_`, the inner transport or the timer. Cancel, Pause and Resume may be
// called on any thread at any time; they use only state that `mutex_` guards, and do not call the
// observer (except that a timer that shuts down may do so within Cancel). Nothing is called while
// the lock is held, so every callee may call back.
class RetriedCall final : public std::enable_shared_from_this<RetriedCall>,
                          private MessagesObserver {
 public:
  // `ended` is called once, immediately before the observer's OnEnd.
  RetriedCall(std::shared_ptr<RetryEnvironment> environment, MessagesCall call,
              MessagesObserver* observer, std::function<void()> ended);

  // Starts the first attempt. Called once; the call may end before it returns.
  void Start();

  void Cancel();
  void Pause();
  void Resume();

 private:
  enum class Phase {
    kBetween,  // before the first attempt, between other phases, or after the end
    kAttempt,  // an attempt is in progress
    kWaiting,  // the timer will start the next attempt
  };

  // These are called by the driver only.
  void MakeAttempt(absl::Duration waited);
  MessagesCall NextMessagesCall();
  void OnEvents(absl::Span<MessagesEvent> events) override;
  void OnEnd(MessagesResult end) override;
  void NoteAttempt(const MessagesResult& end);
  void OnMessage(MessagesResult end);
  void OnFailure(MessagesResult end);
  // Returns the reason why no attempt may follow after `wait`, which is the API's `hint` if there
  // is one. Returns null, and takes a token from the budget, if one may.
  const char* TakeRetry(absl::Duration wait, const std::optional<absl::Duration>& hint);
  void WaitThenRetry(absl::Duration wait);
  void FallBack();
  // Delivers events; no attempt can follow.
  void Deliver(absl::Span<MessagesEvent> events);
  void ReleaseRequest();
  void FinishCancelled(absl::Status status);
  void Finish(MessagesResult end);

  // These may be called on any thread.
  bool IsCancelled();
  // Ends a cancelled call immediately, unless the timer has already started the action.
  void EndWait(TimerId id);
  // Pauses or resumes the current attempt according to `paused_`.
  void ApplyPause();

  const std::shared_ptr<RetryEnvironment> environment_;
  MessagesObserver* const observer_;
  const std::function<void()> ended_;

  // Used by the driver only.
  MessagesCall call_;  // has its body and headers only while another attempt may need them
  const int max_attempts_;
  FallbackChain chain_;
  int tries_ = 0;  // the attempts started for the current model
  absl::Duration waited_;
  HeldEvents held_;
  bool delivered_any_ = false;
  // A refusal that is the answer unless a later model returns another answer.
  struct Refusal {
    std::vector<MessagesEvent> events;
    MessagesResult end;
  };
  std::optional<Refusal> refusal_;
  std::vector<Attempt> attempts_;

  absl::Mutex mutex_;
  Phase phase_ ABSL_GUARDED_BY(mutex_) = Phase::kBetween;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool paused_ ABSL_GUARDED_BY(mutex_) = false;
  // Identifies an attempt and the wait after it, so that a late check of either has no effect.
  uint64_t attempt_number_ ABSL_GUARDED_BY(mutex_) = 0;
  MessagesCallId attempt_id_ ABSL_GUARDED_BY(mutex_) = 0;  // 0 until known, in kAttempt
  TimerId timer_id_ ABSL_GUARDED_BY(mutex_) = 0;           // 0 until known, in kWaiting
  bool attempt_paused_ ABSL_GUARDED_BY(mutex_) = false;    // the last state sent to the attempt
  bool applying_pause_ ABSL_GUARDED_BY(mutex_) = false;    // true while a thread sends the state
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRIED_CALL_H_
