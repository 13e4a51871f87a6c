// SPDX-License-Identifier: Apache-2.0
// Parses a request body and checks its schema. Rules that relate several fields are in
// service/emulator/rules.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_REQUEST_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_REQUEST_SCHEMA_H_

#include <string_view>
#include <variant>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Parses the body of a request to `endpoint`. The schema depends on `version`. Requests to
// Endpoint::kCountTokens do not have the fields that only affect the response, such as
// `max_tokens`. Returns the first violation as a 400 error that starts with the path. The result
// does not refer to `body`.
std::variant<ParsedRequest, ApiError> ParseRequest(std::string_view body, ApiVersion version,
                                                   Endpoint endpoint);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_REQUEST_SCHEMA_H_
