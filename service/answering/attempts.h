// What was tried, in the caller's terms.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ATTEMPTS_H_
#define FOOTNOTE_SERVICE_ANSWERING_ATTEMPTS_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"
#include "service/upstream/attempt.h"

namespace footnote::answering {

inline constexpr absl::string_view kFailedAttemptsTypeUrl =
    "type.googleapis.com/footnote.v1.FailedAttempts";

// Lists `attempts` in `answer`, with a notice if one that failed may be billed.
void ListAttempts(absl::Span<const upstream::Attempt> attempts, v1::Answer* answer);

// Lists them in an error, as v1::FailedAttempts. Where that would outgrow what an error may carry
// (grpc_status.h), what identifies the middle ones is left out.
void ListAttempts(absl::Span<const upstream::Attempt> attempts, absl::Status* error);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ATTEMPTS_H_
