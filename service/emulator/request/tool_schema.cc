// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/tool_schema.h"

#include <string>

#include "service/emulator/request/block_schema.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Step = SchemaReader::Step;

void ReadAllowedCallers(ObjectReader& tool) {
  SchemaReader& reader = tool.reader();
  std::optional<Json> callers = tool.Find("allowed_callers");
  if (!callers.has_value()) return;
  Step step(reader, "allowed_callers");
  size_t index = 0;
  for (std::string_view caller : ReadStringList(reader, *callers)) {
    Step item(reader, index++);
    CheckChoice(reader, caller,
                {"direct", "code_execution_20250825", "code_execution_20260120",
                 "code_execution_20260521"});
  }
}

void ReadInputSchema(SchemaReader& reader, Json value, Tool* tool) {
  Step step(reader, "input_schema");
  ObjectReader schema(reader, value);
  std::string_view type = schema.RequiredString("type");
  {
    Step type_step(reader, "type");
    CheckChoice(reader, type, {"object"});
  }
  schema.OptionalDictionary("properties");
  if (std::optional<Json> required = schema.FindNonNull("required"); required.has_value()) {
    Step required_step(reader, "required");
    ReadStringList(reader, *required);
  }
  tool->has_query = value.at_pointer("/properties/query").error() == simdjson::SUCCESS;
}

void ReadCustomTool(ObjectReader& object, Tool* tool) {
  SchemaReader& reader = object.reader();
  tool->name = object.RequiredString("name");
  if (!IsIdentifier(tool->name, 128)) {
    Step step(reader, "name");
    reader.Fail("String should match pattern '^[a-zA-Z0-9_-]{1,128}$'");
  }
  if (std::optional<Json> schema = object.Require("input_schema"); schema.has_value()) {
    ReadInputSchema(reader, *schema, tool);
  }
  object.OptionalString("description");
  tool->cache = ReadCacheControl(object);
  object.OptionalBool("strict");
  object.OptionalBool("defer_loading");
  if (object.FindNonNull("eager_input_streaming").has_value()) {
    object.OptionalBool("eager_input_streaming");
  }
  if (std::optional<Json> examples = object.Find("input_examples"); examples.has_value()) {
    Step step(reader, "input_examples");
    size_t index = 0;
    for (Json example : ReadList(reader, *examples)) {
      Step item(reader, index++);
      if (!example.is_object()) reader.Fail("Input should be a valid dictionary");
    }
  }
  ReadAllowedCallers(object);
}

// Reads a list of domains. Returns true if the field is present and not null.
bool ReadDomains(ObjectReader& object, std::string_view field) {
  std::optional<Json> domains = object.FindNonNull(field);
  if (!domains.has_value()) return false;
  Step step(object.reader(), field);
  if (ReadStringList(object.reader(), *domains).empty()) {
    object.reader().Fail(
        "Empty list of domains is ambiguous. Provide at least one domain or null.");
  }
  return true;
}

void ReadUserLocation(ObjectReader& tool) {
  SchemaReader& reader = tool.reader();
  std::optional<Json> value = tool.FindNonNull("user_location");
  if (!value.has_value()) return;
  Step step(reader, "user_location");
  ObjectReader location(reader, *value);
  std::string_view type = location.RequiredString("type");
  {
    Step type_step(reader, "type");
    CheckChoice(reader, type, {"approximate"});
  }
  for (std::string_view field : {"city", "region", "timezone"}) {
    location.NullableStringOfSize(field, 1, 255);
  }
  location.NullableStringOfSize("country", 2, 2);
  location.Finish();
}

void ReadWebSearchTool(ObjectReader& object, Tool* tool) {
  SchemaReader& reader = object.reader();
  tool->name = object.RequiredString("name");
  {
    Step step(reader, "name");
    CheckChoice(reader, tool->name, {"web_search"});
  }
  if (object.FindNonNull("max_uses").has_value()) {
    const std::optional<int64_t> max_uses = object.OptionalInteger("max_uses");
    Step step(reader, "max_uses");
    if (max_uses.value_or(1) <= 0) reader.Fail("Input should be greater than 0");
  }
  const bool allowed = ReadDomains(object, "allowed_domains");
  const bool blocked = ReadDomains(object, "blocked_domains");
  if (allowed && blocked) {
    reader.Fail("only one of `allowed_domains` and `blocked_domains` may be specified");
  }
  ReadUserLocation(object);
  tool->cache = ReadCacheControl(object);
  object.OptionalBool("strict");
  object.OptionalBool("defer_loading");
  ReadAllowedCallers(object);
  if (tool->type == "web_search_20260318") {
    if (std::optional<std::string_view> inclusion = object.OptionalString("response_inclusion");
        inclusion.has_value()) {
      Step step(reader, "response_inclusion");
      CheckChoice(reader, *inclusion, {"full", "excluded"});
    }
  }
}

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// Returns the `type` of a tool. Custom tools may omit it.
std::string_view ReadToolTag(SchemaReader& reader, Json value) {
  if (value.is_object()) {
    Json type;
    const bool absent = value.at_key("type").get(type) != simdjson::SUCCESS;
    if (absent || type.is_null()) return "custom";
  }
  return ReadTag(reader, value,
                 {"bash_20250124",
                  "browser_toolset_20260801",
                  "code_execution_20250522",
                  "code_execution_20250825",
                  "code_execution_20260120",
                  "code_execution_20260521",
                  "computer_toolset_20260801",
                  "custom",
                  "memory_20250818",
                  "text_editor_20250124",
                  "text_editor_20250429",
                  "text_editor_20250728",
                  "tool_search_tool_bm25",
                  "tool_search_tool_bm25_20251119",
                  "tool_search_tool_regex",
                  "tool_search_tool_regex_20251119",
                  "web_fetch_20250910",
                  "web_fetch_20260209",
                  "web_fetch_20260309",
                  "web_fetch_20260318",
                  "web_search_20250305",
                  "web_search_20260209",
                  "web_search_20260318"});
}

}  // namespace

Tool ReadTool(SchemaReader& reader, Json value) {
  Tool tool;
  tool.type = ReadToolTag(reader, value);
  if (tool.type.empty()) return tool;
  tool.is_custom = tool.type == "custom";
  tool.json = simdjson::minify(value);
  Step step(reader, tool.type);
  ObjectReader object(reader, value);
  object.Allow("type");
  if (tool.is_custom) {
    ReadCustomTool(object, &tool);
  } else if (StartsWith(tool.type, "web_search")) {
    ReadWebSearchTool(object, &tool);
  } else {
    tool.name = object.OptionalString("name").value_or(tool.type);
    tool.cache = ReadCacheControl(object);
    return tool;
  }
  object.Finish();
  return tool;
}

void ReadToolChoice(SchemaReader& reader, Json value, ParsedRequest* request) {
  std::string_view tag = ReadTag(reader, value, {"auto", "any", "tool", "none"});
  if (tag.empty()) return;
  Step step(reader, tag);
  ObjectReader choice(reader, value);
  choice.Allow("type");
  if (tag == "tool") {
    request->tool_choice = ToolChoice::kTool;
    request->tool_choice_name = choice.RequiredString("name");
  } else {
    request->tool_choice = tag == "auto"  ? ToolChoice::kAuto
                           : tag == "any" ? ToolChoice::kAny
                                          : ToolChoice::kNone;
  }
  if (tag != "none") choice.OptionalBool("disable_parallel_tool_use");
  choice.Finish();
}

}  // namespace footnote::emulator
