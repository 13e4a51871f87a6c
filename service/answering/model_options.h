// How the model is run: the request's top-level fields.
#ifndef FOOTNOTE_SERVICE_ANSWERING_MODEL_OPTIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_MODEL_OPTIONS_H_

#include <cstdint>
#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/cache_marks.h"
#include "service/answering/violations.h"
#include "service/messages/request.h"

namespace footnote::answering {

// At the API's 128,000 tokens an hour, more than this may take longer than its ten minutes for a
// reply that is not streamed.
inline constexpr int64_t kMaxTokensUnstreamed = 21333;

// What stands where a request says nothing.
struct RequestDefaults {
  std::string model;  // empty: each request must name one
  int64_t max_tokens = 4096;
};

// Fills the fields of `out` that `options`, at `path`, and `defaults` decide; `out` views both.
void ApplyModelOptions(const v1::ModelOptions& options, const RequestDefaults& defaults,
                       const FieldPath& path, CacheMarks* marks, Violations* violations,
                       messages::MessagesRequest* out);

// Whether the model is known not to cite.
bool LacksCitations(absl::string_view model);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_MODEL_OPTIONS_H_
