// From the command line to the request.
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

// The request that `arguments` ask for: reads the hits file, or searches the corpus for the
// question, and reads the documents and the history. `input` stands for standard input. `note` is
// told, line by line, what the user should know. The error's message has a line for each fault of
// the input, which names its file or flag.
absl::StatusOr<v1::AnswerRequest> MakeRequest(const Arguments& arguments, std::istream& input,
                                              const std::function<void(const std::string&)>& note);

// Puts the message in the file that `arguments` name into `resolve`. What begins as JSON is taken
// for a message in JSON, everything else for server-sent events. Errors as above.
absl::Status ReadMessage(const Arguments& arguments, std::istream& input,
                         v1::ResolveAnswerRequest* resolve);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_REQUEST_H_
