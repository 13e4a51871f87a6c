// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/stream_event.h"

#include <cstddef>
#include <utility>

#include "absl/strings/string_view.h"
#include "service/messages/block_json.h"
#include "service/messages/citation_json.h"
#include "service/messages/json/canonical_json.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/message_json.h"
#include "service/messages/stream/plain_text_delta.h"

namespace footnote::messages {
namespace {

using Value = JsonReader::Value;
using OptionalView = std::optional<absl::string_view>;

// A larger event uses separate memory, so that the thread does not keep several times its size.
constexpr size_t kLargeEventBytes = 64 << 10;

std::string ToString(absl::string_view text) { return std::string(text.data(), text.size()); }

// The fields of all kinds of deltas. `type` may come last, so the meaning of a field is known only
// at the end.
struct DeltaFields {
  OptionalView type;
  // Text with halves.
  OptionalView text;
  OptionalView partial_json;
  OptionalView thinking;
  OptionalView signature;
  std::optional<CitationsDelta> citation;
  MessageDelta stop;
};

// The fields of all kinds of events.
struct EventFields {
  OptionalView type;
  int64_t index = -1;
  bool has_delta = false;
  DeltaFields delta;
  std::optional<ContentBlockStart> block;
  std::optional<MessageStart> message;
  std::optional<Usage> usage;
  std::optional<ErrorEvent> error;
  std::optional<std::string> request_id;
};

// Runs `read` and returns the number of ill-formed strings that the reader found in it.
template <typename Read>
int CountIllFormed(const JsonReader& reader, Read read) {
  const int before = reader.ill_formed_strings();
  read();
  return reader.ill_formed_strings() - before;
}

void ReadDeltaField(absl::string_view key, Value& value, JsonReader& reader, DeltaFields& fields) {
  if (key == "type") {
    fields.type = reader.String(value);
  } else if (key == "text") {
    fields.text = reader.StringWithHalves(value);
  } else if (key == "citation") {
    CitationsDelta& delta = fields.citation.emplace();
    delta.ill_formed_strings =
        CountIllFormed(reader, [&] { delta.citation = ReadCitation(value, reader); });
  } else if (key == "partial_json") {
    fields.partial_json = reader.StringWithHalves(value);
  } else if (key == "thinking") {
    fields.thinking = reader.StringWithHalves(value);
  } else if (key == "signature") {
    fields.signature = reader.StringWithHalves(value);
  } else if (key == "stop_reason") {
    fields.stop.ill_formed_strings +=
        CountIllFormed(reader, [&] { ReadString(value, reader, fields.stop.stop_reason); });
  } else if (key == "stop_sequence") {
    fields.stop.ill_formed_strings +=
        CountIllFormed(reader, [&] { ReadString(value, reader, fields.stop.stop_sequence); });
  } else {
    reader.Skip(value);
  }
}

void ReadDelta(Value& value, JsonReader& reader, DeltaFields& fields) {
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    ReadDeltaField(key, field, reader, fields);
  });
}

ContentBlockStart ReadContentBlock(Value& value, JsonReader& reader) {
  ContentBlockStart start;
  start.ill_formed_strings =
      CountIllFormed(reader, [&] { ReadOpeningBlock(value, reader, start.block); });
  return start;
}

std::optional<MessageStart> ReadMessage(Value& value, JsonReader& reader) {
  MessageFields fields;
  bool is_object = false;
  const int ill_formed = CountIllFormed(reader, [&] {
    is_object = reader.ForEachField(value, [&](absl::string_view key, Value& field) {
      ReadMessageField(key, field, reader, fields);
    });
  });
  if (!is_object) return std::nullopt;
  fields.message.ill_formed_strings += ill_formed;
  return MessageStart{std::move(fields.message)};
}

// An event with an `error` that is not null is an ErrorEvent.
std::optional<ErrorEvent> ReadErrorEvent(Value& value, JsonReader& reader) {
  if (JsonReader::IsObject(value)) {
    return ErrorEvent{ReadError(value, reader).value_or(ApiError())};
  }
  if (JsonReader::IsNull(value)) {
    reader.Skip(value);
    return std::nullopt;
  }
  ErrorEvent event;
  if (const OptionalView message = reader.String(value)) event.error.message = ToString(*message);
  return event;
}

void ReadEventField(absl::string_view key, Value& value, JsonReader& reader, EventFields& fields) {
  if (key == "type") {
    fields.type = reader.String(value);
  } else if (key == "index") {
    fields.index = reader.Int(value).value_or(-1);
  } else if (key == "delta") {
    if (std::exchange(fields.has_delta, true)) fields.delta = {};
    ReadDelta(value, reader, fields.delta);
  } else if (key == "content_block") {
    fields.block = ReadContentBlock(value, reader);
  } else if (key == "message") {
    fields.message = ReadMessage(value, reader);
  } else if (key == "usage") {
    fields.usage = ReadUsage(value, reader);
  } else if (key == "error") {
    fields.error = ReadErrorEvent(value, reader);
  } else if (key == "request_id") {
    ReadString(value, reader, fields.request_id);
  } else {
    reader.Skip(value);
  }
}

// Sets `out` to the delta. Returns false if it does not have the fields of its kind.
bool SetBlockDelta(EventFields& fields, StreamEvent* out) {
  DeltaFields& delta = fields.delta;
  const int64_t index = fields.index;
  if (!delta.type) return false;
  if (*delta.type == "text_delta" && delta.text) {
    out->emplace<TextDelta>(TextDelta{index, ToString(*delta.text)});
  } else if (*delta.type == "citations_delta" && delta.citation) {
    delta.citation->index = index;
    out->emplace<CitationsDelta>(std::move(*delta.citation));
  } else if (*delta.type == "input_json_delta" && delta.partial_json) {
    out->emplace<InputJsonDelta>(InputJsonDelta{index, ToString(*delta.partial_json)});
  } else if (*delta.type == "thinking_delta" && delta.thinking) {
    out->emplace<ThinkingDelta>(ThinkingDelta{index, ToString(*delta.thinking)});
  } else if (*delta.type == "signature_delta" && delta.signature) {
    out->emplace<SignatureDelta>(SignatureDelta{index, ToString(*delta.signature)});
  } else {
    return false;
  }
  return true;
}

// Sets `out` to the event of this type. Returns false if it does not have the fields of its kind.
bool SetEvent(absl::string_view type, EventFields& fields, StreamEvent* out) {
  if (type == "content_block_delta") return SetBlockDelta(fields, out);
  if (type == "content_block_stop") {
    out->emplace<ContentBlockStop>(ContentBlockStop{fields.index});
  } else if (type == "content_block_start" && fields.block) {
    fields.block->index = fields.index;
    out->emplace<ContentBlockStart>(std::move(*fields.block));
  } else if (type == "ping") {
    out->emplace<Ping>();
  } else if (type == "message_start" && fields.message) {
    out->emplace<MessageStart>(std::move(*fields.message));
  } else if (type == "message_delta") {
    fields.delta.stop.usage = std::move(fields.usage);
    out->emplace<MessageDelta>(std::move(fields.delta.stop));
  } else if (type == "message_stop") {
    out->emplace<MessageStop>();
  } else {
    return false;
  }
  return true;
}

// The memory for parsing the JSON of events.
struct Workspace {
  std::string json;  // with the spare capacity that the reader needs
  JsonReader::Workspace reader;
};

absl::Status ParseInFull(const SseEvent& event, Workspace& workspace, StreamEvent* out) {
  workspace.json.reserve(event.data.size() + JsonReader::kSpareBytes);
  workspace.json.assign(event.data.data(), event.data.size());
  JsonReader reader(workspace.json, workspace.reader);
  EventFields fields;
  absl::Status status = reader.ReadObject(
      [&](absl::string_view key, Value& value) { ReadEventField(key, value, reader, fields); });
  if (!status.ok()) return status;
  const absl::string_view type = fields.type.value_or(event.name);
  if (fields.error || type == "error") {
    ErrorEvent& error = out->emplace<ErrorEvent>(fields.error.value_or(ErrorEvent()));
    if (fields.request_id) error.error.request_id = std::move(*fields.request_id);
  } else if (!SetEvent(type, fields, out)) {
    UnknownEvent& unknown = out->emplace<UnknownEvent>();
    unknown.type = ToString(fields.delta.type.value_or(type));
    unknown.index = fields.index;
    AppendCanonicalJson(event.data, &unknown.json);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ParseStreamEvent(const SseEvent& event, StreamEvent* out) {
  if (const std::optional<PlainTextDelta> delta = ReadPlainTextDelta(event.data)) {
    out->emplace<TextDelta>(TextDelta{delta->index, ToString(delta->text)});
    return absl::OkStatus();
  }
  if (event.data.size() > kLargeEventBytes) {
    Workspace workspace;
    return ParseInFull(event, workspace, out);
  }
  // One for each thread: one for each stream would be most of the memory of an idle stream.
  thread_local Workspace workspace;
  return ParseInFull(event, workspace, out);
}

absl::StatusOr<StreamEvent> ParseStreamEvent(const SseEvent& event) {
  StreamEvent result;
  absl::Status status = ParseStreamEvent(event, &result);
  if (!status.ok()) return status;
  return result;
}

}  // namespace footnote::messages
