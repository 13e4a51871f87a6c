// SPDX-License-Identifier: Apache-2.0
// A conversation in a file.
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

// Parses `json`: {"turns": [...]} or only the list, of footnote.v1.Turn in Protobuf's JSON form.
// The error's message has a line for each error, at most 20: its path, such as
// "turns[2].user.question", and the cause.
absl::StatusOr<Turns> ParseHistory(absl::string_view json);

// Reads the turns in the file at `path`; none if there is no such file and `may_be_missing`. Each
// line of the error's message begins with `path`.
absl::StatusOr<Turns> ReadHistory(const std::string& path, bool may_be_missing);

// Replaces the file at `path` with one that has these turns, in the form that ReadHistory reads.
// The replacement is atomic: a reader sees the old file or the new one, and the old one remains if
// writing fails. The caller has the lock of the file, see HistoryLock. Only the owner can access a
// new file; an existing file keeps its permissions. If `path` is a symbolic link, its target is
// replaced.
absl::Status WriteHistory(const std::string& path, const Turns& turns);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_FILE_H_
