// SPDX-License-Identifier: Apache-2.0
// Resolves a message of the Messages API into an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_RESOLVER_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_RESOLVER_H_

#include <google/protobuf/repeated_field.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/resolving/answer_meter.h"
#include "service/answering/resolving/citations/citations.h"
#include "service/answering/resolving/inspection/text_inspector.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"
#include "service/messages/message_part.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Builds an answer from the parts of a message, and emits events for each part. Keeps everything
// that the message contains; what the message lacks stays absent. The answer depends only on the
// message, the sources and the options, not on how the text is divided into parts. If it exceeds
// the limits of the options, the resolver fails and stops; it does not truncate.
//
// Each part takes time linear in its size. The answer is complete after MessageClosed, except for
// the fields that describe the call (`upstream_request_id`, `attempts`). Not thread-safe.
class AnswerResolver {
 public:
  using Events = google::protobuf::RepeatedPtrField<v1::AnswerEvent>;

  // `sources` and `answer` must outlive the resolver; `answer` must be empty.
  AnswerResolver(const SourceIndex& sources, const ResponseOptions& options, v1::Answer* answer);
  AnswerResolver(const SourceIndex& sources, v1::Answer* answer)
      : AnswerResolver(sources, ResponseOptions(), answer) {}

  // Adds one part. Appends the events for what it adds to the answer to `events`, unless that is
  // null. Fails with ANSWER_TOO_LARGE; no further part is added then.
  absl::Status Add(messages::MessagePart&& part, Events* events);

 private:
  void Handle(messages::MessageOpened&& part, Events* events);
  void Handle(messages::BlockOpened&& part, Events* events);
  void Handle(messages::TextAdded&& part, Events* events);
  void Handle(messages::CitationAdded&& part, Events* events);
  void Handle(messages::BlockClosed&& part, Events* events);
  void Handle(messages::UnknownReceived&& part, Events* events);
  void Handle(messages::MessageClosed&& part, Events* events);

  int block_index() const { return answer_->blocks_size() - 1; }
  v1::Notice* AddNotice(v1::Notice::Kind kind);
  void AddDroppedBreakpoints();
  // Appends the event that the open block is complete.
  v1::BlockFinished* AddFinished(Events* events) const;
  // Sets the answer span of the open text block's citations to `span`, the span of the block.
  void FinishText(const v1::Span& span);
  // True if the request has citable sources, or the answer cites a web page.
  bool IsCitable() const;
  // Counts and appends the notices that were added since the last call.
  void AppendNotices(Events* events);

  const SourceIndex& sources_;
  v1::Answer* const answer_;
  AnswerMeter meter_;
  CitationResolver citations_;
  TextInspector inspector_;

  v1::AnswerBlock* open_ = nullptr;
  text::TextLength block_start_;  // of the open block in the answer's text
  text::TextLength end_;          // of the answer's text so far
  int64_t citation_count_ = 0;
  int unknown_events_ = 0;
  size_t unknown_bytes_ = 0;  // of JSON of unknown events in the notices
  int appended_notices_ = 0;
};

// Sets `answer`, which must be empty, from a complete message. Fails as AnswerResolver::Add.
absl::Status ResolveMessage(messages::Message&& message, const SourceIndex& sources,
                            const ResponseOptions& options, v1::Answer* answer);
inline absl::Status ResolveMessage(messages::Message&& message, const SourceIndex& sources,
                                   v1::Answer* answer) {
  return ResolveMessage(std::move(message), sources, ResponseOptions(), answer);
}

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_RESOLVER_H_
