// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/tool_choice.h"

#include "absl/strings/string_view.h"
#include "service/answering/building/validation/model_traits.h"

namespace footnote::answering::building {
namespace {

using Mode = messages::ToolChoiceParam::Mode;

Mode ModeOf(const v1::ToolChoice& choice) {
  switch (choice.mode()) {
    case v1::ToolChoice::MODE_ANY:
      return Mode::kAny;
    case v1::ToolChoice::MODE_TOOL:
      return Mode::kTool;
    case v1::ToolChoice::MODE_NONE:
      return Mode::kNone;
    default:
      return Mode::kAuto;
  }
}

void CheckName(const v1::ToolChoice& choice, const Tools& tools, const Field& field) {
  const Field name = field.Child("tool_name");
  if (choice.mode() != v1::ToolChoice::MODE_TOOL) {
    if (!choice.tool_name().empty()) {
      name.Add(v1::NOT_APPLICABLE, "is only valid with MODE_TOOL");
    }
  } else if (choice.tool_name().empty()) {
    name.Add(v1::REQUIRED, "must be the name of a tool of the request with MODE_TOOL");
  } else if (!tools.Offers(choice.tool_name())) {
    name.Add(v1::UNKNOWN_TOOL, "must be the name of a tool of the request");
  }
}

void CheckForced(const v1::AnswerRequest& request, absl::string_view model, const Field& root,
                 const Field& mode) {
  constexpr char kUnsupported[] =
      "does not support MODE_ANY and MODE_TOOL; use MODE_AUTO or another model";
  if (request.model_options().thinking().mode() == v1::Thinking::MODE_ENABLED) {
    mode.Add(v1::CONFLICTING_FIELDS, "must be MODE_AUTO or MODE_NONE with Thinking.MODE_ENABLED");
  }
  if (!SupportsForcedToolUse(model)) {
    mode.Add(v1::NOT_SUPPORTED_BY_MODEL,
             "must be MODE_AUTO or MODE_NONE: the model does not support a forced tool use");
  }
  const Field options = root.Child("failure_options");
  const auto& fallbacks = request.failure_options().fallback_models();
  for (int i = 0; i < fallbacks.size(); ++i) {
    if (SupportsForcedToolUse(fallbacks[i].model())) continue;
    const Field element = options.Element("fallback_models", i);
    element.Child("model").Add(v1::NOT_SUPPORTED_BY_MODEL, kUnsupported);
  }
}

}  // namespace

void ApplyToolChoice(const v1::AnswerRequest& request, const Tools& tools, const Field& root,
                     messages::MessagesRequest* out) {
  if (!request.has_tool_choice()) return;
  const v1::ToolChoice& choice = request.tool_choice();
  const Field field = root.Child("tool_choice");
  const Field mode = field.Child("mode");
  if (!tools.offers_any()) field.Add(v1::NOT_APPLICABLE, "is only valid with `tools`");
  mode.CheckEnum(choice.mode(), v1::ToolChoice::Mode_IsValid(choice.mode()));
  CheckName(choice, tools, field);

  messages::ToolChoiceParam param;
  param.mode = ModeOf(choice);
  if (param.mode == Mode::kTool) param.name = choice.tool_name();
  if (choice.has_disable_parallel_tool_use()) {
    param.disable_parallel_tool_use = choice.disable_parallel_tool_use();
    if (param.mode == Mode::kNone) {
      field.Child("disable_parallel_tool_use")
          .Add(v1::NOT_APPLICABLE, "must not be set with MODE_NONE");
    }
  }
  if (param.mode == Mode::kAny || param.mode == Mode::kTool) {
    CheckForced(request, out->model, root, mode);
  }
  out->tool_choice = param;
}

}  // namespace footnote::answering::building
