// SPDX-License-Identifier: Apache-2.0
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

void ForEachPart(Message&& message, absl::FunctionRef<void(MessagePart&&)> on_part) {
  on_part(MessageOpened{std::move(message.id), std::move(message.model)});
  for (ContentBlock& block : message.content) {
    on_part(BlockOpened{OpeningOf(block)});
    if (block.kind != ContentBlock::Kind::kText) {
      on_part(BlockClosed{std::move(block)});
      continue;
    }
    if (!block.text.empty()) on_part(TextAdded{std::move(block.text)});
    for (TextCitation& citation : block.citations) {
      on_part(CitationAdded{std::move(citation)});
    }
    on_part(BlockClosed{});
  }
  MessageClosed closed;
  closed.stop_reason = std::move(message.stop_reason);
  closed.stop_sequence = std::move(message.stop_sequence);
  closed.usage = std::move(message.usage);
  closed.ill_formed_strings = message.ill_formed_strings;
  on_part(std::move(closed));
}

}  // namespace footnote::messages
