// Reads hits that something else found, from JSON.
//
// Told apart by their shape:
//   [{"type": "search_result", "source": ..., "title": ..., "content": [{"type": "text", ...}]}]
//       the Messages API's own search_result blocks, or one of them without the brackets
//   [{"id": ..., "source": ..., "title": ..., "text": ...}]
//       footnote.v1.SearchResult in Protobuf's JSON form, or one of them without the brackets
//   {"question": ..., "hits": [...], ...}
//       a whole footnote.v1.AnswerRequest in Protobuf's JSON form
//
// In the API's form "citations" must say the same on every block. Where no block says anything,
// citations are on: that is what Footnote is for, although the API's own default is off.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_SEARCH_RESULTS_FILE_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_SEARCH_RESULTS_FILE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// The request that `json` gives, in full or its hits alone. The error's message has a line for each
// fault, at most 20: where it is, such as "[2].content[0].text", what is wrong, and what to do.
absl::StatusOr<v1::AnswerRequest> ParseSearchResults(absl::string_view json);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_SEARCH_RESULTS_FILE_H_
