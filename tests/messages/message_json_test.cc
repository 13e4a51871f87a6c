// SPDX-License-Identifier: Apache-2.0
#include "service/messages/message_json.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/json/json_reader.h"

namespace footnote::messages {
namespace {

// Calls `read(value, reader)` with `json` as a value.
template <typename Read>
void ReadValue(absl::string_view json, Read read) {
  JsonReader reader(absl::StrCat("{\"value\":", json, "}"));
  const absl::Status status =
      reader.ReadObject([&](absl::string_view, JsonReader::Value& value) { read(value, reader); });
  EXPECT_TRUE(status.ok()) << status << json;
}

std::optional<Usage> ParseUsage(absl::string_view json) {
  std::optional<Usage> usage;
  ReadValue(json, [&](JsonReader::Value& value, JsonReader& reader) {
    usage = ReadUsage(value, reader);
  });
  return usage;
}

std::optional<ApiError> ParseError(absl::string_view json) {
  std::optional<ApiError> error;
  ReadValue(json, [&](JsonReader::Value& value, JsonReader& reader) {
    error = ReadError(value, reader);
  });
  return error;
}

MessageFields ParseFields(const std::string& json) {
  JsonReader reader(json);
  MessageFields fields;
  const absl::Status status =
      reader.ReadObject([&](absl::string_view key, JsonReader::Value& value) {
        ReadMessageField(key, value, reader, fields);
      });
  EXPECT_TRUE(status.ok()) << status << json;
  return fields;
}

TEST(ReadMessageFieldTest, ReadsEveryField) {
  const MessageFields fields = ParseFields(
      R"({"type":"message","id":"msg_1","model":"m","new":{"a":[1]},"stop_reason":"end_turn",)"
      R"("content":[{"type":"text","text":"t"}],"stop_sequence":"#","usage":{"input_tokens":3}})");
  EXPECT_EQ(fields.type, "message");
  EXPECT_EQ(fields.message.id, "msg_1");
  EXPECT_EQ(fields.message.model, "m");
  EXPECT_EQ(fields.message.stop_reason, "end_turn");
  EXPECT_EQ(fields.message.stop_sequence, "#");
  ASSERT_TRUE(fields.message.usage.has_value());
  EXPECT_EQ(fields.message.usage->input_tokens, 3);
  EXPECT_TRUE(fields.has_content);
  ASSERT_EQ(fields.message.content.size(), 1);
  EXPECT_EQ(fields.message.content[0].text, "t");
}

TEST(ReadMessageFieldTest, FieldsWithAWrongTypeAreAbsent) {
  const MessageFields fields = ParseFields(
      R"({"type":7,"id":{},"model":[],"stop_reason":1,"stop_sequence":null,"usage":"u",)"
      R"("content":"c"})");
  EXPECT_EQ(fields.type, std::nullopt);
  EXPECT_EQ(fields.message.id, "");
  EXPECT_EQ(fields.message.model, "");
  EXPECT_EQ(fields.message.stop_reason, std::nullopt);
  EXPECT_EQ(fields.message.stop_sequence, std::nullopt);
  EXPECT_FALSE(fields.message.usage.has_value());
  EXPECT_FALSE(fields.has_content);
}

TEST(ReadMessageFieldTest, ALaterFieldReplacesAnEarlierOne) {
  const MessageFields fields =
      ParseFields(R"({"id":"a","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn",)"
                  R"("id":"b","content":[],"stop_reason":null})");
  EXPECT_EQ(fields.message.id, "b");
  EXPECT_TRUE(fields.has_content);
  EXPECT_TRUE(fields.message.content.empty());
  EXPECT_EQ(fields.message.stop_reason, std::nullopt);
}

TEST(ReadMessageFieldTest, CountsTheTextsWithLoneSurrogates) {
  const MessageFields fields = ParseFields(
      R"({"content":[{"type":"text","text":"\ud83d"},{"type":"text","text":"\ude00\ude00"}]})");
  EXPECT_EQ(fields.message.ill_formed_strings, 2);
}

TEST(ReadStringTest, SetsOrResetsTheString) {
  std::optional<std::string> text;
  const auto read = [&text](JsonReader::Value& value, JsonReader& reader) {
    ReadString(value, reader, text);
  };
  ReadValue(R"("a\n")", read);
  EXPECT_EQ(text, "a\n");
  ReadValue("null", read);
  EXPECT_EQ(text, std::nullopt);
  text = "b";
  ReadValue("[1]", read);
  EXPECT_EQ(text, std::nullopt);
}

TEST(ReadUsageTest, ReadsEveryField) {
  const std::optional<Usage> usage = ParseUsage(
      R"({"input_tokens":1,"output_tokens":2,"cache_creation_input_tokens":3,)"
      R"("cache_read_input_tokens":4,"cache_creation":{"ephemeral_5m_input_tokens":5,"new":[],)"
      R"("ephemeral_1h_input_tokens":6},"output_tokens_details":{"new":1,"thinking_tokens":7},)"
      R"("server_tool_use":{"web_search_requests":8},"service_tier":"batch"})");
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, 1);
  EXPECT_EQ(usage->output_tokens, 2);
  EXPECT_EQ(usage->cache_creation_input_tokens, 3);
  EXPECT_EQ(usage->cache_read_input_tokens, 4);
  EXPECT_EQ(usage->ephemeral_5m_input_tokens, 5);
  EXPECT_EQ(usage->ephemeral_1h_input_tokens, 6);
  EXPECT_EQ(usage->thinking_tokens, 7);
  EXPECT_EQ(usage->web_search_requests, 8);
  EXPECT_EQ(usage->service_tier, "batch");
}

TEST(ReadUsageTest, FieldsOfTheUsageMayBeNullAbsentOrOfAWrongType) {
  EXPECT_FALSE(ParseUsage("null").has_value());
  EXPECT_FALSE(ParseUsage("[1]").has_value());
  ASSERT_TRUE(ParseUsage("{}").has_value());
  EXPECT_EQ(ParseUsage("{}")->input_tokens, std::nullopt);
  const std::optional<Usage> usage = ParseUsage(
      R"({"input_tokens":1.5,"output_tokens":7,"cache_creation":null,"server_tool_use":[],)"
      R"("output_tokens_details":{"thinking_tokens":"3"},"service_tier":null,"speed":"fast"})");
  ASSERT_TRUE(usage.has_value());
  EXPECT_EQ(usage->input_tokens, std::nullopt);
  EXPECT_EQ(usage->output_tokens, 7);
  EXPECT_EQ(usage->ephemeral_5m_input_tokens, std::nullopt);
  EXPECT_EQ(usage->web_search_requests, std::nullopt);
  EXPECT_EQ(usage->thinking_tokens, std::nullopt);
  EXPECT_EQ(usage->service_tier, std::nullopt);
}

TEST(ReadErrorTest, ReadsTheTypeTheMessageAndTheErrorCode) {
  const std::optional<ApiError> error = ParseError(
      R"({"new":[],"type":"api_error","details":{"x":{},"error_code":"c"},"message":"m"})");
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->type, "api_error");
  EXPECT_EQ(error->message, "m");
  EXPECT_EQ(error->error_code, "c");
  EXPECT_EQ(error->request_id, "");
}

TEST(ReadErrorTest, NeedsATypeOrAMessage) {
  ASSERT_TRUE(ParseError(R"({"type":"t"})").has_value());
  EXPECT_EQ(ParseError(R"({"type":"t"})")->message, "");
  ASSERT_TRUE(ParseError(R"({"message":"m","type":7})").has_value());
  EXPECT_EQ(ParseError(R"({"message":"m","type":7})")->type, "");
  for (const char* json : {"{}", "null", "[]", "\"m\"", R"({"details":{"error_code":"c"}})",
                           R"({"type":null,"message":5})"}) {
    EXPECT_FALSE(ParseError(json).has_value()) << json;
  }
}

}  // namespace
}  // namespace footnote::messages
