// SPDX-License-Identifier: Apache-2.0
// The common part of AnswerCall and AnswerStream.
#ifndef FOOTNOTE_SERVICE_ANSWERING_PENDING_ANSWER_H_
#define FOOTNOTE_SERVICE_ANSWERING_PENDING_ANSWER_H_

#include "service/answering/answer_terms.h"
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

 private:
  friend class AnswerEngine;

  // Called once the members below are set, before the call is sent.
  virtual void OnStart() {}

  AnswerTerms terms_;
  SourceIndex sources_;                           // has no views of the request
  const upstream::RouteTable* routes_ = nullptr;  // outlives the call
  UpstreamCall upstream_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_PENDING_ANSWER_H_
