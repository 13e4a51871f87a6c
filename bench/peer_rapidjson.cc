// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <variant>

#include "absl/strings/string_view.h"
#include "bench/peer_codecs.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace footnote::bench {
namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void Key(Writer& writer, absl::string_view key) {
  writer.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
}

void String(Writer& writer, absl::string_view text) {
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void WriteText(Writer& writer, absl::string_view text) {
  writer.StartObject();
  Key(writer, "type");
  String(writer, "text");
  Key(writer, "text");
  String(writer, text);
  writer.EndObject();
}

void WriteSearchResult(Writer& writer, const messages::SearchResultParam& result) {
  writer.StartObject();
  Key(writer, "type");
  String(writer, "search_result");
  Key(writer, "source");
  String(writer, result.source);
  Key(writer, "title");
  String(writer, result.title);
  Key(writer, "content");
  writer.StartArray();
  for (const absl::string_view text : result.content) WriteText(writer, text);
  writer.EndArray();
  Key(writer, "citations");
  writer.StartObject();
  Key(writer, "enabled");
  writer.Bool(result.citations_enabled);
  writer.EndObject();
  writer.EndObject();
}

std::optional<std::string> StringField(const rapidjson::Value& object, const char* name) {
  const auto field = object.FindMember(name);
  if (field == object.MemberEnd() || !field->value.IsString()) return std::nullopt;
  return std::string(field->value.GetString(), field->value.GetStringLength());
}

std::optional<int64_t> IntField(const rapidjson::Value& object, const char* name) {
  const auto field = object.FindMember(name);
  if (field == object.MemberEnd() || !field->value.IsInt64()) return std::nullopt;
  return field->value.GetInt64();
}

messages::TextCitation ReadCitation(const rapidjson::Value& json) {
  messages::TextCitation citation;
  if (StringField(json, "type") == "search_result_location") {
    citation.kind = messages::TextCitation::Kind::kSearchResult;
  }
  citation.cited_text = StringField(json, "cited_text");
  citation.source = StringField(json, "source");
  citation.title = StringField(json, "title");
  citation.index = IntField(json, "search_result_index");
  citation.start = IntField(json, "start_block_index");
  citation.end = IntField(json, "end_block_index");
  return citation;
}

}  // namespace

std::string BuildWithRapidJson(const messages::MessagesRequest& request) {
  rapidjson::StringBuffer buffer;
  Writer writer(buffer);
  writer.StartObject();
  Key(writer, "model");
  String(writer, request.model);
  Key(writer, "max_tokens");
  writer.Int64(request.max_tokens);
  Key(writer, "messages");
  writer.StartArray();
  for (const messages::MessageParam& message : request.messages) {
    writer.StartObject();
    Key(writer, "role");
    String(writer, message.role == messages::Role::kUser ? "user" : "assistant");
    Key(writer, "content");
    writer.StartArray();
    for (const messages::ContentBlockParam& block : message.content) {
      if (const auto* text = std::get_if<messages::TextParam>(&block)) {
        WriteText(writer, text->text);
      } else if (const auto* result = std::get_if<messages::SearchResultParam>(&block)) {
        WriteSearchResult(writer, *result);
      }
    }
    writer.EndArray();
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  return std::string(buffer.GetString(), buffer.GetSize());
}

messages::Message ParseWithRapidJson(const std::string& json) {
  messages::Message message;
  rapidjson::Document document;
  document.Parse(json.data(), json.size());
  if (document.HasParseError() || !document.IsObject()) return message;
  message.id = StringField(document, "id").value_or("");
  message.model = StringField(document, "model").value_or("");
  for (const rapidjson::Value& block : document["content"].GetArray()) {
    messages::ContentBlock& read = message.content.emplace_back();
    read.text = StringField(block, "text").value_or("");
    const auto citations = block.FindMember("citations");
    if (citations == block.MemberEnd() || !citations->value.IsArray()) continue;
    for (const rapidjson::Value& citation : citations->value.GetArray()) {
      read.citations.push_back(ReadCitation(citation));
    }
  }
  message.stop_reason = StringField(document, "stop_reason");
  message.stop_sequence = StringField(document, "stop_sequence");
  const rapidjson::Value& usage = document["usage"];
  message.usage.emplace();
  message.usage->input_tokens = IntField(usage, "input_tokens");
  message.usage->output_tokens = IntField(usage, "output_tokens");
  message.usage->cache_creation_input_tokens = IntField(usage, "cache_creation_input_tokens");
  message.usage->cache_read_input_tokens = IntField(usage, "cache_read_input_tokens");
  message.usage->service_tier = StringField(usage, "service_tier");
  return message;
}

}  // namespace footnote::bench
