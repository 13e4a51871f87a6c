// SPDX-License-Identifier: Apache-2.0
// Validation of the citation options, and of what citations require of the rest of a request.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_CITATION_RULES_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_CITATION_RULES_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/source_index.h"

namespace footnote::answering::building {

// Checks `options`, the value of `field`, and returns true if search results and documents are
// citable.
bool ReadCitationOptions(const v1::CitationOptions& options, const Field& field);

// Checks that the API can cite `sources`, the sources of `request`: that `model` and the fallback
// models support citations, and that no other option excludes them. `root` is the field of
// `request`.
void CheckCitationRules(const v1::AnswerRequest& request, absl::string_view model,
                        const SourceIndex& sources, const Field& root);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_CITATION_RULES_H_
