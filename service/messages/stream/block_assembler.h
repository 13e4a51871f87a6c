// One content block, from the deltas that it comes in.
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

// Open, any number of Adds, Close; each appends the parts that it completes to `parts`. Text and
// citations are handed on at once; tool inputs and what belongs into an opaque block are kept until
// Close. Each call but Close takes time in proportion to its argument, Close to what was kept. Not
// thread-safe.
//
// Add fails with InvalidArgument, and no text of the delta in the message, if a block of this kind
// has no such deltas.
class BlockAssembler {
 public:
  // `block` as it opens.
  void Open(ContentBlock&& block, std::vector<MessagePart>* parts);

  absl::Status Add(TextDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(CitationsDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(InputJsonDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(ThinkingDelta&& delta, std::vector<MessagePart>* parts);
  absl::Status Add(SignatureDelta&& delta, std::vector<MessagePart>* parts);

  void Close(std::vector<MessagePart>* parts);

  // Once it is closed: how many strings that came in deltas held lone surrogates, and the tool
  // input that is not a JSON object, if so.
  int ill_formed_strings() const { return ill_formed_strings_; }
  const std::optional<std::string>& bad_tool_input() const { return bad_tool_input_; }

 private:
  // What deltas a block takes.
  enum class Takes { kText, kInput, kThinking, kNothing, kUnknown };

  static Takes TakesOf(const ContentBlock& block);

  // Hands `text`, which has halves, on as the next of the block's text, but for a last half whose
  // other half may follow.
  void AddText(std::string&& text, std::vector<MessagePart>* parts);
  void CloseText(std::vector<MessagePart>* parts);
  // Puts what came in deltas into the block.
  void PutInput();
  void PutThinking();
  // Keeps the block as an unknown one because its input is no JSON object.
  void PutBadInput();

  ContentBlock block_;
  Takes takes_ = Takes::kUnknown;
  // What came in deltas, with halves.
  std::string input_;
  std::optional<std::string> thinking_;
  std::optional<std::string> signature_;
  // The text's last half.
  std::string held_;
  bool ill_formed_text_ = false;
  int ill_formed_strings_ = 0;
  std::optional<std::string> bad_tool_input_;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_BLOCK_ASSEMBLER_H_
