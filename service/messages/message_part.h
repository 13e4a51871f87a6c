// A message told part by part, in reading order. It is what a finished message and a streamed one
// have in common.
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
// Blocks come one after another in the order of the content, whatever order upstream's events had.

struct MessageOpened {
  std::string id;
  std::string model;
};

struct BlockOpened {
  // What is known of it as it opens: its kind, and type, tool use id and tool name. No text,
  // citations or JSON.
  ContentBlock block;
};

// Of the open text block. Well-formed UTF-8, never empty.
struct TextAdded {
  std::string text;
};

// Of the open text block, before or after its text.
struct CitationAdded {
  TextCitation citation;
};

struct BlockClosed {
  // A tool use or an opaque block, whole. For a text block, whose parts are all told: nullopt. A
  // block that opened as a tool use and whose input turned out not to be a JSON object closes as
  // an unknown opaque one of that type, the input's text being the string `input` of its JSON.
  std::optional<ContentBlock> block;
};

// An event that is not part of the message as this version knows it. One of an unknown kind comes
// at once, a delta of a block of an unknown kind inside of that block.
struct UnknownReceived {
  std::string type;
  std::string json;  // canonical
  // The block that it was about, by the event's index; negative if none.
  int64_t block = -1;
};

struct MessageClosed {
  std::optional<std::string> stop_reason;
  std::optional<std::string> stop_sequence;
  std::optional<Usage> usage;
  int ill_formed_strings = 0;
  // The stream broke off after the stop reason.
  bool truncated = false;
};

using MessagePart = std::variant<MessageOpened, BlockOpened, TextAdded, CitationAdded, BlockClosed,
                                 UnknownReceived, MessageClosed>;

// What a BlockOpened says of `block`.
ContentBlock OpeningOf(const ContentBlock& block);

// Tells the parts of a finished message: what MessageAccumulator gives for a stream of the same
// content, but for how its texts are cut and whether a block's text or its citations come first.
// Citations keep their order among each other.
void ForEachPart(Message&& message, absl::FunctionRef<void(MessagePart&&)> tell);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_PART_H_
