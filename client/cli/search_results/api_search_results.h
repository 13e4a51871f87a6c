// SPDX-License-Identifier: Apache-2.0
// Reads the Messages API's search_result blocks.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_API_SEARCH_RESULTS_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_API_SEARCH_RESULTS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Adds the blocks of array `blocks` to the request's search results, and sets its citation mode to
// MODE_OFF if the blocks turn citations off. Adds a line to `faults` for everything that the API
// would refuse: its path, the rule, and what to change. If there are faults, the request is
// unspecified.
void ReadApiSearchResults(const nlohmann::json& blocks, v1::AnswerRequest* request,
                          std::vector<std::string>* faults);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_API_SEARCH_RESULTS_H_
