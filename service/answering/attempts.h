// SPDX-License-Identifier: Apache-2.0
// Lists the attempts of a call in its answer or error.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ATTEMPTS_H_
#define FOOTNOTE_SERVICE_ANSWERING_ATTEMPTS_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"
#include "service/upstream/attempt.h"

namespace footnote::answering {

inline constexpr absl::string_view kFailedAttemptsTypeUrl =
    "type.googleapis.com/footnote.v1.FailedAttempts";

// Adds `attempts` to `answer`, with a notice if an attempt that failed may be billed.
void ListAttempts(absl::Span<const upstream::Attempt> attempts, v1::Answer* answer);

// Adds `attempts` to `error` as v1::FailedAttempts. If the list exceeds 2 KiB, the ids and names of
// all but the first and the last attempt are omitted, and then their types, so that the error fits
// into gRPC trailers.
void ListAttempts(absl::Span<const upstream::Attempt> attempts, absl::Status* error);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ATTEMPTS_H_
