// SPDX-License-Identifier: Apache-2.0
// Checks if the Messages API accepts a request.
//
// The checks have the API's order: credentials, version, encoding, JSON, schema, model ID, rules
// that relate several blocks, rules of the model. Only the first violation is reported. The code
// follows the API's documentation and shares no code with the service that builds requests, so that
// a mistake in one of them does not hide a mistake in the other.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_VALIDATOR_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_VALIDATOR_H_

#include <variant>

#include "service/emulator/http/http_message.h"
#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"
#include "service/emulator/rules/citation_rules.h"

namespace footnote::emulator {

struct ValidationOptions {
  // Accept model IDs that do not have the form of a Claude model's ID.
  bool any_model = false;
  CitationRules citations;
};

// Checks a request to `endpoint`. Returns the parsed body, or the error that the API returns.
// `request.body` must not be null. Thread-safe.
std::variant<ParsedRequest, ApiError> Validate(const HttpRequest& request, Endpoint endpoint,
                                               const ValidationOptions& options);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_VALIDATOR_H_
