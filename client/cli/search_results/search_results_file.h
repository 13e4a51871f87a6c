// SPDX-License-Identifier: Apache-2.0
// Reads the results of another search from JSON.
//
// The forms are distinguished by their structure:
//   [{"type": "search_result", "source": ..., "title": ..., "content": [{"type": "text", ...}]}]
//       search_result blocks of the Messages API, or one of them without the brackets
//   [{"id": ..., "source": ..., "title": ..., "text": ...}]
//       footnote.v1.SearchResult in Protobuf's JSON form, or one of them without the brackets
//   {"question": ..., "search_results": [...], ...}
//       a complete footnote.v1.AnswerRequest in Protobuf's JSON form
//
// In the API's form, "citations" must be the same on every block. If no block has it, citations are
// on, although the API's own default is off.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_SEARCH_RESULTS_FILE_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_SEARCH_RESULTS_FILE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Parses `json`, a complete request or only its search results. The error's message has a line for
// each error, at most 20: its path, such as "[2].content[0].text", the cause, and what to change.
absl::StatusOr<v1::AnswerRequest> ParseSearchResults(absl::string_view json);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_SEARCH_RESULTS_FILE_H_
