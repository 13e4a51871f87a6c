// A conversation in a file, from one run of the program to the next.
#ifndef FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_FILE_H_
#define FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/answer_service.pb.h"
#include "footnote/v1/conversation.pb.h"
#include "google/protobuf/repeated_ptr_field.h"

namespace footnote::client {

using Turns = google::protobuf::RepeatedPtrField<v1::Turn>;

// The turns in `json`: {"turns": [...]}, or the list alone, of footnote.v1.Turn in Protobuf's JSON
// form. The error's message has a line for each fault, at most 20: where it is, such as
// "turns[2].user.question", and what is wrong.
absl::StatusOr<Turns> ParseHistory(absl::string_view json);

// The turns in the file at `path`; none if there is no such file and `may_be_missing`. Each line of
// the error's message begins with `path`.
absl::StatusOr<Turns> ReadHistory(const std::string& path, bool may_be_missing);

// Makes the file at `path` one with these turns, in the form that is read. It is replaced in one
// step, so that a reader sees the old one or the new one, and the old one stays where writing
// fails. A new file is for its owner alone, an old one keeps its permissions; of a symbolic link
// the file that it leads to is replaced.
absl::Status WriteHistory(const std::string& path, const Turns& turns);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_FILE_H_
