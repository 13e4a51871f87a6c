// SPDX-License-Identifier: Apache-2.0
// A list of phrases that is searched for all phrases at the same time.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_LIST_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_LIST_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace footnote::answering::resolving {

// A list of CoveragePhrases in the form that is searched. Immutable. If all phrases have at least
// three bytes, a position at which no phrase starts costs one table lookup.
class PhraseList {
 public:
  // `phrases` is separated by '|' and must outlive the list.
  explicit PhraseList(const char* phrases);

  // True if a phrase starts at byte `at` of `text` and `accept` returns true for it. The argument
  // of `accept` is the end of the phrase in `text`, in bytes.
  bool IsAt(absl::string_view text, size_t at, absl::FunctionRef<bool(size_t)> accept) const;

  // A fast check: if it returns false, so does IsAt.
  bool MayBeAt(absl::string_view text, size_t at) const {
    return any_short_ || (at + kKeyBytes <= text.size() && beginnings_.test(SlotOf(text, at)));
  }

  const std::vector<absl::string_view>& phrases() const { return phrases_; }

 private:
  static constexpr size_t kKeyBytes = 3;
  static constexpr size_t kSlots = 4096;
  // Returns the slot of the kKeyBytes at byte `at` of `text`.
  static size_t SlotOf(absl::string_view text, size_t at) {
    const uint32_t hash = static_cast<uint8_t>(text[at]) * 0x9E3779B1u ^
                          static_cast<uint8_t>(text[at + 1]) * 0x85EBCA6Bu ^
                          static_cast<uint8_t>(text[at + 2]) * 0xC2B2AE35u;
    return hash >> 20;
  }

  std::vector<absl::string_view> phrases_;
  std::bitset<kSlots> beginnings_;
  // True if a phrase is too short for the table, which is not used then.
  bool any_short_ = false;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_LIST_H_
