// The body of a POST /v1/messages, from plain data to JSON.
#ifndef FOOTNOTE_SERVICE_MESSAGES_REQUEST_H_
#define FOOTNOTE_SERVICE_MESSAGES_REQUEST_H_

#include <string>

#include "absl/strings/string_view.h"
#include "service/messages/request_params.h"

namespace footnote::messages {

// Appends the JSON of `request` to `out`: UTF-8, no white space between tokens. Every string in
// `request` must be well-formed UTF-8 (the builder has checked it); control characters, quotation
// marks and backslashes are escaped, everything else is copied.
void AppendJson(const MessagesRequest& request, std::string* out);

// `json` as AppendJson wrote it, but for another model.
std::string WithModel(absl::string_view json, absl::string_view model);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_REQUEST_H_
