// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/model_rules.h"

#include <string>
#include <string_view>
#include <unordered_set>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Finding = std::optional<ApiError>;

constexpr int64_t kMaxOutputTokens = 128'000;

bool ForcesToolUse(const ParsedRequest& request) {
  return request.tool_choice == ToolChoice::kAny || request.tool_choice == ToolChoice::kTool;
}

Finding CheckMaxTokens(const ParsedRequest& request, const ModelTraits&) {
  if (request.max_tokens.value_or(0) > kMaxOutputTokens) {
    return InvalidRequest(
        Concat({"max_tokens: ", std::to_string(*request.max_tokens), " > ",
                std::to_string(kMaxOutputTokens),
                ", which is the maximum allowed number of output tokens for ", request.model}));
  }
  return std::nullopt;
}

// Checks the parameters of a request with max_tokens 0, which only fills the prompt cache.
Finding CheckPrewarm(const ParsedRequest& request, const ModelTraits&) {
  if (request.max_tokens.value_or(1) != 0) return std::nullopt;
  std::string_view conflict;
  if (request.stream) conflict = "`stream`";
  if (request.thinking == Thinking::kEnabled) conflict = "`thinking`";
  if (request.has_output_format) conflict = "`output_config.format`";
  if (ForcesToolUse(request)) conflict = "`tool_choice` of type \"any\" or \"tool\"";
  if (conflict.empty()) return std::nullopt;
  return InvalidRequest(Concat({"max_tokens: 0 is not supported together with ", conflict}));
}

Finding CheckThinking(const ParsedRequest& request, const ModelTraits& model) {
  switch (request.thinking) {
    case Thinking::kAbsent:
      return std::nullopt;
    case Thinking::kEnabled:
      if (!model.SupportsManualThinking()) {
        return InvalidRequest(
            "\"thinking.type.enabled\" is not supported for this model. Use "
            "\"thinking.type.adaptive\" and \"output_config.effort\" to control thinking "
            "behavior.");
      }
      if (request.max_tokens.has_value() && request.thinking_budget >= *request.max_tokens) {
        return InvalidRequest("`max_tokens` must be greater than `thinking.budget_tokens`.");
      }
      if (ForcesToolUse(request)) {
        return InvalidRequest("Thinking may not be enabled when tool_choice forces tool use.");
      }
      return std::nullopt;
    case Thinking::kAdaptive:
      if (model.SupportsAdaptiveThinking()) return std::nullopt;
      return InvalidRequest("adaptive thinking is not supported on this model");
    case Thinking::kDisabled:
      if (model.SupportsDisabledThinking()) return std::nullopt;
      return InvalidRequest("\"thinking.type.disabled\" is not supported for this model.");
    case Thinking::kBetweenTools:
      if (model.SupportsThinkingBetweenTools()) return std::nullopt;
      return InvalidRequest("\"thinking.type.between_tools\" is not supported for this model.");
  }
  return std::nullopt;
}

Finding CheckEffort(const ParsedRequest& request, const ModelTraits& model) {
  if (request.effort != "xhigh" || model.SupportsExtraHighEffort()) return std::nullopt;
  return InvalidRequest(
      "This model does not support effort level 'xhigh'. Supported levels: high, low, max, "
      "medium.");
}

Finding CheckSampling(const ParsedRequest& request, const ModelTraits& model) {
  if (!model.SupportsSampling()) {
    std::string_view field;
    if (request.temperature.value_or(1) != 1) field = "temperature";
    if (request.top_p.value_or(1) != 1) field = "top_p";
    if (request.top_k.has_value()) field = "top_k";
    if (field.empty()) return std::nullopt;
    return InvalidRequest(
        Concat({field, ": values other than the default are not supported for this model."}));
  }
  if (!model.SupportsTemperatureWithTopP() && request.temperature.has_value() &&
      request.top_p.has_value()) {
    return InvalidRequest(
        "`temperature` and `top_p` cannot both be specified for this model. Please use only one.");
  }
  return std::nullopt;
}

Finding CheckToolChoice(const ParsedRequest& request, const ModelTraits& model) {
  if (!ForcesToolUse(request) || model.SupportsForcedToolUse()) return std::nullopt;
  return InvalidRequest("tool_choice: type \"tool\" and \"any\" are not supported for this model.");
}

Finding CheckSystemMessages(const ParsedRequest& request, const ModelTraits& model) {
  if (model.SupportsSystemMessages()) return std::nullopt;
  for (size_t i = 0; i < request.messages.size(); ++i) {
    if (request.messages[i].role != Role::kSystem) continue;
    return InvalidRequest(
        Concat({"messages.", std::to_string(i), ": role 'system' is not supported on this model"}));
  }
  return std::nullopt;
}

Finding CheckCitationSupport(const ParsedRequest& request, const ModelTraits& model) {
  if (model.SupportsCitations()) return std::nullopt;
  Finding found;
  ForEachBlock(request, [&found](const Block& block, const BlockPosition& position) {
    const bool needs_citations = block.kind == Block::Kind::kSearchResult ||
                                 (block.kind == Block::Kind::kDocument && block.citations_enabled);
    if (!needs_citations || found.has_value()) return;
    found = InvalidRequest(
        Concat({position.Path(), ".", block.type, ": citations are not supported for this model"}));
  });
  return found;
}

// Returns true if the last turn, which is an assistant turn, was paused: its last block is a use or
// a result of a server tool, or it has a server tool use without a result.
bool IsPaused(const ParsedRequest& request) {
  std::unordered_set<std::string_view> answered;
  bool is_last_block = true;
  for (auto message = request.messages.rbegin();
       message != request.messages.rend() && message->role == Role::kAssistant; ++message) {
    for (auto block = message->content.rbegin(); block != message->content.rend(); ++block) {
      const bool is_use = block->kind == Block::Kind::kServerToolUse;
      const bool is_result = block->kind == Block::Kind::kServerToolResult;
      if (is_last_block && (is_use || is_result)) return true;
      is_last_block = false;
      if (is_result) answered.insert(block->tool_use_id);
      if (is_use && answered.count(block->tool_use_id) == 0) return true;
    }
  }
  return false;
}

// Checks a final assistant message, which is a prefill: the start of the response. Every model
// accepts a paused turn, which clients send back unchanged.
Finding CheckPrefill(const ParsedRequest& request, const ModelTraits& model) {
  const Message& last = request.messages.back();
  if (last.role != Role::kAssistant || IsPaused(request)) return std::nullopt;
  if (!model.SupportsPrefill()) {
    return InvalidRequest(
        "This model does not support assistant message prefill. The conversation must end with a "
        "user message.");
  }
  if (last.content.empty() || last.content.back().kind != Block::Kind::kText) return std::nullopt;
  std::string_view text = last.content.back().text;
  if (Trim(text).end() == text.end()) return std::nullopt;
  return InvalidRequest("messages: final assistant content cannot end with trailing whitespace");
}

}  // namespace

std::optional<ApiError> CheckModelRules(const ParsedRequest& request, const ModelTraits& model) {
  for (Finding (*check)(const ParsedRequest&, const ModelTraits&) :
       {CheckMaxTokens, CheckPrewarm, CheckThinking, CheckEffort, CheckSampling, CheckToolChoice,
        CheckSystemMessages, CheckCitationSupport, CheckPrefill}) {
    if (Finding found = check(request, model); found.has_value()) return found;
  }
  return std::nullopt;
}

}  // namespace footnote::emulator
