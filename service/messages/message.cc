#include "service/messages/message.h"

#include <utility>

#include "absl/status/status.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/message_json.h"

namespace footnote::messages {

using Value = JsonReader::Value;

absl::StatusOr<Message> ParseMessage(std::string json) {
  JsonReader reader(std::move(json));
  MessageFields fields;
  const absl::Status status = reader.ReadObject(
      [&](absl::string_view key, Value& value) { ReadMessageField(key, value, reader, fields); });
  if (!status.ok()) return status;
  if (fields.is_error) return absl::InvalidArgumentError("an error object, not a message");
  if (!fields.has_content) return absl::InvalidArgumentError("a message without a content array");
  fields.message.ill_formed_strings += reader.ill_formed_strings();
  return std::move(fields.message);
}

std::optional<ApiError> ParseApiError(absl::string_view json) {
  std::string body;
  body.reserve(json.size() + JsonReader::kSpareBytes);
  body.assign(json.data(), json.size());
  JsonReader reader(std::move(body));
  std::optional<absl::string_view> type;
  std::optional<std::string> request_id;
  std::optional<ApiError> error;
  const absl::Status status = reader.ReadObject([&](absl::string_view key, Value& value) {
    if (key == "type") {
      type = reader.String(value);
    } else if (key == "error") {
      error = ReadError(value, reader);
    } else if (key == "request_id") {
      ReadString(value, reader, request_id);
    } else {
      reader.Skip(value);
    }
  });
  if (!status.ok()) return std::nullopt;
  if (type && *type != "error") return std::nullopt;
  if (error && request_id) error->request_id = std::move(*request_id);
  return error;
}

}  // namespace footnote::messages
