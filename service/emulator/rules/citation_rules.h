// SPDX-License-Identifier: Apache-2.0
// Rules about citations, search results and documents.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_CITATION_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_CITATION_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

struct CitationRules {
  // Whether documents and search results must have the same setting too. It is not known whether
  // the API asks for that.
  bool one_setting_for_all = false;
};

// The first rule that `request` breaks, or nullopt.
std::optional<ApiError> CheckCitationRules(const ParsedRequest& request,
                                           const CitationRules& rules);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_CITATION_RULES_H_
