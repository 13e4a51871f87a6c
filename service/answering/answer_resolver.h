// From the API's finished message to the answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_RESOLVER_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_RESOLVER_H_

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/source_index.h"
#include "service/messages/message.h"

namespace footnote::answering {

// Fills `answer`, which must be empty, from `message`, except for `request_id`. Nothing that the
// message has is dropped or changed, and what it lacks stays absent. The same message and sources
// always give the same answer, whatever path the message came by.
void ResolveAnswer(messages::Message&& message, const SourceIndex& sources, v1::Answer* answer);

// OK, or the typed failure of strict mode: ABORTED, reason UNVERIFIED_CITATION, with the number of
// citations that IsAcceptable refuses and the place and verdict of the first.
absl::Status CheckStrict(const v1::Answer& answer);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_RESOLVER_H_
