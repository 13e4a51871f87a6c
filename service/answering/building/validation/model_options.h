// SPDX-License-Identifier: Apache-2.0
// Validation of the model and its parameters.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/building/validation/request_policy.h"
#include "service/messages/request_params.h"
#include "service/upstream/transport.h"

namespace footnote::answering::building {

// The maximum of max_tokens for an answer that is not streamed: at the API's documented rate of
// 128,000 tokens per hour, a longer answer may exceed its limit of ten minutes.
inline constexpr int64_t kMaxTokensUnstreamed = 21333;

// Values for fields that a request does not set, and limits on those that it does.
struct RequestDefaults {
  std::string model;  // empty: each request must name a model
  int64_t max_tokens = 4096;
  // The fallbacks of `model`. Not used for requests that name a model.
  std::vector<upstream::ModelChoice> fallback_models = {};
  // The names of the configured routes, which requests may name.
  std::vector<std::string> routes = {};
  // What requests may ask for; the values above comply with it.
  RequestPolicy policy = {};
};

// The purpose of a request.
enum class RequestPurpose {
  kAnswer,   // to be answered in one message
  kStream,   // to be answered as a stream of events
  kResolve,  // to resolve an existing message; needs no model
};

// Sets the fields of `out` that `options`, the value of `field`, and `defaults` determine, as views
// of both.
void ApplyModelOptions(const v1::ModelOptions& options, const RequestDefaults& defaults,
                       RequestPurpose purpose, const Field& field, CacheBreakpoints* breakpoints,
                       messages::MessagesRequest* out);

// Reports a violation unless `route`, the value of `field`, is empty or the name of a configured
// route.
void CheckRoute(const std::string& route, const RequestDefaults& defaults, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_OPTIONS_H_
