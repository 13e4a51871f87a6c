// SPDX-License-Identifier: Apache-2.0
// Says whether the Messages API would take a request, and if not, what it would say.
//
// Checks come in the API's order, and the first problem is the answer: credentials, version, size
// and JSON, schema, model, rules between blocks, rules of the model. Written from the API's
// documentation and independent of the service that builds requests, so that both cannot share a
// mistake.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_VALIDATOR_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_VALIDATOR_H_

#include <variant>

#include "service/emulator/http/http_message.h"
#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"
#include "service/emulator/rules/citation_rules.h"

namespace footnote::emulator {

struct ValidationOptions {
  // Take model ids that do not look like a Claude model's.
  bool any_model = false;
  CitationRules citations;
};

// Checks a request to `endpoint`. A pure function; safe to call from several threads.
std::variant<ParsedRequest, ApiError> Validate(const HttpRequest& request, Endpoint endpoint,
                                               const ValidationOptions& options);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_VALIDATOR_H_
