// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/phrase_list.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace footnote::answering::resolving {

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
  if (!MayBeAt(text, at)) return false;
  const absl::string_view rest = text.substr(at);
  return std::any_of(phrases_.begin(), phrases_.end(), [&](absl::string_view phrase) {
    return absl::StartsWith(rest, phrase) && accept(at + phrase.size());
  });
}

}  // namespace footnote::answering::resolving
