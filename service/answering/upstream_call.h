// One call to upstream that others may steer at any time, before it is sent and after it has ended.
#ifndef FOOTNOTE_SERVICE_ANSWERING_UPSTREAM_CALL_H_
#define FOOTNOTE_SERVICE_ANSWERING_UPSTREAM_CALL_H_

#include <atomic>
#include <mutex>

#include "service/answering/answer_engine.h"
#include "service/answering/building/request_builder.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Thread-safe, but for Send, which is called once.
class UpstreamCall {
 public:
  explicit UpstreamCall(upstream::MessagesTransport* transport) : transport_(*transport) {}
  UpstreamCall(const UpstreamCall&) = delete;
  UpstreamCall& operator=(const UpstreamCall&) = delete;

  // Whether Cancel was called; what was not sent then need not be.
  bool cancelled() const { return cancelled_; }

  // Sends what was built; takes its JSON and retry limits. `observer` hears of it from now on,
  // perhaps to the end, before Send returns.
  void Send(building::BuiltRequest* built, AnswerContext context, bool stream,
            upstream::MessagesObserver* observer);

  void Cancel();
  void Pause();
  void Resume();

 private:
  upstream::MessagesTransport& transport_;
  std::atomic<bool> cancelled_{false};
  std::atomic<upstream::MessagesCallId> id_{0};
  std::mutex mutex_;        // keeps pauses and resumes in order
  bool is_paused_ = false;  // guarded by mutex_
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_UPSTREAM_CALL_H_
