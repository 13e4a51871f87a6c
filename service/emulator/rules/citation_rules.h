// SPDX-License-Identifier: Apache-2.0
// The rules for citations, search results and documents.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_CITATION_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_CITATION_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct CitationRules {
  // True if documents and search results must have the same `citations.enabled`. The API's
  // documentation does not specify this.
  bool one_setting_for_all = false;
};

// Returns an error for the first rule that `request` violates, or nullopt.
std::optional<ApiError> CheckCitationRules(const ParsedRequest& request,
                                           const CitationRules& rules);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_CITATION_RULES_H_
