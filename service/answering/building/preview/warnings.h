// SPDX-License-Identifier: Apache-2.0
// The findings of a preview.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_WARNINGS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_WARNINGS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer_request.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"

namespace footnote::answering::building {

// Adds the warnings about `request` to `preview`. `root` is the name of the field that has the
// request, `indexed` its index with tokens counted, and `json_bytes` the size of its JSON. Adds at
// most 100 warnings of a kind; the last of them then states the number of the others. No message
// contains text of a source. Takes time and memory linear in the request.
void AddWarnings(const v1::AnswerRequest& request, absl::string_view root,
                 const IndexedRequest& indexed, size_t json_bytes,
                 v1::PreviewAnswerResponse* preview);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_WARNINGS_H_
