// Keeps an answer up to date while its events come, for whoever shows it as it grows.
//
//   AnswerAssembler so_far;
//   client.StreamAnswer(request, [&so_far](const v1::AnswerEvent& event) {
//     if (so_far.Add(event).ok()) Show(so_far.answer());
//   });
//
// The events of a stream are enough to know its answer: after the last one before `completed`,
// `text`, `blocks` and `references` are equal to those of the answer in `completed`, field by
// field. One assembler for each stream; not thread-safe.
#ifndef FOOTNOTE_CLIENT_CPP_ANSWER_ASSEMBLER_H_
#define FOOTNOTE_CLIENT_CPP_ANSWER_ASSEMBLER_H_

#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

class AnswerAssembler {
 public:
  // Takes the next event. `completed` and kinds that this version does not know change nothing.
  // DATA_LOSS if the event does not fit those before it, so that some must be missing; it then
  // changes nothing either.
  absl::Status Add(const v1::AnswerEvent& event);

  // The answer so far: text, blocks, references, the notices that were told, model and message_id.
  // Before a block is finished it has no kind if it is not text, its citations have no answer_span,
  // and what is recovered from its text is missing.
  const v1::Answer& answer() const { return answer_; }

 private:
  absl::Status Start(const v1::BlockStarted& started);
  absl::Status Append(const v1::TextDelta& delta);
  absl::Status Cite(const v1::CitationFound& found);
  absl::Status Finish(const v1::BlockFinished& finished);

  // Whether the rows that what is recovered names are there, and those that it adds are named.
  bool FitsText(const v1::BlockFinished& finished) const;
  void AddRow(const v1::Reference& row);
  // Adds the citation's source to its row, unless the row has it.
  void AddSource(const v1::Citation& citation);

  // The text block that is being told, if it has this index; else null.
  v1::AnswerText* OpenText(int block);

  v1::Answer answer_;
  bool is_open_ = false;                                 // whether the last block is not finished
  std::set<std::pair<int, std::string>> known_sources_;  // each row with each of its sources
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ANSWER_ASSEMBLER_H_
