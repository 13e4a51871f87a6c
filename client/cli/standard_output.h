// SPDX-License-Identifier: Apache-2.0
// Standard output with a distinction between its failures.
#ifndef FOOTNOTE_CLIENT_CLI_STANDARD_OUTPUT_H_
#define FOOTNOTE_CLIENT_CLI_STANDARD_OUTPUT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Buffers text and writes it to a file descriptor, which it does not own. SIGPIPE must be ignored.
// After a failed write, all further text is dropped. Not thread-safe.
class StandardOutput {
 public:
  enum class State {
    kOpen,
    kClosed,  // its reader has closed it
    kFailed,  // writing failed for another reason, such as a full disk
  };

  explicit StandardOutput(int descriptor) : descriptor_(descriptor) {}

  void Append(absl::string_view text) { pending_.append(text.data(), text.size()); }

  // Writes the buffered text.
  State Flush();

  // The same, followed by a line feed if the written text does not end with one.
  State EndLine();

  // True if anything was written.
  bool written() const { return last_ != '\0'; }

 private:
  int descriptor_;
  std::string pending_;
  State state_ = State::kOpen;
  char last_ = '\0';  // the last byte that was written
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_STANDARD_OUTPUT_H_
