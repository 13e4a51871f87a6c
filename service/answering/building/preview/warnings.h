// What of a request is legal and yet may not be what was meant.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_WARNINGS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_WARNINGS_H_

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/building/validation/violations.h"

namespace footnote::answering::building {

// Adds the warnings about `request`, which stands at `root` of what the caller sent and was built
// into `built` with its tokens counted. At most 100 of a kind; the last of them then says how many
// more there are. No message has any text of a hit or document. Takes time and memory linear in the
// request.
void AddWarnings(const v1::AnswerRequest& request, const FieldPath& root, const BuiltRequest& built,
                 v1::PreviewAnswerResponse* preview);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_WARNINGS_H_
