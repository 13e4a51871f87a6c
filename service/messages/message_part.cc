#include "service/messages/message_part.h"

#include <utility>

namespace footnote::messages {

ContentBlock OpeningOf(const ContentBlock& block) {
  ContentBlock opening;
  opening.kind = block.kind;
  opening.type = block.type;
  opening.known = block.known;
  opening.tool_use_id = block.tool_use_id;
  opening.tool_name = block.tool_name;
  return opening;
}

void ForEachPart(Message&& message, absl::FunctionRef<void(MessagePart&&)> tell) {
  tell(MessageOpened{std::move(message.id), std::move(message.model)});
  for (ContentBlock& block : message.content) {
    tell(BlockOpened{OpeningOf(block)});
    if (block.kind != ContentBlock::Kind::kText) {
      tell(BlockClosed{std::move(block)});
      continue;
    }
    if (!block.text.empty()) tell(TextAdded{std::move(block.text)});
    for (TextCitation& citation : block.citations) {
      tell(CitationAdded{std::move(citation)});
    }
    tell(BlockClosed{});
  }
  MessageClosed closed;
  closed.stop_reason = std::move(message.stop_reason);
  closed.stop_sequence = std::move(message.stop_sequence);
  closed.usage = std::move(message.usage);
  closed.ill_formed_strings = message.ill_formed_strings;
  tell(std::move(closed));
}

}  // namespace footnote::messages
