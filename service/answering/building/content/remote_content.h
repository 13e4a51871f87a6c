// Content that the caller does not send: the API fetches it from where the caller says.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REMOTE_CONTENT_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REMOTE_CONTENT_H_

#include "absl/strings/string_view.h"
#include "service/answering/building/validation/violations.h"

namespace footnote::answering::building {

// Checks that `url` is absolute, http or https, names a host, and has no white space or control
// characters.
void CheckUrl(const FieldPath& path, absl::string_view url, Violations* violations);

// Checks that `id` looks like an id of the Files API.
void CheckFileId(const FieldPath& path, absl::string_view id, Violations* violations);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_REMOTE_CONTENT_H_
