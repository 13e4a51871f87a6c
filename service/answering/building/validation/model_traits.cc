// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/model_traits.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace footnote::answering::building {
namespace {

// https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview, as of November 2026.
constexpr absl::string_view kWithoutForcedToolUse[] = {"opus-5-5", "fable-5-1"};

// True unless `rest`, the text after a family, makes it the name of another version, as "-5" makes
// "opus-5" the name "opus-5-5". A date of eight digits does not.
bool EndsFamily(absl::string_view rest) {
  if (rest.empty()) return true;
  if (absl::ascii_isdigit(static_cast<unsigned char>(rest[0]))) return false;
  if (rest[0] != '-' && rest[0] != '.') return true;
  constexpr size_t kMaxVersionDigits = 2;
  size_t digits = 0;
  while (1 + digits < rest.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(rest[1 + digits]))) {
    ++digits;
  }
  return digits == 0 || digits > kMaxVersionDigits;
}

}  // namespace

bool IsOfFamily(absl::string_view model, absl::string_view family) {
  const size_t start = model.find(family);
  return start != absl::string_view::npos && EndsFamily(model.substr(start + family.size()));
}

bool SupportsCitations(absl::string_view model) {
  return !absl::StrContains(model, "claude-3-haiku");
}

bool SupportsForcedToolUse(absl::string_view model) {
  return std::none_of(std::begin(kWithoutForcedToolUse), std::end(kWithoutForcedToolUse),
                      [model](absl::string_view family) { return IsOfFamily(model, family); });
}

}  // namespace footnote::answering::building
