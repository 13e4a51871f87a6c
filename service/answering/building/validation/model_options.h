// How the model is run: the request's top-level fields.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request.h"

namespace footnote::answering::building {

// At the API's 128,000 tokens an hour, more than this may take longer than its ten minutes for a
// reply that is not streamed.
inline constexpr int64_t kMaxTokensUnstreamed = 21333;

// What stands where a request says nothing.
struct RequestDefaults {
  std::string model;  // empty: each request must name one
  int64_t max_tokens = 4096;
  // Stand in for `model`, not for one that a request names.
  std::vector<std::string> fallback_models = {};
};

// What a request is built for.
enum class RequestPurpose {
  kAnswer,   // to be answered in one piece
  kStream,   // to be answered by events
  kResolve,  // to read an answer that was got elsewhere; no model need be named
};

// Fills the fields of `out` that `options`, at `path`, and `defaults` decide; `out` views both.
void ApplyModelOptions(const v1::ModelOptions& options, const RequestDefaults& defaults,
                       RequestPurpose purpose, const FieldPath& path, CacheBreakpoints* breakpoints,
                       Violations* violations, messages::MessagesRequest* out);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_MODEL_OPTIONS_H_
