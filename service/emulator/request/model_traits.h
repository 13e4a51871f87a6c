// SPDX-License-Identifier: Apache-2.0
// The properties of a model that follow from its ID.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_MODEL_TRAITS_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_MODEL_TRAITS_H_

#include <optional>
#include <string_view>

namespace footnote::emulator {

struct ModelTraits {
  enum class Family { kOpus, kSonnet, kHaiku, kFable, kMythos, kOther };
  Family family = Family::kOther;
  // 10 * major + minor: 45 for claude-opus-4-5, 50 for claude-sonnet-5. A minor version above 9
  // counts as 9.
  int version = 0;

  // True if the model accepts a `tool_choice` of type "any" or "tool".
  bool SupportsForcedToolUse() const;
  // True if the last message may have the role "assistant".
  bool SupportsPrefill() const;
  // True if `messages` may contain messages with the role "system".
  bool SupportsSystemMessages() const;
  // True if the model accepts values of `temperature`, `top_p` and `top_k` other than the default.
  bool SupportsSampling() const;
  // True if a request may have both `temperature` and `top_p`. Requires SupportsSampling().
  bool SupportsTemperatureWithTopP() const;
  // True if the model accepts search results, and documents with citations enabled.
  bool SupportsCitations() const;

  // True if the model accepts `thinking.type` "enabled".
  bool SupportsManualThinking() const;
  // True if the model accepts `thinking.type` "adaptive".
  bool SupportsAdaptiveThinking() const;
  // True if the model accepts `thinking.type` "disabled".
  bool SupportsDisabledThinking() const;
  // True if the model accepts `thinking.type` "between_tools".
  bool SupportsThinkingBetweenTools() const;
  // True if the model accepts `output_config.effort` "xhigh".
  bool SupportsExtraHighEffort() const;

  // The number of tokens that a prefix must have to be cached.
  int MinimumCacheableTokens() const;
};

// Parses model IDs such as claude-opus-5-5, claude-sonnet-4-5-20250929, claude-3-5-haiku-latest and
// claude-mythos-preview. Returns nullopt if `id` does not have the form of a Claude model's ID.
std::optional<ModelTraits> ParseModelId(std::string_view id);

// Returns the properties of a model whose ID cannot be parsed: those of the newest Sonnet, 5.5.
ModelTraits TraitsOfUnknownModel();

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_MODEL_TRAITS_H_
