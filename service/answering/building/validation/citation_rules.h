// What citations ask of the rest of a request.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_CITATION_RULES_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_CITATION_RULES_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"

namespace footnote::answering::building {

// Checks `options`, at `path`, and returns whether hits and documents are citable.
bool ReadCitationOptions(const v1::CitationOptions& options, const FieldPath& path,
                         Violations* violations);

// Checks that the API will cite what `sources`, those of `request` at `root`, has: that the models
// can, `model` first, and that nothing that was asked for beside forbids it.
void CheckCitationRules(const v1::AnswerRequest& request, absl::string_view model,
                        const SourceIndex& sources, const FieldPath& root, Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_CITATION_RULES_H_
