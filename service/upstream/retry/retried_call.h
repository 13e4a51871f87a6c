// One call of a RetryingTransport: its attempts, one after another, and the waits between them.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRIED_CALL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRIED_CALL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/status/status.h"
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
  // Attempts on one model, the first included, where the call does not say. Whoever makes options
  // or a call sees to it that neither asks for fewer than 1 nor more than kMaxAttempts.
  int max_attempts = 3;
  BackoffPolicy backoff;
  // A server that asks for a longer wait is not waited for: the call ends with its hint.
  absl::Duration max_server_wait = absl::Seconds(60);
  RetryBudget::Options budget;
};

// What the calls of one transport share. Thread-safe.
struct RetryEnvironment {
  MessagesTransport& inner;
  Timer& timer;
  const RetryOptions options;
  const std::function<absl::Time()> now;
  const std::function<double()> chance;
  RetryBudget budget;
};

// Held by whoever may want to cancel it; `ended` is where they let go of it. It keeps itself alive
// in whatever it started, except for an attempt under way: for that the holder must keep it.
//
// One thread at a time drives it: that of Start, of the attempt under way, or of the timer. What
// only the driver touches needs no lock, since each hands over to the next through `mutex_`, the
// inner transport or the timer. Cancel, Pause and Resume may come from any thread at any time,
// touch what `mutex_` guards and nothing else, and do not call the observer (but a timer that shuts
// down may, from within Cancel). Nothing is called under the lock, so that whatever is called may
// call back.
class RetriedCall final : public std::enable_shared_from_this<RetriedCall>,
                          private MessagesObserver {
 public:
  // `ended` is called once, just before the observer's OnEnd.
  RetriedCall(std::shared_ptr<RetryEnvironment> environment, MessagesCall call,
              MessagesObserver* observer, std::function<void()> ended);

  // Makes the first attempt. Called once; the end may come before it returns.
  void Start();

  void Cancel();
  void Pause();
  void Resume();

 private:
  enum class Phase {
    kBetween,  // before the first attempt, between an attempt and what follows it, after the end
    kAttempt,  // an attempt is under way
    kWaiting,  // the timer is to start the next attempt
  };

  // The driver's steps.
  void MakeAttempt(absl::Duration waited);
  MessagesCall NextMessagesCall();
  void OnEvents(absl::Span<MessagesEvent> events) override;
  void OnEnd(MessagesResult end) override;
  void NoteAttempt(const MessagesResult& end);
  void OnMessage(MessagesResult end);
  void OnFailure(MessagesResult end);
  // What stops another attempt after `wait`, which is the server's `hint` if there is one; null if
  // nothing does, and the budget has paid for it.
  const char* TakeRetry(absl::Duration wait, const std::optional<absl::Duration>& hint);
  void WaitThenRetry(absl::Duration wait);
  void FallBack();
  // From here on no attempt can follow.
  void HandOn(absl::Span<MessagesEvent> events);
  void ReleaseRequest();
  void FinishCancelled(absl::Status status);
  void Finish(MessagesResult end);

  // Anybody's steps.
  bool IsCancelled();
  // Lets a call that was cancelled hear of it now, if the timer has not yet begun to act.
  void CutWaitShort(TimerId id);
  // Makes the attempt under way as paused as the call is meant to be.
  void SettlePause();

  const std::shared_ptr<RetryEnvironment> environment_;
  MessagesObserver* const observer_;
  const std::function<void()> ended_;

  // The driver's.
  MessagesCall call_;  // its body and headers only as long as another attempt may need them
  const int max_attempts_;
  FallbackChain chain_;
  int tries_ = 0;  // attempts begun on the current model
  absl::Duration waited_;
  HeldEvents held_;
  bool handed_on_ = false;
  // A refusal that is the answer unless a model asked later gives another.
  struct Refusal {
    std::vector<MessagesEvent> events;
    MessagesResult end;
  };
  std::optional<Refusal> refusal_;
  std::vector<Attempt> attempts_;

  // Guarded by mutex_.
  std::mutex mutex_;
  Phase phase_ = Phase::kBetween;
  bool cancelled_ = false;
  bool paused_ = false;
  uint64_t attempt_number_ = 0;    // tells a late look at an attempt, or its wait, that it is over
  MessagesCallId attempt_id_ = 0;  // 0 until known, in kAttempt
  TimerId timer_id_ = 0;           // 0 until known, in kWaiting
  bool attempt_paused_ = false;    // what the attempt was told last
  bool settling_pause_ = false;    // somebody is telling it
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRIED_CALL_H_
