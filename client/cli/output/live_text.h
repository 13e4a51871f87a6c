// SPDX-License-Identifier: Apache-2.0
// The text of a streamed answer with marks after each claim.
#ifndef FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_
#define FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/cli/output/marked_writer.h"
#include "client/cli/output/model_text.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

class LiveText {
 public:
  // Returns the text after a block that cites the references of these numbers, each once, in the
  // order of their first citation; 0 for unknown sources.
  using Marks = std::function<std::string(const std::vector<int>& numbers)>;

  LiveText(std::unique_ptr<ModelText> text, Marks marks)
      : writer_(std::move(text)), marks_(std::move(marks)) {}

  // Returns the text to write for `event`, as MarkedWriter does. The results do not depend on how
  // the text is split into deltas, or on whether a citation precedes its text.
  std::string Take(const v1::AnswerEvent& event);
  // Returns the end of the text.
  std::string End() { return writer_.End(); }

  // True if any text was returned.
  bool has_text() const { return writer_.has_text(); }

 private:
  std::string FinishBlock(const v1::BlockFinished& finished);
  void Cite(const v1::Citation& citation);

  MarkedWriter writer_;
  Marks marks_;
  std::vector<int> cited_;    // the numbers that this block cites
  std::vector<int> numbers_;  // the number of each reference, by row
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_
