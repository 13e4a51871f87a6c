// SPDX-License-Identifier: Apache-2.0
// Makes the request that the command line describes.
#ifndef FOOTNOTE_CLIENT_CLI_REQUEST_H_
#define FOOTNOTE_CLIENT_CLI_REQUEST_H_

#include <functional>
#include <istream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cli/arguments.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Makes the request: reads the search results file or searches the corpus for the question, and
// reads the documents and the history. `input` is standard input. Calls `note` with each line that
// the user should read. The error's message has a line for each error of the input, which names its
// file or flag.
absl::StatusOr<v1::AnswerRequest> MakeRequest(const Arguments& arguments, std::istream& input,
                                              const std::function<void(const std::string&)>& note);

// Reads the message file of `arguments` into `resolve`. Content that begins with a bracket or brace
// is a message in JSON, other content is server-sent events. Errors as above.
absl::Status ReadMessage(const Arguments& arguments, std::istream& input,
                         v1::ResolveAnswerRequest* resolve);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_REQUEST_H_
