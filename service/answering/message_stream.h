// SPDX-License-Identifier: Apache-2.0
// Builds an answer from the events of a streamed message.
#ifndef FOOTNOTE_SERVICE_ANSWERING_MESSAGE_STREAM_H_
#define FOOTNOTE_SERVICE_ANSWERING_MESSAGE_STREAM_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/answering/source_index.h"
#include "service/messages/message_part.h"
#include "service/messages/stream/message_accumulator.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::answering {

// A MessageAccumulator whose parts go to an AnswerResolver. Used by one thread at a time.
class MessageStream {
 public:
  // Removes credentials from the text of an error.
  using Redact = std::function<std::string(std::string)>;

  // `sources` and `answer` must outlive the stream; `answer` must be empty. Without `redact`,
  // errors quote the message as it is.
  MessageStream(const SourceIndex& sources, const resolving::ResponseOptions& options,
                v1::Answer* answer, Redact redact = nullptr)
      : redact_(std::move(redact)), resolver_(sources, options, answer) {}
  MessageStream(const SourceIndex& sources, v1::Answer* answer)
      : MessageStream(sources, resolving::ResponseOptions(), answer) {}

  // Adds an event to the answer. Appends what it contributes to `events`, unless that is null.
  // Fails with UPSTREAM_PROTOCOL if the events are not those of one message, and with
  // ANSWER_TOO_LARGE if the answer exceeds its limits; no further event can be added then.
  absl::Status Add(messages::StreamEvent&& event, resolving::AnswerResolver::Events* events);

  // Completes the answer after the last event, which is message_stop or, if `truncated`, an event
  // that follows the stop reason. Fails with UPSTREAM_TOOL_INPUT if the input of a tool use is not
  // valid JSON, and otherwise as Add.
  absl::Status Finish(bool truncated, resolving::AnswerResolver::Events* events);

 private:
  absl::Status Resolve(resolving::AnswerResolver::Events* events);

  const Redact redact_;
  resolving::AnswerResolver resolver_;
  messages::MessageAccumulator accumulator_;
  std::vector<messages::MessagePart> parts_;  // empty between calls
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_MESSAGE_STREAM_H_
