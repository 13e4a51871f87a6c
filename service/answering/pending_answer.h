// SPDX-License-Identifier: Apache-2.0
// The common part of AnswerCall and AnswerStream.
#ifndef FOOTNOTE_SERVICE_ANSWERING_PENDING_ANSWER_H_
#define FOOTNOTE_SERVICE_ANSWERING_PENDING_ANSWER_H_

#include <cstddef>

#include "service/answering/answer_terms.h"
#include "service/answering/byte_counter.h"
#include "service/answering/source_index.h"
#include "service/answering/upstream_call.h"
#include "service/upstream/route_table.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// An answer that AnswerEngine starts.
class PendingAnswer : protected upstream::MessagesObserver {
 public:
  PendingAnswer(const PendingAnswer&) = delete;
  PendingAnswer& operator=(const PendingAnswer&) = delete;

  // Cancels the call: it ends with CANCELLED, unless it has ended. Thread-safe; can be called at
  // any time, also before the start.
  void Cancel() { upstream_.Cancel(); }

 protected:
  PendingAnswer() = default;
  ~PendingAnswer() override = default;

  const AnswerTerms& terms() const { return terms_; }
  const SourceIndex& sources() const { return sources_; }
  UpstreamCall& upstream() { return upstream_; }
  const upstream::RouteTable* routes() const { return routes_; }
  // Called with the first event or the end: the request's JSON is not needed any more.
  void ReleaseJson() { held_json_.Set(0); }

 private:
  friend class AnswerEngine;

  // Called once the members below are set, before the call is sent.
  virtual void OnStart() {}

  // Reports the bytes that the call holds to `counter`, of which its JSON has `json_bytes`.
  void CountBytes(ByteCounter* counter, size_t json_bytes) {
    held_sources_.Start(counter);
    held_sources_.Set(sources_.held_bytes());
    held_json_.Start(counter);
    held_json_.Set(json_bytes);
    held_answer_.Start(counter);
    terms_.response.held = &held_answer_;
  }

  AnswerTerms terms_;
  SourceIndex sources_;  // has no views of the request
  HeldBytes held_sources_;
  HeldBytes held_json_;
  const upstream::RouteTable* routes_ = nullptr;  // outlives the call
  HeldBytes held_answer_;
  UpstreamCall upstream_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_PENDING_ANSWER_H_
