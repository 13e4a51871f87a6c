// SPDX-License-Identifier: Apache-2.0
// Reads messages in Protobuf's JSON form, with errors that state the path in the file.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_PROTOBUF_JSON_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_PROTOBUF_JSON_H_

#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace footnote::client {

// Parses `value`, which is at `path` in the file, into `message`. An error is added to `faults` as
// a line: its path, such as "[0].title", and the cause.
void ReadProtobufJson(const nlohmann::json& value, const std::string& path,
                      google::protobuf::Message* message, std::vector<std::string>* faults);

// Returns an error with a line for each fault, at most 20.
absl::Status Faulty(std::vector<std::string> faults);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_PROTOBUF_JSON_H_
