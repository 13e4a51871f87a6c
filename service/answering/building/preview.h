// What an answer would send, without sending it.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_H_

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/building/request_builder.h"

namespace footnote::answering {

// Fills `preview`, which must be empty, except for the upstream headers.
void DescribeRequest(BuiltRequest&& built, v1::PreviewAnswerResponse* preview);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_PREVIEW_H_
