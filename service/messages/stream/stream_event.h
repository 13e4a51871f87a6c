// SPDX-License-Identifier: Apache-2.0
// The events of a streamed message, as plain data:
// https://platform.claude.com/docs/en/build-with-claude/streaming.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_EVENT_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_EVENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/messages/message_types.h"
#include "service/messages/stream/sse_decoder.h"

namespace footnote::messages {

// `index` is the 0-based index of the block in the message's content; negative if the event has
// none.

struct MessageStart {
  // The usage is provisional. `content` is normally empty.
  Message message;
};

struct ContentBlockStart {
  int64_t index = -1;
  // The block as it opens; the result of a server tool is complete. Its text is like
  // TextDelta::text, and a tool use also has its JSON in `json`.
  ContentBlock block;
  int ill_formed_strings = 0;
};

struct TextDelta {
  int64_t index = -1;
  // Text with halves (see json_escape.h): the other half of a surrogate pair may be in the adjacent
  // delta.
  std::string text;
};

struct CitationsDelta {
  int64_t index = -1;
  TextCitation citation;
  int ill_formed_strings = 0;
};

struct InputJsonDelta {
  int64_t index = -1;
  std::string partial_json;  // like TextDelta::text
};

struct ThinkingDelta {
  int64_t index = -1;
  std::string thinking;  // like TextDelta::text
};

struct SignatureDelta {
  int64_t index = -1;
  std::string signature;  // like TextDelta::text
};

struct ContentBlockStop {
  int64_t index = -1;
};

// May occur several times; each usage is that of the complete message so far.
struct MessageDelta {
  std::optional<std::string> stop_reason;
  std::optional<std::string> stop_sequence;
  std::optional<Usage> usage;
  int ill_formed_strings = 0;
};

struct MessageStop {};

struct Ping {};

// The API ended the stream with an error; nothing follows.
struct ErrorEvent {
  ApiError error;
};

// An event, or a delta, of a kind that this version does not know or could not read as its kind.
struct UnknownEvent {
  std::string type;  // the type of the delta or event, or the event's name; empty if there is none
  std::string json;  // the canonical JSON of the event (see canonical_json.h)
  int64_t index = -1;
};

using StreamEvent = std::variant<MessageStart, ContentBlockStart, TextDelta, CitationsDelta,
                                 InputJsonDelta, ThinkingDelta, SignatureDelta, ContentBlockStop,
                                 MessageDelta, MessageStop, Ping, ErrorEvent, UnknownEvent>;

// Sets `out` to the event. The member `type` of the data determines the kind, or the event's name
// if it is absent. An object with an `error` is an ErrorEvent, regardless of its type. Accepts the
// same extensions as ParseMessage. Fails with InvalidArgument, without text of the event in the
// message, if the data is not a JSON object.
absl::Status ParseStreamEvent(const SseEvent& event, StreamEvent* out);

absl::StatusOr<StreamEvent> ParseStreamEvent(const SseEvent& event);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_EVENT_H_
