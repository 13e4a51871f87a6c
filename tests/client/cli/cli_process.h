// SPDX-License-Identifier: Apache-2.0
// Runs of the `footnote` binary.
#ifndef FOOTNOTE_TESTS_CLIENT_CLI_CLI_PROCESS_H_
#define FOOTNOTE_TESTS_CLIENT_CLI_CLI_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tests/client/cli/scratch_folder.h"

namespace footnote::client {

// A run of the binary. Standard input and error are files. Wait must be called.
class CliProcess {
 public:
  // What standard output is.
  enum class Output { kFile, kPipe, kTerminal };

  struct Result {
    int exit_code = -1;  // minus the signal, where one ended it
    std::string out;     // all of standard output, as far as it was not closed
    std::string err;
  };

  explicit CliProcess(std::vector<std::string> words, const std::string& input = "",
                      Output output = Output::kFile);

  // Of a pipe or a terminal: reads until `text` has come. Fails the test if it never does.
  void ReadUntil(absl::string_view text);

  // Of a pipe or a terminal: stops reading for good.
  void CloseOutput();

  void Interrupt() const;

  // Waits for the end.
  Result Wait();

 private:
  bool ReadSome();

  ScratchFolder folder_;
  Output output_;
  int descriptor_ = -1;  // our end of the pipe or terminal
  std::string read_;     // from it
  pid_t child_ = -1;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_CLI_CLI_PROCESS_H_
