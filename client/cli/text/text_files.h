// SPDX-License-Identifier: Apache-2.0
// Finds and reads the text files of a folder.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_TEXT_FILES_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_TEXT_FILES_H_

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace footnote::client {

struct TextFile {
  std::string path;     // relative to the folder, with "/" between its parts; UTF-8
  std::string content;  // UTF-8 without NUL, byte for byte as in the file
};

// Returns the text files in folder `path`, recursively, or the file at `path`, ordered by path.
// Corpus::Index documents which files are omitted, with and without a call of `warn`.
absl::StatusOr<std::vector<TextFile>> ReadTextFiles(
    const std::string& path, const std::function<void(const std::string&)>& warn);

// Reads the rest of `input`. Fails if it cannot be read to its end or has more than 256 MiB.
absl::StatusOr<std::string> ReadAll(std::istream& input);

// Reads the file at `path`. Fails for a folder, for a file that cannot be read to its end, and for
// a file of more than 256 MiB.
absl::StatusOr<std::string> ReadFile(const std::string& path);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_TEXT_FILES_H_
