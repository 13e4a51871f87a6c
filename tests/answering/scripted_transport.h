// A transport that says what the test tells it to, when the test tells it to.
#ifndef FOOTNOTE_TESTS_ANSWERING_SCRIPTED_TRANSPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_SCRIPTED_TRANSPORT_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "service/upstream/transport.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {

// An end with the request id "req_1".
inline upstream::MessagesResult ResultWith(absl::Status status) {
  upstream::MessagesResult end;
  end.status = std::move(status);
  end.request_id = "req_1";
  return end;
}

class ScriptedTransport : public upstream::MessagesTransport {
 public:
  upstream::MessagesCallId Send(upstream::MessagesCall call,
                                upstream::MessagesObserver* observer) override {
    calls.push_back(std::move(call));
    observer_ = observer;
    if (during_send) during_send();
    return calls.size();
  }

  void Cancel(upstream::MessagesCallId id) override {
    cancelled.push_back(id);
    if (id == 0 || id != calls.size() || observer_ == nullptr || !ends_when_cancelled) return;
    End(absl::CancelledError("cancelled"));
  }

  void Pause(upstream::MessagesCallId id) override { paused.push_back(id); }
  void Resume(upstream::MessagesCallId id) override { resumed.push_back(id); }

  void Say(upstream::MessagesEvent event) { observer_->OnEvents({&event, 1}); }
  void Say(std::vector<upstream::MessagesEvent> events) {
    observer_->OnEvents(absl::MakeSpan(events));
  }

  // Says the message `json`, and that this was all.
  void Reply(const std::string& json) {
    Say(ParseMessage(json));
    End(absl::OkStatus());
  }

  void End(absl::Status status) { End(ResultWith(std::move(status))); }
  void End(upstream::MessagesResult end) {
    std::exchange(observer_, nullptr)->OnEnd(std::move(end));
  }

  // Runs within Send.
  std::function<void()> during_send;
  bool ends_when_cancelled = true;
  std::vector<upstream::MessagesCall> calls;
  std::vector<upstream::MessagesCallId> cancelled;
  std::vector<upstream::MessagesCallId> paused;
  std::vector<upstream::MessagesCallId> resumed;

 private:
  upstream::MessagesObserver* observer_ = nullptr;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_SCRIPTED_TRANSPORT_H_
