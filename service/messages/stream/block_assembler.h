// SPDX-License-Identifier: Apache-2.0
// Assembles one content block from its deltas.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_BLOCK_ASSEMBLER_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_BLOCK_ASSEMBLER_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "service/messages/message_part.h"
#include "service/messages/message_types.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::messages {

// Call Open, Add any number of times, then Close; each appends the parts that it completes to
// `parts`. Text and citations are delivered immediately; tool inputs and the content of opaque
// blocks are kept until Close. The time of a call is proportional to its argument, and that of
// Close to what was kept. Not thread-safe.
//
// Add fails with InvalidArgument, without text of the delta in the message, if the block's kind has
// no such deltas.
class BlockAssembler {
 public:
  // Opens the block with its initial content.
  void Open(ContentBlock&& block, std::vector<MessagePart>* parts);

  absl::Status Add(TextDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(CitationsDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(InputJsonDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(ThinkingDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(SignatureDelta&& delta, std::vector<MessagePart>* parts);

  void Close(std::vector<MessagePart>* parts);

  // After Close: the number of strings from deltas that contained lone surrogates, and the tool
  // input if it is not a JSON object.
  int ill_formed_strings() const { return ill_formed_strings_; }
  const std::optional<std::string>& bad_tool_input() const { return bad_tool_input_; }

 private:
  // The kind of deltas that a block accepts.
  enum class Takes { kText, kInput, kThinking, kNothing, kUnknown };

  static Takes TakesOf(const ContentBlock& block);

  // Appends `text`, which has halves, to the block's text, except for a final half whose other half
  // may follow.
  void AddText(std::string&& text, std::vector<MessagePart>* parts);
  void CloseText(std::vector<MessagePart>* parts);
  // Insert the collected deltas into the block.
  void PutInput();
  void PutThinking();
  // Converts the block to an unknown one because its input is not a JSON object.
  void PutBadInput();

  ContentBlock block_;
  Takes takes_ = Takes::kUnknown;
  // The collected deltas, with halves.
  std::string input_;
  std::optional<std::string> thinking_;
  std::optional<std::string> signature_;
  // The final half of the text so far.
  std::string held_;
  bool ill_formed_text_ = false;
  int ill_formed_strings_ = 0;
  std::optional<std::string> bad_tool_input_;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_BLOCK_ASSEMBLER_H_
