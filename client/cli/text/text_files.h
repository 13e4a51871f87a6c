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
  std::string path;     // below the folder, with "/" between parts; UTF-8
  std::string content;  // UTF-8 without NUL, byte for byte as in the file
};

// The text files under folder `path`, or the one file that `path` names, in the order of their
// paths. What is left out, with and without a call of `warn`, is said at Corpus::Index.
absl::StatusOr<std::vector<TextFile>> ReadTextFiles(
    const std::string& path, const std::function<void(const std::string&)>& warn);

// All that is left in `input`. Fails if it cannot be read to its end, and beyond 256 MiB.
absl::StatusOr<std::string> ReadAll(std::istream& input);

// The content of the file at `path`. Fails for a folder, for a file that cannot be read to its end,
// and for one of more than 256 MiB.
absl::StatusOr<std::string> ReadFile(const std::string& path);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_TEXT_FILES_H_
