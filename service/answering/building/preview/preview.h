// SPDX-License-Identifier: Apache-2.0
// The preview of a request: a description of what would be sent.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_PREVIEW_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_PREVIEW_H_

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/validation/model_options.h"

namespace footnote::answering::building {

// Sets all fields of `preview`, which must be empty, except for the HTTP headers. Fails as
// IndexRequest and SerializeRequest do; the fields of violations begin with `request`. Takes time
// and memory linear in the request.
absl::Status PreviewRequest(const v1::PreviewAnswerRequest& request,
                            const RequestDefaults& defaults, v1::PreviewAnswerResponse* preview);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_PREVIEW_H_
