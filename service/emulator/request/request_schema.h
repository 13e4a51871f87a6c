// SPDX-License-Identifier: Apache-2.0
// From the bytes of a request body to a ParsedRequest: JSON and schema, no rule that spans fields.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_REQUEST_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_REQUEST_SCHEMA_H_

#include <string_view>
#include <variant>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Reads the body of POST /v1/messages, or of count_tokens, whose schema lacks what only a reply
// needs. The error is the first problem found, with its path. The result does not refer to `body`.
std::variant<ParsedRequest, ApiError> ParseRequest(std::string_view body, ApiVersion version,
                                                   Endpoint endpoint);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_REQUEST_SCHEMA_H_
