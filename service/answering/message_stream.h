// From a streamed message's events to the growing answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_MESSAGE_STREAM_H_
#define FOOTNOTE_SERVICE_ANSWERING_MESSAGE_STREAM_H_

#include <vector>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/answering/source_index.h"
#include "service/messages/message_part.h"
#include "service/messages/stream/message_accumulator.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::answering {

// Accumulator and resolver in one. Used by one thread at a time.
class MessageStream {
 public:
  // Both must outlive it; `answer` must be empty.
  MessageStream(const SourceIndex& sources, v1::Answer* answer) : resolver_(sources, answer) {}

  // Takes one event in; appends what it adds to the answer to `events`, unless that is null.
  // INTERNAL, reason UPSTREAM_PROTOCOL, if the events are not those of one message; nothing can be
  // added then.
  absl::Status Add(messages::StreamEvent&& event, resolving::AnswerResolver::Events* events);

  // The stream has ended, after message_stop or (`truncated`) after its stop reason. INTERNAL,
  // reason UPSTREAM_TOOL_INPUT, with the input's start, if a tool's input cannot be read; else as
  // Add.
  absl::Status Finish(bool truncated, resolving::AnswerResolver::Events* events);

 private:
  void Resolve(resolving::AnswerResolver::Events* events);

  resolving::AnswerResolver resolver_;
  messages::MessageAccumulator accumulator_;
  std::vector<messages::MessagePart> parts_;  // empty between calls
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_MESSAGE_STREAM_H_
