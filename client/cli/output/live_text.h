// SPDX-License-Identifier: Apache-2.0
// The text of a streamed answer with marks after each claim.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cli/text/printable.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

class LiveText {
 public:
  // Returns the text after a block that cites the references of these numbers, each once, in the
  // order of their first citation; 0 for unknown sources.
  using Marks = std::function<std::string(const std::vector<int>& numbers)>;

  explicit LiveText(Marks marks) : marks_(std::move(marks)) {}

  // Returns the text to write for `event`. The concatenated results are the answer's text, safe for
  // a terminal if the marks are, with the marks of a block before its trailing white space, and
  // without white space at the end. They do not depend on how the text is split into deltas, or on
  // whether a citation precedes its text.
  std::string Take(const v1::AnswerEvent& event);

  // True if Take has returned any text.
  bool has_text() const { return has_text_; }

 private:
  std::string Write(absl::string_view printable);
  std::string FinishBlock(const v1::BlockFinished& finished);
  void Cite(const v1::Citation& citation);

  Marks marks_;
  PrintableStream printable_;
  std::string space_before_;  // pending white space at the end of earlier blocks
  std::string space_;         // pending white space that may end this block
  std::vector<int> cited_;    // the numbers that this block cites
  std::vector<int> numbers_;  // the number of each reference, by row
  bool has_text_ = false;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_
