// SPDX-License-Identifier: Apache-2.0
// Resolves messages that the caller already has.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVE_CALL_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVE_CALL_H_

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/byte_counter.h"
#include "service/answering/resolving/answer_meter.h"

namespace footnote::answering {

// Fills `answer`, which must be empty, from the message of `request`; consumes the bytes of the
// message. The answer equals that of a call, except for the fields that describe the call.
//
// Fails with INVALID_REQUEST if the request is invalid, or if the message is missing or is not a
// complete message of the API: not JSON, not a stream, an error, or a stream that ended early.
// Fails with ANSWER_TOO_LARGE if the answer exceeds `limits`, and as CheckAcceptance if it is not
// accepted. Reports the bytes that it holds to
// `held_bytes`, and gives them back before it returns.
absl::Status ResolveAnswer(v1::ResolveAnswerRequest* request,
                           const building::RequestDefaults& defaults,
                           const resolving::AnswerLimits& limits, v1::Answer* answer,
                           ByteCounter* held_bytes = NoByteCounter());
inline absl::Status ResolveAnswer(v1::ResolveAnswerRequest* request,
                                  const building::RequestDefaults& defaults, v1::Answer* answer) {
  return ResolveAnswer(request, defaults, resolving::AnswerLimits(), answer);
}

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVE_CALL_H_
