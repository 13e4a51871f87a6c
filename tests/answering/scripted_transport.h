// SPDX-License-Identifier: Apache-2.0
// A transport whose events and results a test determines.
#ifndef FOOTNOTE_TESTS_ANSWERING_SCRIPTED_TRANSPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_SCRIPTED_TRANSPORT_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "service/upstream/route_table.h"
#include "service/upstream/transport.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {

// A result with the request id "req_1".
inline upstream::MessagesResult ResultWith(absl::Status status) {
  upstream::MessagesResult result;
  result.status = std::move(status);
  result.request_id = "req_1";
  return result;
}

// A route table whose headers are those of the call after a header that has the route.
class EchoingRoutes : public upstream::RouteTable {
 public:
  upstream::HttpHeaders PublicHeaders(absl::string_view route,
                                      upstream::HttpHeaders call_headers) const override {
    upstream::HttpHeaders headers = {{"route", std::string(route)}};
    headers.insert(headers.end(), call_headers.begin(), call_headers.end());
    return headers;
  }
  // "hunter2" is the only secret.
  std::string Redact(std::string text) const override {
    return absl::StrReplaceAll(text, {{"hunter2", "[redacted]"}});
  }
};

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

  // True until the last call ends.
  bool IsRunning() const { return observer_ != nullptr; }

  // Emit events to the observer of the last call.
  void EmitMessage(messages::Message message) {
    upstream::MessagesEvent event = std::move(message);
    observer_->OnEvents({&event, 1});
  }
  void Emit(std::vector<messages::StreamEvent> events) {
    std::vector<upstream::MessagesEvent> batch;
    batch.reserve(events.size());
    for (messages::StreamEvent& event : events) batch.emplace_back(std::move(event));
    observer_->OnEvents(absl::MakeSpan(batch));
  }

  // Emits the message `json` and ends the call.
  void Reply(const std::string& json) {
    EmitMessage(ParseMessage(json));
    End(absl::OkStatus());
  }

  void End(absl::Status status) { End(ResultWith(std::move(status))); }
  void End(upstream::MessagesResult result) {
    std::exchange(observer_, nullptr)->OnEnd(std::move(result));
  }

  // Called by Send.
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
