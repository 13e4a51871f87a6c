#include "service/answering/resolving/coverage/phrase_list.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace footnote::answering {
namespace {

constexpr size_t kKeyBytes = 3;

}  // namespace

PhraseList::PhraseList(const char* phrases)
    : phrases_(absl::StrSplit(phrases, '|', absl::SkipEmpty())) {
  for (const absl::string_view phrase : phrases_) {
    if (phrase.size() < kKeyBytes) {
      any_short_ = true;
    } else {
      beginnings_.set(SlotOf(phrase, 0));
    }
  }
}

bool PhraseList::IsAt(absl::string_view text, size_t at,
                      absl::FunctionRef<bool(size_t)> accept) const {
  if (!any_short_ && (at + kKeyBytes > text.size() || !beginnings_.test(SlotOf(text, at)))) {
    return false;
  }
  const absl::string_view rest = text.substr(at);
  return std::any_of(phrases_.begin(), phrases_.end(), [&](absl::string_view phrase) {
    return absl::StartsWith(rest, phrase) && accept(at + phrase.size());
  });
}

size_t PhraseList::SlotOf(absl::string_view text, size_t at) {
  const uint32_t hash = static_cast<uint8_t>(text[at]) * 0x9E3779B1u ^
                        static_cast<uint8_t>(text[at + 1]) * 0x85EBCA6Bu ^
                        static_cast<uint8_t>(text[at + 2]) * 0xC2B2AE35u;
  return hash >> 20;
}

}  // namespace footnote::answering
