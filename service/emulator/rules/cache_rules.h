// SPDX-License-Identifier: Apache-2.0
// Rules about cache_control: how many marks, in which order.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_CACHE_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_CACHE_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// The first rule that `request` breaks, or nullopt.
std::optional<ApiError> CheckCacheRules(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_CACHE_RULES_H_
