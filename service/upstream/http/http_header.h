// What may stand in a header of a request.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_HEADER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_HEADER_H_

#include "absl/strings/string_view.h"

namespace footnote::upstream {

// Whether `name` is a token of HTTP: letters, digits and some punctuation, at least one.
bool IsValidHeaderName(absl::string_view name);

// Whether `value` holds no control character but the tab: so no line break, by which a value could
// add headers of its own, and no NUL, at which it would end early. Empty is valid.
bool IsValidHeaderValue(absl::string_view value);

// Whether a header, in any case, is set by Footnote or by HTTP itself, so that neither the
// configuration nor a call may set it. Credentials are among them: they come from a Secret only.
bool IsReservedHeader(absl::string_view name);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_HEADER_H_
