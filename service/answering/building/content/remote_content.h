// SPDX-License-Identifier: Apache-2.0
// Validation of references to content that the API fetches.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REMOTE_CONTENT_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REMOTE_CONTENT_H_

#include "absl/strings/string_view.h"
#include "service/answering/building/validation/field.h"

namespace footnote::answering::building {

// Reports a violation of `field` unless `url` is an absolute http or https URL that names a host
// and has no white space and no control characters.
void CheckUrl(absl::string_view url, const Field& field);

// Reports a violation of `field` unless `id` has the form of an id of the Files API.
void CheckFileId(absl::string_view id, const Field& field);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REMOTE_CONTENT_H_
