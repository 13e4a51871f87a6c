// SPDX-License-Identifier: Apache-2.0
#include "service/messages/request.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "service/messages/content_json.h"
#include "service/messages/json/json_writer.h"
#include "service/messages/request_size.h"

namespace footnote::messages {
namespace {

// The start of every request, followed by the model.
constexpr absl::string_view kBeforeModel = R"({"model":)";

void Write(const MessageParam& message, JsonWriter& json) {
  json.Raw(message.role == Role::kUser ? R"({"role":"user","content":)"
                                       : R"({"role":"assistant","content":)");
  json.Array(message.content,
             [&json](const ContentBlockParam& block) { WriteContentBlock(block, json); });
  json.Raw("}");
}

void Write(const ToolParam& tool, JsonWriter& json) {
  json.Raw(R"({"name":)");
  json.String(tool.name);
  if (!tool.description.empty()) {
    json.Raw(R"(,"description":)");
    json.String(tool.description);
  }
  json.Raw(R"(,"input_schema":)");
  json.Raw(tool.input_schema_json);
  if (tool.strict) json.Raw(*tool.strict ? R"(,"strict":true)" : R"(,"strict":false)");
  WriteCacheControl(tool.cache, json);
  json.Raw("}");
}

void WriteDomains(absl::string_view key, const std::vector<absl::string_view>& domains,
                  JsonWriter& json) {
  if (domains.empty()) return;
  json.Raw(key);
  json.Array(domains, [&json](absl::string_view domain) { json.String(domain); });
}

void Write(const WebSearchParam& search, JsonWriter& json) {
  json.Raw(R"({"type":)");
  json.String(search.type);
  json.Raw(R"(,"name":"web_search")");
  if (search.max_uses) {
    json.Raw(R"(,"max_uses":)");
    json.Int(*search.max_uses);
  }
  WriteDomains(R"(,"allowed_domains":)", search.allowed_domains, json);
  WriteDomains(R"(,"blocked_domains":)", search.blocked_domains, json);
  if (search.user_location) {
    json.Raw(R"(,"user_location":{"type":"approximate")");
    WriteOptional(R"(,"city":)", search.user_location->city, json);
    WriteOptional(R"(,"region":)", search.user_location->region, json);
    WriteOptional(R"(,"country":)", search.user_location->country, json);
    WriteOptional(R"(,"timezone":)", search.user_location->timezone, json);
    json.Raw("}");
  }
  WriteCacheControl(search.cache, json);
  json.Raw("}");
}

void WriteTools(const MessagesRequest& request, JsonWriter& json) {
  if (request.tools.empty()) return;
  json.Raw(R"(,"tools":)");
  json.Array(request.tools, [&json](const AnyToolParam& tool) {
    std::visit([&json](const auto& kind) { Write(kind, json); }, tool);
  });
}

absl::string_view NameOf(ToolChoiceParam::Mode mode) {
  switch (mode) {
    case ToolChoiceParam::Mode::kAuto:
      return "auto";
    case ToolChoiceParam::Mode::kAny:
      return "any";
    case ToolChoiceParam::Mode::kTool:
      return "tool";
    case ToolChoiceParam::Mode::kNone:
      return "none";
  }
  return "";
}

void WriteToolChoice(const MessagesRequest& request, JsonWriter& json) {
  if (!request.tool_choice) return;
  json.Raw(R"(,"tool_choice":{"type":)");
  json.String(NameOf(request.tool_choice->mode));
  WriteOptional(R"(,"name":)", request.tool_choice->name, json);
  if (request.tool_choice->disable_parallel_tool_use) {
    json.Raw(*request.tool_choice->disable_parallel_tool_use
                 ? R"(,"disable_parallel_tool_use":true)"
                 : R"(,"disable_parallel_tool_use":false)");
  }
  json.Raw("}");
}

void WriteOutputConfig(const MessagesRequest& request, JsonWriter& json) {
  if (request.effort.empty() && request.output_schema_json.empty()) return;
  json.Raw(R"(,"output_config":{)");
  if (!request.effort.empty()) {
    json.Raw(R"("effort":)");
    json.String(request.effort);
  }
  if (!request.output_schema_json.empty()) {
    if (!request.effort.empty()) json.Raw(",");
    json.Raw(R"("format":{"type":"json_schema","schema":)");
    json.Raw(request.output_schema_json);
    json.Raw("}");
  }
  json.Raw("}");
}

void Write(const ThinkingParam& thinking, JsonWriter& json) {
  switch (thinking.mode) {
    case ThinkingParam::Mode::kDisabled:
      json.Raw(R"({"type":"disabled"})");
      return;
    case ThinkingParam::Mode::kAdaptive:
      json.Raw(R"({"type":"adaptive"})");
      return;
    case ThinkingParam::Mode::kEnabled:
      json.Raw(R"({"type":"enabled","budget_tokens":)");
      json.Int(thinking.budget_tokens);
      json.Raw("}");
      return;
  }
}

void WriteSystem(const MessagesRequest& request, JsonWriter& json) {
  if (request.system.empty()) return;
  json.Raw(R"(,"system":)");
  if (!request.system_cache) {
    json.String(request.system);
    return;
  }
  json.Raw(R"([{"type":"text","text":)");
  json.String(request.system);
  WriteCacheControl(request.system_cache, json);
  json.Raw("}]");
}

void WriteOptions(const MessagesRequest& request, JsonWriter& json) {
  if (!request.stop_sequences.empty()) {
    json.Raw(R"(,"stop_sequences":)");
    json.Array(request.stop_sequences, [&json](absl::string_view text) { json.String(text); });
  }
  if (request.thinking) {
    json.Raw(R"(,"thinking":)");
    Write(*request.thinking, json);
  }
  WriteOutputConfig(request, json);
  if (!request.user_id.empty()) {
    json.Raw(R"(,"metadata":{"user_id":)");
    json.String(request.user_id);
    json.Raw("}");
  }
  if (!request.service_tier.empty()) {
    json.Raw(R"(,"service_tier":)");
    json.String(request.service_tier);
  }
  if (request.stream) json.Raw(R"(,"stream":true)");
}

}  // namespace

void AppendJson(const MessagesRequest& request, std::string* out) {
  const size_t size = UsualJsonSize(request);
  out->reserve(out->size() + size + size / 16);  // for escapes
  JsonWriter json(out);
  json.Raw(kBeforeModel);
  json.String(request.model);
  json.Raw(R"(,"max_tokens":)");
  json.Int(request.max_tokens);
  WriteOptions(request, json);
  WriteTools(request, json);
  WriteToolChoice(request, json);
  WriteSystem(request, json);
  json.Raw(R"(,"messages":)");
  json.Array(request.messages, [&json](const MessageParam& message) { Write(message, json); });
  json.Raw("}");
}

std::string WithModel(absl::string_view json, absl::string_view model) {
  size_t end = kBeforeModel.size() + 1;  // after the quotation mark
  while (json[end] != '"') end += json[end] == '\\' ? 2 : 1;
  const absl::string_view rest = json.substr(end + 1);
  std::string out;
  out.reserve(kBeforeModel.size() + model.size() + model.size() / 16 + 2 + rest.size());
  JsonWriter writer(&out);
  writer.Raw(kBeforeModel);
  writer.String(model);
  writer.Raw(rest);
  return out;
}

}  // namespace footnote::messages
