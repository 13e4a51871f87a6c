#include "service/emulator/reply/reply_json.h"

#include "absl/strings/string_view.h"
#include "service/messages/json_writer.h"

namespace footnote::emulator {
namespace {

void AppendString(std::string_view text, std::string* out) {
  messages::JsonWriter(out).String(absl::string_view(text.data(), text.size()));
}

// Appends `"name":`, with a comma unless an object has just been opened.
void AppendName(std::string_view name, std::string* out) {
  if (out->back() != '{') out->push_back(',');
  out->push_back('"');
  out->append(name);
  out->append("\":");
}

void AppendField(std::string_view name, std::string_view text, std::string* out) {
  AppendName(name, out);
  AppendString(text, out);
}

void AppendField(std::string_view name, int64_t number, std::string* out) {
  AppendName(name, out);
  out->append(std::to_string(number));
}

void AppendNullable(std::string_view name, std::string_view text, std::string* out) {
  AppendName(name, out);
  if (text.empty()) {
    out->append("null");
  } else {
    AppendString(text, out);
  }
}

void AppendBlock(const ReplyBlock& block, std::string* out) {
  out->push_back('{');
  if (block.kind == ReplyBlock::Kind::kToolUse) {
    AppendField("type", "tool_use", out);
    AppendField("id", block.tool_use_id, out);
    AppendField("name", block.tool_name, out);
    AppendName("input", out);
    out->append(block.tool_input_json);
  } else {
    AppendField("type", "text", out);
    AppendField("text", block.text, out);
    if (!block.citations.empty()) {
      AppendName("citations", out);
      out->push_back('[');
      for (const ReplyCitation& citation : block.citations) {
        if (out->back() != '[') out->push_back(',');
        AppendCitationJson(citation, out);
      }
      out->push_back(']');
    }
  }
  out->push_back('}');
}

void AppendUsage(const ReplyUsage& usage, std::string* out) {
  out->push_back('{');
  AppendField("input_tokens", usage.input_tokens, out);
  AppendField("cache_creation_input_tokens", usage.cache_creation_5m + usage.cache_creation_1h,
              out);
  AppendField("cache_read_input_tokens", usage.cache_read, out);
  AppendName("cache_creation", out);
  out->push_back('{');
  AppendField("ephemeral_5m_input_tokens", usage.cache_creation_5m, out);
  AppendField("ephemeral_1h_input_tokens", usage.cache_creation_1h, out);
  out->push_back('}');
  AppendField("output_tokens", usage.output_tokens, out);
  AppendField("service_tier", "standard", out);
  out->push_back('}');
}

}  // namespace

void AppendCitationJson(const ReplyCitation& citation, std::string* out) {
  out->push_back('{');
  switch (citation.kind) {
    case ReplyCitation::Kind::kSearchResult:
      AppendField("type", "search_result_location", out);
      AppendField("cited_text", citation.cited_text, out);
      AppendField("source", citation.source, out);
      AppendNullable("title", citation.title, out);
      AppendField("search_result_index", citation.index, out);
      AppendField("start_block_index", citation.start, out);
      AppendField("end_block_index", citation.end, out);
      break;
    case ReplyCitation::Kind::kContentBlock:
      AppendField("type", "content_block_location", out);
      AppendField("cited_text", citation.cited_text, out);
      AppendField("document_index", citation.index, out);
      AppendNullable("document_title", citation.title, out);
      AppendField("start_block_index", citation.start, out);
      AppendField("end_block_index", citation.end, out);
      AppendNullable("file_id", {}, out);
      break;
    case ReplyCitation::Kind::kChar:
      AppendField("type", "char_location", out);
      AppendField("cited_text", citation.cited_text, out);
      AppendField("document_index", citation.index, out);
      AppendNullable("document_title", citation.title, out);
      AppendField("start_char_index", citation.start, out);
      AppendField("end_char_index", citation.end, out);
      AppendNullable("file_id", {}, out);
      break;
  }
  out->push_back('}');
}

std::string ReplyJson(const Reply& reply) {
  std::string json = "{";
  AppendField("id", reply.id, &json);
  AppendField("type", "message", &json);
  AppendField("role", "assistant", &json);
  AppendField("model", reply.model, &json);
  AppendName("content", &json);
  json.push_back('[');
  for (const ReplyBlock& block : reply.content) {
    if (json.back() != '[') json.push_back(',');
    AppendBlock(block, &json);
  }
  json.push_back(']');
  AppendField("stop_reason", reply.stop_reason, &json);
  AppendNullable("stop_sequence", reply.stop_sequence, &json);
  if (reply.stop_reason == "refusal") {
    AppendName("stop_details", &json);
    json.append(R"({"type":"refusal","category":null,"explanation":null})");
  }
  AppendName("usage", &json);
  AppendUsage(reply.usage, &json);
  json.push_back('}');
  return json;
}

}  // namespace footnote::emulator
