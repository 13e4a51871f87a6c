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

std::vector<MessagePart> PartsOf(Message&& message) {
  std::vector<MessagePart> parts;
  parts.emplace_back(MessageOpened{std::move(message.id), std::move(message.model)});
  for (ContentBlock& block : message.content) {
    parts.emplace_back(BlockOpened{OpeningOf(block)});
    if (block.kind != ContentBlock::Kind::kText) {
      parts.emplace_back(BlockClosed{std::move(block)});
      continue;
    }
    if (!block.text.empty()) parts.emplace_back(TextAdded{std::move(block.text)});
    for (TextCitation& citation : block.citations) {
      parts.emplace_back(CitationAdded{std::move(citation)});
    }
    parts.emplace_back(BlockClosed{});
  }
  MessageClosed closed;
  closed.stop_reason = std::move(message.stop_reason);
  closed.stop_sequence = std::move(message.stop_sequence);
  closed.usage = std::move(message.usage);
  closed.ill_formed_strings = message.ill_formed_strings;
  parts.emplace_back(std::move(closed));
  return parts;
}

}  // namespace footnote::messages
