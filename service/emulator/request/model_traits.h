// SPDX-License-Identifier: Apache-2.0
// What is known about a model from its id.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_MODEL_TRAITS_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_MODEL_TRAITS_H_

#include <optional>
#include <string_view>

namespace footnote::emulator {

struct ModelTraits {
  enum class Family { kOpus, kSonnet, kHaiku, kFable, kMythos, kOther };
  Family family = Family::kOther;
  // 10 * major + minor: 45 for claude-opus-4-5, 50 for claude-sonnet-5.
  int version = 0;

  // `tool_choice` of type "any" and "tool" is a 400.
  bool RefusesForcedToolUse() const;
  // A conversation may not end with an assistant message.
  bool RefusesPrefill() const;
  // `role: "system"` may stand among the messages.
  bool TakesSystemMessages() const;
  // Sampling parameters other than the defaults are a 400.
  bool RefusesSampling() const;
  // `temperature` and `top_p` may not stand together.
  bool RefusesTemperatureWithTopP() const;
  bool SupportsCitations() const;

  bool SupportsManualThinking() const;
  bool SupportsAdaptiveThinking() const;
  bool SupportsDisabledThinking() const;
  bool SupportsThinkingBetweenTools() const;
  bool SupportsExtraHighEffort() const;

  // Tokens below which a prefix is not cached.
  int MinimumCacheableTokens() const;
};

// Reads ids such as claude-opus-5-5, claude-sonnet-4-5-20250929, claude-3-5-haiku-latest and
// claude-mythos-preview. nullopt for what does not look like the id of a Claude model.
std::optional<ModelTraits> ParseModelId(std::string_view id);

// For a model that the options let through although its id says nothing: like the newest Sonnet.
ModelTraits TraitsOfUnknownModel();

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_MODEL_TRAITS_H_
