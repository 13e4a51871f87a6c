// SPDX-License-Identifier: Apache-2.0
// The interface of this room: the four methods of v1::AnswerService without gRPC.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_call.h"
#include "service/answering/answer_stream.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/byte_counter.h"
#include "service/answering/pending_answer.h"
#include "service/answering/resolving/answer_meter.h"
#include "service/upstream/route_table.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// The parts of a call that are not in its request message.
struct AnswerContext {
  absl::Time deadline = absl::InfiniteFuture();
  // Headers of the caller that are forwarded to the API.
  std::vector<std::pair<std::string, std::string>> headers;
  // Receives the number of bytes that the call holds: the sources and the JSON of its request, and
  // its answer. The sum is back at its start when the AnswerCall or AnswerStream is destroyed,
  // which the counter must outlive. Never null.
  ByteCounter* held_bytes = NoByteCounter();
};

// Thread-safe. Requests need to live only until the method returns.
class AnswerEngine {
 public:
  // `transport` and `routes` must outlive the engine.
  AnswerEngine(upstream::MessagesTransport* transport, const upstream::RouteTable* routes,
               building::RequestDefaults defaults, resolving::AnswerLimits limits = {})
      : transport_(*transport), routes_(*routes), defaults_(std::move(defaults)), limits_(limits) {}

  // Answers `request`. Fills `answer`, which must be empty, and then calls `done` exactly once, on
  // this thread or on an upstream thread: with OK, or with an error and an answer that must not be
  // used. `answer` must live until then. `call` must be new; it controls the call.
  void Answer(const v1::AnswerRequest& request, AnswerContext context, v1::Answer* answer,
              AnswerCall* call, AnswerCall::Done done) const;

  // Answers `request` and delivers the answer to `listener` while it is generated. `last`, which
  // must be empty, becomes the last event, which has the complete answer; after an OK end, the
  // listener delivers it. `last` and `listener` must live until the end. `stream` must be new; it
  // controls the call.
  void Stream(const v1::StreamAnswerRequest& request, AnswerContext context,
              v1::StreamAnswerResponse* last, AnswerStream* stream,
              AnswerStream::Listener* listener) const;

  // See ResolveAnswer. The bytes that it holds are reported to `held_bytes` until it returns.
  absl::Status Resolve(v1::ResolveAnswerRequest* request, v1::Answer* answer,
                       ByteCounter* held_bytes = NoByteCounter()) const;

  // Fills `preview`, which must be empty, with what the answer to the request would send, or fails
  // as Answer or Stream would.
  absl::Status Preview(const v1::PreviewAnswerRequest& request, AnswerContext context,
                       v1::PreviewAnswerResponse* preview) const;

 private:
  // Starts `answer`: indexes and serializes `request`, and sends it, unless `answer` was cancelled.
  // `root_name` is the name of the field that has the request, or empty. After an error, nothing
  // was sent, and `answer` receives no end.
  absl::Status Start(const v1::AnswerRequest& request, const char* root_name,
                     building::RequestPurpose purpose, AnswerContext context,
                     PendingAnswer* answer) const;

  upstream::MessagesTransport& transport_;
  const upstream::RouteTable& routes_;
  const building::RequestDefaults defaults_;
  const resolving::AnswerLimits limits_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_ENGINE_H_
