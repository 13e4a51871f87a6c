// What happens when upstream fails or refuses.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FAILURE_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FAILURE_OPTIONS_H_

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/validation/model_options.h"
#include "service/answering/building/validation/violations.h"
#include "service/upstream/transport.h"

namespace footnote::answering::building {

// The most fallback models that a request or a server may name.
inline constexpr int kMaxFallbackModels = 3;

// How often `request`, whose failure options are at `path`, may be tried, and on which models.
upstream::RetryLimits ReadFailureOptions(const v1::AnswerRequest& request,
                                         const RequestDefaults& defaults, const FieldPath& path,
                                         Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_FAILURE_OPTIONS_H_
