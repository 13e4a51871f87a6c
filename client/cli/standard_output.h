// Standard output, with the ways in which it may fail told apart.
#ifndef FOOTNOTE_CLIENT_CLI_STANDARD_OUTPUT_H_
#define FOOTNOTE_CLIENT_CLI_STANDARD_OUTPUT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Collects text and writes it to a file descriptor, which it does not own. SIGPIPE must be ignored.
// Once writing has failed, everything further is dropped. Not thread-safe.
class StandardOutput {
 public:
  enum class State {
    kOpen,
    kClosed,  // nobody reads it any more
    kFailed,  // it cannot be written for another reason, such as a full disk
  };

  explicit StandardOutput(int descriptor) : descriptor_(descriptor) {}

  void Append(absl::string_view text) { pending_.append(text.data(), text.size()); }

  // Writes what was appended.
  State Flush();

  // The same, after a line feed if text was written whose last line is not ended.
  State EndLine();

  // Whether anything was written.
  bool written() const { return last_ != '\0'; }

 private:
  int descriptor_;
  std::string pending_;
  State state_ = State::kOpen;
  char last_ = '\0';  // what was written last
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_STANDARD_OUTPUT_H_
