// The text of an answer with marks after what is cited, while it comes.
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
  // What stands after a block that cites the references of these numbers, each once and in the
  // order in which they are met; 0 for every unknown source.
  using Marks = std::function<std::string(const std::vector<int>& numbers)>;

  explicit LiveText(Marks marks) : marks_(std::move(marks)) {}

  // What to write now that `event` has come. All of it together is the answer's text, safe for a
  // terminal as long as the marks are, with those of a block before the white space that ends the
  // block, and without white space at its end: the same for every cut of the text into deltas, and
  // whether a citation comes before its text or after.
  std::string Take(const v1::AnswerEvent& event);

  // Whether Take has returned any text.
  bool has_text() const { return has_text_; }

 private:
  std::string Write(absl::string_view printable);
  std::string FinishBlock(const v1::BlockFinished& finished);
  void Cite(const v1::Citation& citation);

  Marks marks_;
  PrintableStream printable_;
  std::string space_before_;  // white space that ended earlier blocks, not written yet
  std::string space_;         // white space that may end this block
  std::vector<int> cited_;    // by this block
  std::vector<int> numbers_;  // of the references, by row
  bool has_text_ = false;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_OUTPUT_LIVE_TEXT_H_
