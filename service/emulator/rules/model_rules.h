// SPDX-License-Identifier: Apache-2.0
// The rules that depend on the model or on max_tokens.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_MODEL_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_MODEL_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/model_traits.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Returns an error for the first rule that `request` violates, or nullopt. Requires that
// CheckMessageRules returned nullopt.
std::optional<ApiError> CheckModelRules(const ParsedRequest& request, const ModelTraits& model);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_MODEL_RULES_H_
