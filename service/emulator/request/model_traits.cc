// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/model_traits.h"

#include <algorithm>
#include <string>
#include <vector>

namespace footnote::emulator {
namespace {

using Family = ModelTraits::Family;

std::vector<std::string_view> SplitWords(std::string_view id) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  while (begin <= id.size()) {
    const size_t end = std::min(id.find_first_of("-.@", begin), id.size());
    words.push_back(id.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// Returns the value of a word with one or two digits, which is a component of a version. Returns
// nullopt for other words, such as dates.
std::optional<int> ParseVersionNumber(std::string_view word) {
  if (word.empty() || word.size() > 2) return std::nullopt;
  int number = 0;
  for (char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  return number;
}

std::optional<Family> ParseFamily(std::string_view word) {
  if (word == "opus") return Family::kOpus;
  if (word == "sonnet") return Family::kSonnet;
  if (word == "haiku") return Family::kHaiku;
  if (word == "fable") return Family::kFable;
  if (word == "mythos") return Family::kMythos;
  if (word == "instant") return Family::kOther;
  return std::nullopt;
}

}  // namespace

std::optional<ModelTraits> ParseModelId(std::string_view id) {
  constexpr std::string_view kPrefix = "claude-";
  if (id.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
  ModelTraits traits;
  bool has_family = false;
  std::vector<int> numbers;
  bool is_preview = false;
  for (std::string_view word : SplitWords(id.substr(kPrefix.size()))) {
    if (std::optional<Family> family = ParseFamily(word); family.has_value()) {
      traits.family = *family;
      has_family = true;
    } else if (std::optional<int> number = ParseVersionNumber(word); number.has_value()) {
      numbers.push_back(*number);
    } else if (word == "preview") {
      is_preview = true;
    }
  }
  if (numbers.empty()) {
    // A preview has the limits of version 4.7.
    if (!has_family || !is_preview) return std::nullopt;
    traits.version = 47;
    return traits;
  }
  const int minor = numbers.size() > 1 ? std::min(numbers[1], 9) : 0;
  traits.version = 10 * numbers[0] + minor;
  return traits;
}

ModelTraits TraitsOfUnknownModel() {
  ModelTraits traits;
  traits.family = Family::kSonnet;
  traits.version = 55;
  return traits;
}

bool ModelTraits::SupportsForcedToolUse() const {
  if (family == Family::kOpus) return version < 55;
  return family != Family::kFable || version < 51;
}

bool ModelTraits::SupportsPrefill() const { return version < 46; }

bool ModelTraits::SupportsSystemMessages() const {
  if (family == Family::kSonnet) return version > 50;
  if (family == Family::kOpus) return version >= 48;
  return version >= 50;
}

bool ModelTraits::SupportsSampling() const {
  if (family == Family::kOpus) return version < 47;
  if (family == Family::kSonnet) return version < 50;
  return family != Family::kFable;
}

bool ModelTraits::SupportsTemperatureWithTopP() const { return version < 40; }

bool ModelTraits::SupportsCitations() const {
  return !(family == Family::kHaiku && version == 30) && version >= 30;
}

bool ModelTraits::SupportsManualThinking() const { return version < 47; }

bool ModelTraits::SupportsAdaptiveThinking() const { return version > 45; }

bool ModelTraits::SupportsDisabledThinking() const {
  return !(family == Family::kFable || family == Family::kMythos ||
           (family == Family::kOpus && version >= 55));
}

bool ModelTraits::SupportsThinkingBetweenTools() const {
  if (family == Family::kFable || family == Family::kMythos) return version >= 51;
  return version >= 55;
}

bool ModelTraits::SupportsExtraHighEffort() const { return version >= 47; }

int ModelTraits::MinimumCacheableTokens() const {
  if (version == 50 && family != Family::kSonnet && family != Family::kHaiku) return 512;
  if (family == Family::kOpus && (version == 45 || version == 46)) return 4096;
  if (family == Family::kHaiku && version == 45) return 4096;
  if (version == 47 || (family == Family::kHaiku && version == 35)) return 2048;
  return 1024;
}

}  // namespace footnote::emulator
