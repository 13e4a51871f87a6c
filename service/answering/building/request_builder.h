// SPDX-License-Identifier: Apache-2.0
// Converts the caller's request to a request of the Messages API, in two steps: index and
// serialize.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_REQUEST_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_REQUEST_BUILDER_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/caching/cache_planner.h"
#include "service/answering/building/caching/cache_positions.h"
#include "service/answering/building/validation/model_options.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/upstream/transport.h"

namespace footnote::answering::building {

// A valid request. Has views of the caller's request and of the RequestDefaults, which must outlive
// it.
struct IndexedRequest {
  messages::MessagesRequest request;
  // Strings that `request` views and the caller's request does not contain.
  std::deque<std::string> kept;
  // The model that `request` names.
  std::string model;
  upstream::RetryLimits retry;
  // The sources, by which the response is read. Has views of the caller's request until
  // SourceIndex::Detach.
  SourceIndex sources;
  // The cache breakpoints that are sent, in the order in which the API reads them. `sources` has
  // the others.
  std::vector<PlannedBreakpoint> cache_breakpoints;
  // The estimated number of tokens; see VisitCachePositions. 0 unless tokens are counted.
  int64_t estimated_tokens = 0;
};

// A request that is ready to send.
struct SerializedRequest {
  // The body in the form of the Messages API.
  std::string json;
  // The model that it names.
  std::string model;
  upstream::RetryLimits retry;
  // See IndexedRequest.
  SourceIndex sources;
};

// Validates `request` and converts it to a request of the API, without serializing it. Fails with
// RequestTooLarge if its sources alone exceed the API's limit, before they are read, and with
// InvalidRequest and all violations; the API does not refuse a valid request for its form.
// `root_name` is the name of the field that has `request`, with which the paths of violations
// start, or empty.
absl::StatusOr<IndexedRequest> IndexRequest(const v1::AnswerRequest& request,
                                            const RequestDefaults& defaults,
                                            RequestPurpose purpose = RequestPurpose::kAnswer,
                                            const char* root_name = "",
                                            TokenCounting counting = TokenCounting::kNone);

// Serializes a valid request. Fails with RequestTooLarge if its JSON exceeds the API's limit.
absl::StatusOr<SerializedRequest> SerializeRequest(IndexedRequest&& indexed);
// Like the above, without the sources.
absl::StatusOr<SerializedRequest> SerializeRequest(const IndexedRequest& indexed);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_REQUEST_BUILDER_H_
