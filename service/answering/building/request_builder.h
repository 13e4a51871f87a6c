// From the caller's request to what is sent.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_REQUEST_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_REQUEST_BUILDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/caching/cache_planner.h"
#include "service/answering/building/caching/cache_positions.h"
#include "service/answering/building/validation/model_options.h"
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"
#include "service/upstream/transport.h"

namespace footnote::answering::building {

struct BuiltRequest {
  // The body in the Messages API's form.
  std::string json;
  // The model that it names.
  std::string model;
  upstream::RetryLimits retry;
  // How to read the reply. Holds views of the caller's request, which must outlive it or be let go
  // of by SourceIndex::Detach.
  SourceIndex sources;
  // The cache marks that are sent, in the order in which the API reads them. Those that are not are
  // in `sources`.
  std::vector<PlannedBreakpoint> cache_breakpoints;
  // About how many tokens it has; see VisitCachePositions. Like PlannedBreakpoint.prefix_tokens, 0
  // unless it was asked for, or needed to plan.
  int64_t estimated_tokens = 0;
};

// Builds what is sent for `request`, which stands at `root` of what the caller sent, or fails with
// InvalidRequest and every violation at once. What passes here is not refused by the API for its
// form.
absl::StatusOr<BuiltRequest> BuildRequest(const v1::AnswerRequest& request,
                                          const RequestDefaults& defaults,
                                          RequestPurpose purpose = RequestPurpose::kAnswer,
                                          const FieldPath& root = FieldPath(),
                                          TokenCounting counting = TokenCounting::kNone);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_REQUEST_BUILDER_H_
