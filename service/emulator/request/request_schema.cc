// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/request_schema.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "service/emulator/request/block_schema.h"
#include "service/emulator/request/schema_reader.h"
#include "service/emulator/request/tool_schema.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Step = SchemaReader::Step;

constexpr int64_t kMaxMessages = 100'000;

Block StringAsTextBlock(std::string_view text) {
  Block block;
  block.type = "text";
  block.text = text;
  return block;
}

Message ReadMessage(SchemaReader& reader, Json value) {
  Message message;
  ObjectReader object(reader, value);
  std::string_view role = object.RequiredString("role");
  {
    Step step(reader, "role");
    CheckChoice(reader, role, {"user", "assistant", "system"});
  }
  message.role = role == "assistant" ? Role::kAssistant
                 : role == "system"  ? Role::kSystem
                                     : Role::kUser;
  if (std::optional<Json> content = object.Require("content"); content.has_value()) {
    if (content->is_string()) {
      std::string_view text;
      if (content->get(text) == simdjson::SUCCESS && !text.empty()) {
        message.content.push_back(StringAsTextBlock(text));
      }
    } else {
      Step step(reader, "content");
      size_t index = 0;
      for (Json item : ReadList(reader, *content)) {
        Step item_step(reader, index++);
        message.content.push_back(ReadContentBlock(reader, item));
      }
    }
  }
  object.Finish();
  return message;
}

void ReadMessages(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  std::optional<Json> messages = body.Require("messages");
  if (!messages.has_value()) return;
  Step step(reader, "messages");
  std::vector<Json> items = ReadList(reader, *messages);
  if (items.size() > kMaxMessages) {
    reader.Fail(Concat({"List should have at most ", std::to_string(kMaxMessages),
                        " items after validation, not ", std::to_string(items.size())}));
    return;
  }
  size_t index = 0;
  for (Json item : items) {
    Step item_step(reader, index++);
    request->messages.push_back(ReadMessage(reader, item));
  }
}

void ReadSystem(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  std::optional<Json> system = body.Find("system");
  if (!system.has_value()) return;
  Step step(reader, "system");
  if (system->is_string()) {
    std::string_view text = ReadString(reader, *system);
    if (!text.empty()) request->system.push_back(StringAsTextBlock(text));
    return;
  }
  size_t index = 0;
  for (Json item : ReadList(reader, *system)) {
    Step item_step(reader, index++);
    request->system.push_back(ReadTextBlock(reader, item));
  }
}

void ReadTools(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  if (std::optional<Json> tools = body.Find("tools"); tools.has_value()) {
    Step step(reader, "tools");
    size_t index = 0;
    for (Json item : ReadList(reader, *tools)) {
      Step item_step(reader, index++);
      request->tools.push_back(ReadTool(reader, item));
    }
  }
  if (std::optional<Json> choice = body.Find("tool_choice"); choice.has_value()) {
    Step step(reader, "tool_choice");
    ReadToolChoice(reader, *choice, request);
  }
}

void ReadThinkingDisplay(ObjectReader& thinking) {
  std::optional<std::string_view> display = thinking.NullableString("display");
  if (!display.has_value()) return;
  Step step(thinking.reader(), "display");
  CheckChoice(thinking.reader(), *display, {"summarized", "omitted"});
}

void ReadThinkingSetting(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  std::optional<Json> value = body.Find("thinking");
  if (!value.has_value()) return;
  Step step(reader, "thinking");
  std::string_view tag =
      ReadTag(reader, *value, {"enabled", "adaptive", "disabled", "between_tools"});
  if (tag.empty()) return;
  Step tag_step(reader, tag);
  ObjectReader thinking(reader, *value);
  thinking.Allow("type");
  if (tag == "enabled") {
    request->thinking = Thinking::kEnabled;
    request->thinking_budget = thinking.RequiredInteger("budget_tokens");
    if (request->thinking_budget < 1024) {
      Step field(reader, "budget_tokens");
      reader.Fail("Input should be greater than or equal to 1024");
    }
    ReadThinkingDisplay(thinking);
  } else if (tag == "adaptive") {
    request->thinking = Thinking::kAdaptive;
    ReadThinkingDisplay(thinking);
  } else {
    request->thinking = tag == "disabled" ? Thinking::kDisabled : Thinking::kBetweenTools;
  }
  thinking.Finish();
}

void ReadOutputConfig(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  std::optional<Json> value = body.Find("output_config");
  if (!value.has_value()) return;
  Step step(reader, "output_config");
  ObjectReader config(reader, *value);
  if (std::optional<std::string_view> effort = config.NullableString("effort");
      effort.has_value()) {
    Step field(reader, "effort");
    request->effort = CheckChoice(reader, *effort, {"low", "medium", "high", "xhigh", "max"});
  }
  if (std::optional<Json> format = config.FindNonNull("format"); format.has_value()) {
    request->has_output_format = true;
    Step field(reader, "format");
    ObjectReader fields(reader, *format);
    std::string_view type = fields.RequiredString("type");
    {
      Step type_step(reader, "type");
      CheckChoice(reader, type, {"json_schema"});
    }
    fields.RequiredDictionary("schema");
    fields.Finish();
  }
  config.Finish();
}

void ReadMetadata(ObjectReader& body) {
  std::optional<Json> value = body.Find("metadata");
  if (!value.has_value()) return;
  Step step(body.reader(), "metadata");
  ObjectReader metadata(body.reader(), *value);
  metadata.NullableStringOfSize("user_id", 0, 512);
  metadata.Finish();
}

void ReadDiagnostics(ObjectReader& body) {
  std::optional<Json> value = body.FindNonNull("diagnostics");
  if (!value.has_value()) return;
  Step step(body.reader(), "diagnostics");
  ObjectReader diagnostics(body.reader(), *value);
  diagnostics.NullableString("previous_message_id");
  diagnostics.Finish();
}

void ReadContainer(ObjectReader& body) {
  SchemaReader& reader = body.reader();
  std::optional<Json> value = body.FindNonNull("container");
  if (!value.has_value() || value->is_string()) return;
  Step step(reader, "container");
  ObjectReader container(reader, *value);
  container.NullableString("id");
  if (std::optional<Json> skills = container.FindNonNull("skills"); skills.has_value()) {
    Step field(reader, "skills");
    ReadList(reader, *skills);
  }
  container.Finish();
}

void ReadChoice(ObjectReader& body, std::string_view field, bool nullable,
                std::initializer_list<std::string_view> choices) {
  std::optional<std::string_view> value =
      nullable ? body.NullableString(field) : body.OptionalString(field);
  if (!value.has_value()) return;
  Step step(body.reader(), field);
  CheckChoice(body.reader(), *value, choices);
}

std::optional<double> ReadFraction(ObjectReader& body, std::string_view field) {
  SchemaReader& reader = body.reader();
  std::optional<Json> value = body.Find(field);
  if (!value.has_value()) return std::nullopt;
  Step step(reader, field);
  const double number = ReadNumber(reader, *value);
  if (number < 0) reader.Fail("Input should be greater than or equal to 0");
  if (number > 1) reader.Fail("Input should be less than or equal to 1");
  return number;
}

// Reads the sampling parameters. Only version 2023-06-01 has them; later versions reject them as
// extra inputs.
void ReadSampling(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  request->temperature = ReadFraction(body, "temperature");
  request->top_p = ReadFraction(body, "top_p");
  request->top_k = body.OptionalInteger("top_k");
  if (request->top_k.value_or(0) < 0) {
    Step step(reader, "top_k");
    reader.Fail("Input should be greater than or equal to 0");
  }
}

// Reads the fields that count_tokens does not have.
void ReadReplyFields(ObjectReader& body, ParsedRequest* request) {
  SchemaReader& reader = body.reader();
  request->max_tokens = body.RequiredInteger("max_tokens");
  if (*request->max_tokens < 0) {
    Step step(reader, "max_tokens");
    reader.Fail("Input should be greater than or equal to 1");
  }
  if (std::optional<Json> sequences = body.Find("stop_sequences"); sequences.has_value()) {
    Step step(reader, "stop_sequences");
    request->stop_sequences = ReadStringList(reader, *sequences);
    if (std::any_of(request->stop_sequences.begin(), request->stop_sequences.end(), IsBlank)) {
      reader.Fail("each stop sequence must contain non-whitespace");
    }
  }
  request->stream = body.OptionalBool("stream").value_or(false);
  ReadMetadata(body);
  ReadChoice(body, "service_tier", /*nullable=*/false, {"auto", "standard_only"});
  ReadContainer(body);
  body.NullableString("inference_geo");
  ReadDiagnostics(body);
  if (request->version == ApiVersion::k20230601) ReadSampling(body, request);
}

void ReadBody(SchemaReader& reader, Json value, Endpoint endpoint, ParsedRequest* request) {
  ObjectReader body(reader, value);
  request->model = body.RequiredString("model");
  ReadMessages(body, request);
  if (endpoint == Endpoint::kMessages) ReadReplyFields(body, request);
  ReadSystem(body, request);
  ReadTools(body, request);
  ReadThinkingSetting(body, request);
  ReadOutputConfig(body, request);
  ReadChoice(body, "speed", /*nullable=*/true, {"standard", "fast"});
  request->automatic_cache = ReadCacheControl(body);
  body.Finish();
}

}  // namespace

std::variant<ParsedRequest, ApiError> ParseRequest(std::string_view body, ApiVersion version,
                                                   Endpoint endpoint) {
  ParsedRequest request;
  request.version = version;
  auto parser = std::make_shared<simdjson::dom::parser>();
  request.storage = parser;
  Json root;
  if (simdjson::error_code error = parser->parse(body.data(), body.size()).get(root);
      error != simdjson::SUCCESS) {
    return InvalidRequest(
        Concat({"The request body is not valid JSON: ", simdjson::error_message(error)}));
  }
  SchemaReader reader;
  ReadBody(reader, root, endpoint, &request);
  if (reader.failed()) return InvalidRequest(reader.problem());
  return request;
}

}  // namespace footnote::emulator
