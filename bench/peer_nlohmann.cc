// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/string_view.h"
#include "bench/peer_codecs.h"
#include "nlohmann/json.hpp"
#include "service/messages/stream/sse_decoder.h"

namespace footnote::bench {
namespace {

using Json = nlohmann::json;

std::string ToString(absl::string_view text) { return std::string(text.data(), text.size()); }

Json TextJson(absl::string_view text) { return {{"type", "text"}, {"text", ToString(text)}}; }

Json SearchResultJson(const messages::SearchResultParam& result) {
  Json content = Json::array();
  for (const absl::string_view text : result.content) content.push_back(TextJson(text));
  return {{"type", "search_result"},
          {"source", ToString(result.source)},
          {"title", ToString(result.title)},
          {"content", std::move(content)},
          {"citations", {{"enabled", result.citations_enabled}}}};
}

std::optional<std::string> StringField(const Json& object, const char* name) {
  const auto field = object.find(name);
  if (field == object.end() || !field->is_string()) return std::nullopt;
  return field->get_ref<const std::string&>();
}

std::optional<int64_t> IntField(const Json& object, const char* name) {
  const auto field = object.find(name);
  if (field == object.end() || !field->is_number_integer()) return std::nullopt;
  return field->get<int64_t>();
}

messages::TextCitation ReadCitation(const Json& json) {
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

messages::Usage ReadUsage(const Json& json) {
  messages::Usage usage;
  usage.input_tokens = IntField(json, "input_tokens");
  usage.output_tokens = IntField(json, "output_tokens");
  usage.cache_creation_input_tokens = IntField(json, "cache_creation_input_tokens");
  usage.cache_read_input_tokens = IntField(json, "cache_read_input_tokens");
  usage.service_tier = StringField(json, "service_tier");
  return usage;
}

messages::StreamEvent ReadDelta(int64_t index, const Json& delta) {
  if (StringField(delta, "type") == "text_delta") {
    return messages::TextDelta{index, StringField(delta, "text").value_or("")};
  }
  return messages::CitationsDelta{index, ReadCitation(delta["citation"])};
}

messages::StreamEvent ReadEvent(const Json& json) {
  const std::string type = StringField(json, "type").value_or("");
  const int64_t index = IntField(json, "index").value_or(-1);
  if (type == "content_block_delta") return ReadDelta(index, json["delta"]);
  if (type == "content_block_start") {
    messages::ContentBlockStart start;
    start.index = index;
    start.block.text = StringField(json["content_block"], "text").value_or("");
    return start;
  }
  if (type == "content_block_stop") return messages::ContentBlockStop{index};
  if (type == "message_start") {
    messages::MessageStart start;
    start.message.id = StringField(json["message"], "id").value_or("");
    start.message.model = StringField(json["message"], "model").value_or("");
    start.message.usage = ReadUsage(json["message"]["usage"]);
    return start;
  }
  if (type == "message_delta") {
    messages::MessageDelta delta;
    delta.stop_reason = StringField(json["delta"], "stop_reason");
    delta.stop_sequence = StringField(json["delta"], "stop_sequence");
    delta.usage = ReadUsage(json["usage"]);
    return delta;
  }
  return messages::MessageStop();
}

}  // namespace

std::string BuildWithNlohmann(const messages::MessagesRequest& request) {
  Json messages = Json::array();
  for (const messages::MessageParam& message : request.messages) {
    Json content = Json::array();
    for (const messages::ContentBlockParam& block : message.content) {
      if (const auto* text = std::get_if<messages::TextParam>(&block)) {
        content.push_back(TextJson(text->text));
      } else if (const auto* result = std::get_if<messages::SearchResultParam>(&block)) {
        content.push_back(SearchResultJson(*result));
      }
    }
    messages.push_back({{"role", message.role == messages::Role::kUser ? "user" : "assistant"},
                        {"content", std::move(content)}});
  }
  return Json({{"model", ToString(request.model)},
               {"max_tokens", request.max_tokens},
               {"messages", std::move(messages)}})
      .dump();
}

messages::Message ParseWithNlohmann(const std::string& json) {
  messages::Message message;
  const Json document = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) return message;
  message.id = StringField(document, "id").value_or("");
  message.model = StringField(document, "model").value_or("");
  for (const Json& block : document["content"]) {
    messages::ContentBlock& read = message.content.emplace_back();
    read.text = StringField(block, "text").value_or("");
    const auto citations = block.find("citations");
    if (citations == block.end() || !citations->is_array()) continue;
    for (const Json& citation : *citations) read.citations.push_back(ReadCitation(citation));
  }
  message.stop_reason = StringField(document, "stop_reason");
  message.stop_sequence = StringField(document, "stop_sequence");
  message.usage = ReadUsage(document["usage"]);
  return message;
}

std::vector<messages::StreamEvent> ReadStreamWithNlohmann(const std::string& stream) {
  std::vector<messages::StreamEvent> events;
  messages::SseDecoder decoder;
  messages::SseEvent event;
  decoder.Push(stream);
  while (decoder.Next(&event) == messages::SseDecoder::Result::kEvent) {
    const Json json = Json::parse(event.data, nullptr, /*allow_exceptions=*/false);
    if (json.is_object()) events.push_back(ReadEvent(json));
  }
  return events;
}

}  // namespace footnote::bench
