// Reads the Messages API's search_result blocks.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_API_SEARCH_RESULTS_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_API_SEARCH_RESULTS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Adds the blocks of array `blocks` to the request's hits, and sets its citation mode to off if the
// blocks say so. Adds a line to `faults` for each thing that the API would refuse: its path, what
// is wrong, and what to do. With faults the request is not to be used.
void ReadApiSearchResults(const nlohmann::json& blocks, v1::AnswerRequest* request,
                          std::vector<std::string>* faults);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_API_SEARCH_RESULTS_H_
