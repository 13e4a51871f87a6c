// SPDX-License-Identifier: Apache-2.0
// The rules for request headers.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_HEADER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_HEADER_H_

#include "absl/strings/string_view.h"

namespace footnote::upstream {

// True if `name` is a token of HTTP: one or more letters, digits and certain punctuation
// characters.
bool IsValidHeaderName(absl::string_view name);

// True if `value` contains no control character except the tab. A line break could add headers, and
// a NUL would end the value early. An empty value is valid.
bool IsValidHeaderValue(absl::string_view value);

// True if Footnote or HTTP itself sets the header `name`, in any case, so that neither the
// configuration nor a call may set it. This includes credentials, which come only from a Secret.
bool IsReservedHeader(absl::string_view name);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_HEADER_H_
