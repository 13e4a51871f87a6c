// Reads messages in Protobuf's JSON form, with faults that name their place in the file.
#ifndef FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_PROTOBUF_JSON_H_
#define FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_PROTOBUF_JSON_H_

#include <google/protobuf/message.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace footnote::client {

// Fills `message` from `value`, which stands at `path` in the file. What is wrong with it becomes a
// line of `faults`: its path, such as "[0].title", and what is wrong there.
void ReadProtobufJson(const nlohmann::json& value, const std::string& path,
                      google::protobuf::Message* message, std::vector<std::string>* faults);

// An error with a line for each fault, at most 20.
absl::Status Faulty(std::vector<std::string> faults);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_SEARCH_RESULTS_PROTOBUF_JSON_H_
