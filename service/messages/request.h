// SPDX-License-Identifier: Apache-2.0
// Serializes the body of POST /v1/messages.
#ifndef FOOTNOTE_SERVICE_MESSAGES_REQUEST_H_
#define FOOTNOTE_SERVICE_MESSAGES_REQUEST_H_

#include <string>

#include "absl/strings/string_view.h"
#include "service/messages/request_params.h"

namespace footnote::messages {

// Appends the JSON of `request` to `out`: UTF-8, without white space between tokens. Every string
// in `request` must be well-formed UTF-8, which the builder verifies. Escapes control characters,
// quotation marks and backslashes, and copies everything else.
void AppendJson(const MessagesRequest& request, std::string* out);

// Returns `json`, which AppendJson wrote, with another model.
std::string WithModel(absl::string_view json, absl::string_view model);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_REQUEST_H_
