// SPDX-License-Identifier: Apache-2.0
// Rules that depend on the model, and on how fields go together with max_tokens.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_MODEL_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_MODEL_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/model_traits.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// The first rule that `request` breaks, or nullopt.
std::optional<ApiError> CheckModelRules(const ParsedRequest& request, const ModelTraits& model);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_MODEL_RULES_H_
