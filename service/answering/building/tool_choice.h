// SPDX-License-Identifier: Apache-2.0
// Validation of the tool choice, and its form in the Messages API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOL_CHOICE_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOL_CHOICE_H_

#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// Sets `out->tool_choice` to the tool choice of `request`, if it has one, and checks it against the
// tools that the caller offers, the thinking mode and the models. `out->model` must be set. `root`
// is the field of `request`.
void ApplyToolChoice(const v1::AnswerRequest& request, const Tools& tools, const Field& root,
                     messages::MessagesRequest* out);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOOL_CHOICE_H_
