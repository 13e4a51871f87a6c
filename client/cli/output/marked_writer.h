// SPDX-License-Identifier: Apache-2.0
// The text of an answer with marks after each cited block.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_MARKED_WRITER_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_MARKED_WRITER_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "client/cli/output/model_text.h"
#include "client/cli/text/printable.h"

namespace footnote::client {

// The concatenated results are the model's text, safe for a terminal and distinct from Footnote's
// marks (ModelText), with the marks of a block before its trailing white space, and without white
// space at the end. They do not depend on how the text is split.
class MarkedWriter {
 public:
  explicit MarkedWriter(std::unique_ptr<ModelText> text) : text_(std::move(text)) {}

  // Adds text of a block.
  std::string Add(absl::string_view text) { return Write(text_->Add(printable_.Add(text))); }
  // Ends a block, which has `marks`, or none.
  std::string EndBlock(std::string marks);
  // Ends the text.
  std::string End() { return Write(text_->End()); }

  // True if any text or mark was returned.
  bool has_text() const { return has_text_; }

 private:
  std::string Write(absl::string_view text);

  std::unique_ptr<ModelText> text_;
  PrintableStream printable_;
  std::string space_before_;  // pending white space at the end of earlier blocks
  std::string space_;         // pending white space that may end this block
  char last_ = ' ';           // the last byte that was returned
  bool has_text_ = false;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_MARKED_WRITER_H_
