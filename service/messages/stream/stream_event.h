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

// `index` is the block's place in the message's content, 0-based; negative if the event named none.

struct MessageStart {
  // Its usage is provisional. `content` is normally empty.
  Message message;
};

struct ContentBlockStart {
  int64_t index = -1;
  // As it opens; a server tool's result is whole here. Its text is like TextDelta::text, and a tool
  // use has its JSON in `json` too.
  ContentBlock block;
  int ill_formed_strings = 0;
};

struct TextDelta {
  int64_t index = -1;
  // With halves (see json_escape.h): UTF-8, except that half a surrogate pair, whose other half may
  // be in the neighbouring delta, stands as its three bytes.
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

// May come several times; each usage is that of the whole message so far.
struct MessageDelta {
  std::optional<std::string> stop_reason;
  std::optional<std::string> stop_sequence;
  std::optional<Usage> usage;
  int ill_formed_strings = 0;
};

struct MessageStop {};

struct Ping {};

// Upstream gave up; nothing follows.
struct ErrorEvent {
  ApiError error;
};

// An event, or a delta, of a kind that this version does not know or could not read as its kind.
struct UnknownEvent {
  std::string type;  // the delta's type, the event's, or its name; empty if it had none
  std::string json;  // the event's, in canonical form (see canonical_json.h)
  int64_t index = -1;
};

using StreamEvent = std::variant<MessageStart, ContentBlockStart, TextDelta, CitationsDelta,
                                 InputJsonDelta, ThinkingDelta, SignatureDelta, ContentBlockStop,
                                 MessageDelta, MessageStop, Ping, ErrorEvent, UnknownEvent>;

// Sets `out` to the event. The JSON's own `type` decides; the event's name stands in where that is
// absent. An object with an `error` is an ErrorEvent whatever it is called. Tolerant as
// ParseMessage is. Fails with InvalidArgument, and no text of the event in the message, if the data
// is not a JSON object.
absl::Status ParseStreamEvent(const SseEvent& event, StreamEvent* out);

absl::StatusOr<StreamEvent> ParseStreamEvent(const SseEvent& event);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_EVENT_H_
