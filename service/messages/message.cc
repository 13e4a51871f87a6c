// SPDX-License-Identifier: Apache-2.0
#include "service/messages/message.h"

#include <utility>

#include "absl/status/status.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/message_json.h"

namespace footnote::messages {

namespace {

using Value = JsonReader::Value;

// An error body whose fields are being read.
class ErrorFields {
 public:
  // Reads the field if it belongs to an error; returns false if it does not.
  bool Read(absl::string_view key, Value& value, JsonReader& reader) {
    if (key == "error") {
      error_ = ReadError(value, reader);
    } else if (key == "request_id") {
      ReadString(value, reader, request_id_);
    } else {
      return false;
    }
    return true;
  }

  // Returns the error if a body with this `type` is one.
  std::optional<ApiError> Take(const std::optional<std::string>& type) {
    if (type && *type != "error") return std::nullopt;
    if (error_ && request_id_) error_->request_id = std::move(*request_id_);
    return std::move(error_);
  }

 private:
  std::optional<ApiError> error_;
  std::optional<std::string> request_id_;
};

absl::StatusOr<Message> Whole(MessageFields fields, int ill_formed_strings) {
  if (fields.type == "error") return absl::InvalidArgumentError("an error object, not a message");
  if (!fields.has_content) return absl::InvalidArgumentError("a message without a content array");
  fields.message.ill_formed_strings += ill_formed_strings;
  return std::move(fields.message);
}

}  // namespace

absl::StatusOr<Message> ParseMessage(std::string json) {
  JsonReader reader(std::move(json));
  MessageFields fields;
  const absl::Status status = reader.ReadObject(
      [&](absl::string_view key, Value& value) { ReadMessageField(key, value, reader, fields); });
  if (!status.ok()) return status;
  return Whole(std::move(fields), reader.ill_formed_strings());
}

absl::StatusOr<std::variant<Message, ApiError>> ParseMessageOrError(std::string json) {
  JsonReader reader(std::move(json));
  MessageFields fields;
  ErrorFields error_fields;
  int ill_formed_in_error = 0;
  const absl::Status status = reader.ReadObject([&](absl::string_view key, Value& value) {
    const int before = reader.ill_formed_strings();
    if (error_fields.Read(key, value, reader)) {
      ill_formed_in_error += reader.ill_formed_strings() - before;
    } else {
      ReadMessageField(key, value, reader, fields);
    }
  });
  if (!status.ok()) return status;
  if (std::optional<ApiError> error = error_fields.Take(fields.type)) return *std::move(error);
  return Whole(std::move(fields), reader.ill_formed_strings() - ill_formed_in_error);
}

std::optional<ApiError> ParseApiError(absl::string_view json) {
  std::string body;
  body.reserve(json.size() + JsonReader::kSpareBytes);
  body.assign(json.data(), json.size());
  JsonReader reader(std::move(body));
  std::optional<std::string> type;
  ErrorFields fields;
  const absl::Status status = reader.ReadObject([&](absl::string_view key, Value& value) {
    if (key == "type") {
      type.reset();
      ReadString(value, reader, type);
    } else if (!fields.Read(key, value, reader)) {
      reader.Skip(value);
    }
  });
  if (!status.ok()) return std::nullopt;
  return fields.Take(type);
}

}  // namespace footnote::messages
