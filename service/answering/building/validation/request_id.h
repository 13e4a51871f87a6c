// SPDX-License-Identifier: Apache-2.0
// Validation of the caller's id of a request.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_REQUEST_ID_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_REQUEST_ID_H_

#include "absl/strings/string_view.h"
#include "service/answering/building/validation/field.h"

namespace footnote::answering::building {

// Reports a violation unless `request_id`, the value of `field`, is empty or has at most 128
// printable ASCII characters.
void CheckRequestId(absl::string_view request_id, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_VALIDATION_REQUEST_ID_H_
