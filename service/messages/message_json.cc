// SPDX-License-Identifier: Apache-2.0
#include "service/messages/message_json.h"

#include <cstddef>
#include <vector>

#include "service/messages/block_json.h"

namespace footnote::messages {
namespace {

using Value = JsonReader::Value;
using OptionalView = std::optional<absl::string_view>;

// Most messages have no more than this.
constexpr size_t kUsualBlocks = 8;

std::string ToString(const OptionalView& text) {
  return text ? std::string(text->data(), text->size()) : std::string();
}

// Reads one integer member of `value`, if that is an object.
std::optional<int64_t> ReadIntOf(absl::string_view name, Value& value, JsonReader& reader) {
  std::optional<int64_t> result;
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == name) {
      result = reader.Int(field);
    } else {
      reader.Skip(field);
    }
  });
  return result;
}

void ReadCacheCreation(Value& value, JsonReader& reader, Usage& usage) {
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == "ephemeral_5m_input_tokens") {
      usage.ephemeral_5m_input_tokens = reader.Int(field);
    } else if (key == "ephemeral_1h_input_tokens") {
      usage.ephemeral_1h_input_tokens = reader.Int(field);
    } else {
      reader.Skip(field);
    }
  });
}

void ReadContent(Value& value, JsonReader& reader, MessageFields& fields) {
  std::vector<ContentBlock>& content = fields.message.content;
  content.clear();
  content.reserve(kUsualBlocks);
  fields.has_content = reader.ForEachElement(value, [&](Value& element) {
    ReadBlock(element, reader, content.emplace_back(), fields.message.ill_formed_strings);
  });
}

}  // namespace

void ReadMessageField(absl::string_view key, Value& value, JsonReader& reader,
                      MessageFields& fields) {
  Message& message = fields.message;
  if (key == "content") {
    ReadContent(value, reader, fields);
  } else if (key == "id") {
    message.id = ToString(reader.String(value));
  } else if (key == "model") {
    message.model = ToString(reader.String(value));
  } else if (key == "stop_reason") {
    ReadString(value, reader, message.stop_reason);
  } else if (key == "stop_sequence") {
    ReadString(value, reader, message.stop_sequence);
  } else if (key == "usage") {
    message.usage = ReadUsage(value, reader);
  } else if (key == "type") {
    ReadString(value, reader, fields.type);
  } else {
    reader.Skip(value);
  }
}

void ReadString(Value& value, JsonReader& reader, std::optional<std::string>& out) {
  if (const OptionalView text = reader.String(value)) {
    out.emplace(text->data(), text->size());
  } else {
    out.reset();
  }
}

std::optional<Usage> ReadUsage(Value& value, JsonReader& reader) {
  Usage usage;
  const bool found = reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == "input_tokens") {
      usage.input_tokens = reader.Int(field);
    } else if (key == "output_tokens") {
      usage.output_tokens = reader.Int(field);
    } else if (key == "cache_creation_input_tokens") {
      usage.cache_creation_input_tokens = reader.Int(field);
    } else if (key == "cache_read_input_tokens") {
      usage.cache_read_input_tokens = reader.Int(field);
    } else if (key == "cache_creation") {
      ReadCacheCreation(field, reader, usage);
    } else if (key == "output_tokens_details") {
      usage.thinking_tokens = ReadIntOf("thinking_tokens", field, reader);
    } else if (key == "server_tool_use") {
      usage.web_search_requests = ReadIntOf("web_search_requests", field, reader);
    } else if (key == "service_tier") {
      ReadString(field, reader, usage.service_tier);
    } else {
      reader.Skip(field);
    }
  });
  if (!found) return std::nullopt;
  return usage;
}

std::optional<ApiError> ReadError(Value& value, JsonReader& reader) {
  OptionalView type;
  OptionalView message;
  OptionalView error_code;
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == "type") {
      type = reader.String(field);
    } else if (key == "message") {
      message = reader.String(field);
    } else if (key == "details") {
      reader.ForEachField(field, [&](absl::string_view detail, Value& detail_value) {
        if (detail == "error_code") {
          error_code = reader.String(detail_value);
        } else {
          reader.Skip(detail_value);
        }
      });
    } else {
      reader.Skip(field);
    }
  });
  if (!type && !message) return std::nullopt;
  return ApiError{ToString(type), ToString(message), ToString(error_code), ""};
}

}  // namespace footnote::messages
