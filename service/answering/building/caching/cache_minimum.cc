#include "service/answering/building/caching/cache_minimum.h"

#include <cstddef>

#include "absl/strings/ascii.h"

namespace footnote::answering::building {
namespace {

struct Row {
  absl::string_view name;
  int64_t tokens;
};

// https://platform.claude.com/docs/en/build-with-claude/prompt-caching, as of August 2026. Those
// that are not here have the default.
constexpr Row kRows[] = {
    {"opus-5", 512},    {"fable-5", 512},    {"mythos-5", 512},   {"mythos-preview", 2048},
    {"opus-4-7", 2048}, {"haiku-3-5", 2048}, {"3-5-haiku", 2048}, {"opus-4-6", 4096},
    {"opus-4-5", 4096}, {"haiku-4-5", 4096},
};
constexpr int64_t kDefault = 1024;

// Whether `rest`, what follows a name, does not make it the name of another version, as "-5" makes
// "opus-5" opus-5-5. A date of eight digits does not.
bool EndsName(absl::string_view rest) {
  if (rest.empty()) return true;
  if (absl::ascii_isdigit(static_cast<unsigned char>(rest[0]))) return false;
  if (rest[0] != '-' && rest[0] != '.') return true;
  constexpr size_t kVersionDigits = 2;
  size_t digits = 0;
  while (1 + digits < rest.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(rest[1 + digits]))) {
    ++digits;
  }
  return digits == 0 || digits > kVersionDigits;
}

bool Names(absl::string_view model, absl::string_view name) {
  const size_t at = model.find(name);
  return at != absl::string_view::npos && EndsName(model.substr(at + name.size()));
}

}  // namespace

int64_t MinimumCacheableTokens(absl::string_view model) {
  for (const Row& row : kRows) {
    if (Names(model, row.name)) return row.tokens;
  }
  return kDefault;
}

}  // namespace footnote::answering::building
