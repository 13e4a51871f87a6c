// Answers made of messages that somebody else got from the API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVE_CALL_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVE_CALL_H_

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"

namespace footnote::answering {

// Fills `answer`, which must be empty, from the message of `request`; takes that message's bytes.
// Equal to what a call would have given, but for what describes the call.
//
// INVALID_ARGUMENT with a violation if the message is none: not JSON, not a stream, an error, or a
// stream that ended early; an error of strict mode if that was asked for.
absl::Status ResolveAnswer(v1::ResolveAnswerRequest* request,
                           const building::RequestDefaults& defaults, v1::Answer* answer);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVE_CALL_H_
