// From what the API said to the answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_RESOLVER_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_RESOLVER_H_

#include <google/protobuf/repeated_field.h>

#include <cstddef>
#include <cstdint>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/resolving/citations/citations.h"
#include "service/answering/resolving/inspection/text_inspector.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"
#include "service/messages/message_part.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Grows an answer from the parts of a message, and tells of it as it grows. Nothing that the
// message has is dropped or changed, and what it lacks stays absent. The same parts and sources
// always give the same answer, however its texts are cut and whatever path the message came by.
//
// Each part costs time linear in its own size; the answer is whole after MessageClosed, but for
// what describes the call (`request_id`, `attempts`). Used by one thread at a time.
class AnswerResolver {
 public:
  using Events = google::protobuf::RepeatedPtrField<v1::AnswerEvent>;

  // Both must outlive the resolver; `answer` must be empty.
  AnswerResolver(const SourceIndex& sources, v1::Answer* answer);

  // Takes one part in. Appends what it adds to the answer to `events`, unless that is null.
  void Add(messages::MessagePart&& part, Events* events);

 private:
  void Take(messages::MessageOpened&& part, Events* events);
  void Take(messages::BlockOpened&& part, Events* events);
  void Take(messages::TextAdded&& part, Events* events);
  void Take(messages::CitationAdded&& part, Events* events);
  void Take(messages::BlockClosed&& part, Events* events);
  void Take(messages::UnknownReceived&& part, Events* events);
  void Take(messages::MessageClosed&& part, Events* events);

  int block_number() const { return answer_->blocks_size() - 1; }
  v1::Notice* AddNotice(v1::Notice::Kind kind);
  // Gives the open text block's citations the span of its text, which is whole now.
  void FinishText(const v1::Span& span);
  // Whether the answer could be cited at all: something was sent to be, or a web page is.
  bool IsCitable() const;
  // Tells of the notices that have come since this was last called.
  void TellNotices(Events* events);

  const SourceIndex& sources_;
  v1::Answer* const answer_;
  CitationResolver citations_;
  TextInspector inspector_;

  v1::AnswerBlock* open_ = nullptr;
  text::TextLength block_start_;
  text::TextLength end_;  // of the answer's text so far
  int64_t citation_count_ = 0;
  int unknown_events_ = 0;
  size_t unknown_bytes_ = 0;  // of the unknown events' JSON that the notices hold
  int notices_told_ = 0;
};

// Fills `answer`, which must be empty, from a finished message.
void ResolveMessage(messages::Message&& message, const SourceIndex& sources, v1::Answer* answer);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ANSWER_RESOLVER_H_
