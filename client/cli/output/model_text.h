// SPDX-License-Identifier: Apache-2.0
// The model's text in an output for people, so that nothing in it passes for what Footnote adds:
// the marks of citations, the passages that they lead to, and the facts about the answer.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_MODEL_TEXT_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_MODEL_TEXT_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::client {

// Receives the text in pieces that end between characters. The concatenated results do not depend
// on the pieces. Parts of a line may be held back until more of it is known.
class ModelText {
 public:
  virtual ~ModelText() = default;

  virtual std::string Add(absl::string_view text) = 0;
  // Returns what is held back, since `marks` of Footnote follow. Takes the marks if they cannot be
  // here, and returns them later. `is_adjacent`: the next text follows them immediately.
  virtual std::string BeforeMarks(bool is_adjacent, std::string* marks) = 0;
  // Returns what has to separate a mark from text that ends with `last`.
  virtual absl::string_view GapAfter(char last) const = 0;
  // Returns what is held back, and what closes the text.
  virtual std::string End() = 0;
};

// For terminals. Marks are `[1]` or `[1a]`, and what Footnote checked follows a line that begins
// with two dashes of box drawing. A bracket before a digit, and two dashes of any kind but `-` at
// the beginning of a line, have a backslash before them.
std::unique_ptr<ModelText> NewPlainModelText();

// For Markdown (GFM). Marks are references to footnotes. Backslashes make footnotes, definitions of
// links, HTML, and backticks that begin no code literal, and images links. Code remains as it is:
// blocks in fences that are indented by up to three spaces, and spans within a line. Marks within a
// block of code follow it. A block that is open at the end is closed.
std::unique_ptr<ModelText> NewMarkdownModelText();

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_MODEL_TEXT_H_
