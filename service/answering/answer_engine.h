// What every answer of one server shares, and what surrounds one.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "service/answering/building/request_builder.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Thread-safe.
class AnswerEngine {
 public:
  // `transport` must outlive the engine.
  AnswerEngine(upstream::MessagesTransport* transport, building::RequestDefaults defaults)
      : transport_(*transport), defaults_(std::move(defaults)) {}

  upstream::MessagesTransport& transport() const { return transport_; }
  const building::RequestDefaults& defaults() const { return defaults_; }

 private:
  upstream::MessagesTransport& transport_;
  const building::RequestDefaults defaults_;
};

// What surrounds one answer.
struct AnswerContext {
  absl::Time deadline = absl::InfiniteFuture();
  // Headers for upstream that the caller sent along.
  std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_
