// SPDX-License-Identifier: Apache-2.0
// Validation of retries and fallbacks.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FAILURE_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FAILURE_OPTIONS_H_

#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/building/validation/model_options.h"
#include "service/upstream/transport.h"

namespace footnote::answering::building {

// The maximum number of fallback models of a request or a server.
inline constexpr int kMaxFallbackModels = 3;

// Returns the limits that the failure options of `request`, the value of `field`, and `defaults`
// determine.
upstream::RetryLimits ReadFailureOptions(const v1::AnswerRequest& request,
                                         const RequestDefaults& defaults, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FAILURE_OPTIONS_H_
