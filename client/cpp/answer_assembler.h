// SPDX-License-Identifier: Apache-2.0
// Assembles an answer from the events of a stream.
//
//   AnswerAssembler assembler;
//   client.StreamAnswer(request, [&assembler](const v1::AnswerEvent& event) {
//     if (assembler.Add(event).ok()) Show(assembler.answer());
//   });
//
// After the last event before `completed`, `text`, `blocks` and `references` equal those of the
// complete answer, field by field. Use one assembler for each stream. Not thread-safe.
#ifndef FOOTNOTE_CLIENT_CPP_ANSWER_ASSEMBLER_H_
#define FOOTNOTE_CLIENT_CPP_ANSWER_ASSEMBLER_H_

#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_event.pb.h"

namespace footnote::client {

class AnswerAssembler {
 public:
  // Adds the next event. Events of a kind that this version does not know have no effect.
  // DATA_LOSS if the event does not fit the events before it, so that at least one is missing; the
  // answer is then unchanged.
  absl::Status Add(const v1::AnswerEvent& event);

  // The answer so far: text, blocks, references, the notices that were delivered, model and
  // upstream_message_id. Before a block is finished, it has no kind if it is not text, its
  // citations have no answer_span, and its recovered citations are missing.
  //
  // After `completed`: the complete answer. `text`, `blocks`, `references` and `notices` come from
  // the earlier events if `completed` omits them (ResponseOptions.omit_delivered_content).
  const v1::Answer& answer() const { return answer_; }

  // The answer so far. The assembler must not be used afterwards.
  v1::Answer TakeAnswer() { return std::move(answer_); }

 private:
  absl::Status Start(const v1::BlockStarted& started);
  absl::Status Append(const v1::TextDelta& delta);
  absl::Status Cite(const v1::CitationFound& found);
  absl::Status Finish(const v1::BlockFinished& finished);
  absl::Status Complete(const v1::AnswerCompleted& completed);

  // True if each row that a recovered citation names exists, and each new row is named by one.
  bool FitsText(const v1::BlockFinished& finished) const;
  void AddRow(const v1::Reference& row);
  // Adds the citation's source to its row, unless the row has it.
  void AddSource(const v1::Citation& citation);

  // Returns the open text block if it has this index, else null.
  v1::AnswerText* OpenText(int block_index);

  v1::Answer answer_;
  bool is_open_ = false;                                 // the last block is not finished
  std::set<std::pair<int, std::string>> known_sources_;  // a row and a serialized source of it
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ANSWER_ASSEMBLER_H_
