// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/reply_json.h"

#include "service/emulator/reply/json_fields.h"

namespace footnote::emulator {
namespace {

void AppendBlock(const ReplyBlock& block, std::string* out) {
  if (block.kind == ReplyBlock::Kind::kOpaque) {
    out->append(block.opaque_json);
    return;
  }
  out->push_back('{');
  switch (block.kind) {
    case ReplyBlock::Kind::kToolUse:
      AppendField("type", "tool_use", out);
      AppendField("id", block.tool_use_id, out);
      AppendField("name", block.tool_name, out);
      AppendName("input", out);
      out->append(block.tool_input_json);
      break;
    case ReplyBlock::Kind::kThinking:
      AppendField("type", "thinking", out);
      AppendField("thinking", block.thinking, out);
      AppendField("signature", block.signature, out);
      break;
    default:
      AppendField("type", "text", out);
      AppendField("text", block.text, out);
      if (block.citations.empty()) break;
      AppendName("citations", out);
      out->push_back('[');
      for (const ReplyCitation& citation : block.citations) {
        if (out->back() != '[') out->push_back(',');
        AppendCitationJson(citation, out);
      }
      out->push_back(']');
  }
  out->push_back('}');
}

}  // namespace

void AppendUsageJson(const ReplyUsage& usage, std::string* out) {
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

void AppendStopFields(const Reply& reply, std::string* out) {
  AppendField("stop_reason", reply.stop_reason, out);
  AppendNullable("stop_sequence", reply.stop_sequence, out);
  if (reply.stop_reason != "refusal") return;
  AppendName("stop_details", out);
  out->append(R"({"type":"refusal","category":null,"explanation":null})");
}

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
    case ReplyCitation::Kind::kPage:
      AppendField("type", "page_location", out);
      AppendField("cited_text", citation.cited_text, out);
      AppendField("document_index", citation.index, out);
      AppendNullable("document_title", citation.title, out);
      AppendField("start_page_number", citation.start, out);
      AppendField("end_page_number", citation.end, out);
      AppendNullable("file_id", citation.file_id, out);
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
  AppendStopFields(reply, &json);
  AppendName("usage", &json);
  AppendUsageJson(reply.usage, &json);
  json.push_back('}');
  return json;
}

}  // namespace footnote::emulator
