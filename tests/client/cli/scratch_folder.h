// SPDX-License-Identifier: Apache-2.0
// A folder for one test's files, empty at first and removed at the end.
#ifndef FOOTNOTE_TESTS_CLIENT_CLI_SCRATCH_FOLDER_H_
#define FOOTNOTE_TESTS_CLIENT_CLI_SCRATCH_FOLDER_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }

  // Writes `content` to the file `name` in the folder and returns its full path.
  std::string Write(const std::string& name, absl::string_view content) const;

 private:
  std::string path_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_CLI_SCRATCH_FOLDER_H_
