// SPDX-License-Identifier: Apache-2.0
// The rules for cache breakpoints: their number, and the order of their TTLs.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_CACHE_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_CACHE_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Returns an error for the first rule that `request` violates, or nullopt.
std::optional<ApiError> CheckCacheRules(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_CACHE_RULES_H_
