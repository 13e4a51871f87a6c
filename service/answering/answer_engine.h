// One answer, from the caller's request to the finished Answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/request_builder.h"
#include "service/answering/source_index.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// What every answer of one server shares. Thread-safe.
class AnswerEngine {
 public:
  // `transport` must outlive the engine.
  AnswerEngine(upstream::MessagesTransport* transport, RequestDefaults defaults)
      : transport_(*transport), defaults_(std::move(defaults)) {}

  upstream::MessagesTransport& transport() const { return transport_; }
  const RequestDefaults& defaults() const { return defaults_; }

 private:
  upstream::MessagesTransport& transport_;
  const RequestDefaults defaults_;
};

// What surrounds one answer.
struct AnswerContext {
  absl::Time deadline = absl::InfiniteFuture();
  // Headers for upstream that the caller sent along.
  std::vector<std::pair<std::string, std::string>> headers;
};

// One answer under way. Used once: Start, then at most any number of Cancels.
//
// It must live until `done` was called and Start has returned, whichever is later: an answer may be
// done before Start returns.
class AnswerCall final : private upstream::MessagesObserver {
 public:
  // `engine` must outlive the call.
  explicit AnswerCall(const AnswerEngine* engine) : engine_(*engine) {}
  AnswerCall(const AnswerCall&) = delete;
  AnswerCall& operator=(const AnswerCall&) = delete;

  // Builds, sends, and on the reply fills `answer`, which must be empty; then calls `done` exactly
  // once, on this thread or an upstream one: OK with the whole answer, or the error and an answer
  // that must not be used. `request` and `answer` must live until then.
  void Start(const v1::AnswerRequest& request, AnswerContext context, v1::Answer* answer,
             std::function<void(absl::Status)> done);

  // Gives the answer up: `done` hears CANCELLED unless the end was under way. Thread-safe; may come
  // at any time of the call's life.
  void Cancel();

 private:
  void OnEvent(upstream::MessagesEvent event) override;
  void OnEnd(upstream::MessagesEnd end) override;

  const AnswerEngine& engine_;
  SourceIndex sources_;
  bool strict_ = false;
  v1::Answer* answer_ = nullptr;
  std::function<void(absl::Status)> done_;

  std::atomic<bool> cancelled_{false};
  std::atomic<upstream::MessagesCallId> sent_{0};
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_
