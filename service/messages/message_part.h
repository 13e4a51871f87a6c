// SPDX-License-Identifier: Apache-2.0
// A message as a sequence of parts in reading order: the common form of complete and streamed
// messages.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_PART_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_PART_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "absl/functional/function_ref.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

//   parts = [ MessageOpened ] { block } MessageClosed        UnknownReceived: anywhere between
//   block = BlockOpened { TextAdded | CitationAdded } BlockClosed
//
// Blocks follow each other in the order of the content, regardless of the order of the API's
// events.

struct MessageOpened {
  std::string id;
  std::string model;
};

struct BlockOpened {
  // What is known when the block opens: kind, type, tool use id and tool name. Has no text,
  // citations or JSON.
  ContentBlock block;
};

// Text of the open text block. Well-formed UTF-8, never empty.
struct TextAdded {
  std::string text;
};

// A citation of the open text block, before or after its text.
struct CitationAdded {
  TextCitation citation;
};

struct BlockClosed {
  // The complete block, for a tool use or an opaque block. nullopt for a text block, since its
  // parts were delivered. A block that opened as a tool use and whose input is not a JSON object
  // closes as an unknown opaque block of that type; `input` of its JSON is then a string with the
  // text of the input.
  std::optional<ContentBlock> block;
};

// An event of a kind that this version does not know, or a delta of a block of an unknown kind. The
// former is delivered immediately, the latter within its block.
struct UnknownReceived {
  std::string type;
  std::string json;  // canonical
  // The index of the block in the event; negative if the event has none.
  int64_t block = -1;
};

struct MessageClosed {
  std::optional<std::string> stop_reason;
  std::optional<std::string> stop_sequence;
  std::optional<Usage> usage;
  int ill_formed_strings = 0;
  // True if the stream ended after the stop reason and before message_stop.
  bool truncated = false;
};

using MessagePart = std::variant<MessageOpened, BlockOpened, TextAdded, CitationAdded, BlockClosed,
                                 UnknownReceived, MessageClosed>;

// Returns the content of BlockOpened for `block`.
ContentBlock OpeningOf(const ContentBlock& block);

// Calls `on_part` for each part of a complete message: the parts that MessageAccumulator produces
// for a stream of the same content, except for the split of texts into parts and the order of a
// block's text relative to its citations. Citations keep their order.
void ForEachPart(Message&& message, absl::FunctionRef<void(MessagePart&&)> on_part);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_PART_H_
