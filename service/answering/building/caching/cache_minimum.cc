// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_minimum.h"

#include "service/answering/building/validation/model_traits.h"

namespace footnote::answering::building {
namespace {

struct Row {
  absl::string_view family;
  int64_t tokens;
};

// https://platform.claude.com/docs/en/build-with-claude/prompt-caching, as of August 2026. All
// other models have the default.
constexpr Row kRows[] = {
    {"opus-5", 512},    {"fable-5", 512},    {"mythos-5", 512},   {"mythos-preview", 2048},
    {"opus-4-7", 2048}, {"haiku-3-5", 2048}, {"3-5-haiku", 2048}, {"opus-4-6", 4096},
    {"opus-4-5", 4096}, {"haiku-4-5", 4096},
};
constexpr int64_t kDefault = 1024;

}  // namespace

int64_t MinimumCacheableTokens(absl::string_view model) {
  for (const Row& row : kRows) {
    if (IsOfFamily(model, row.family)) return row.tokens;
  }
  return kDefault;
}

}  // namespace footnote::answering::building
