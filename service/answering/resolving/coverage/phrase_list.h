// Looks for any of many phrases at once.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_LIST_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_LIST_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace footnote::answering::resolving {

// A list of CoveragePhrases, made ready. Immutable. Places in a text where no phrase begins, which
// are most, cost one look into a table each, where all phrases have at least three bytes.
class PhraseList {
 public:
  // `phrases` have '|' between and live as long as the process.
  explicit PhraseList(const char* phrases);

  // Whether a phrase stands at byte `at` of `text`, and `accept` takes it. `accept` is given the
  // byte behind the phrase.
  bool IsAt(absl::string_view text, size_t at, absl::FunctionRef<bool(size_t)> accept) const;

  // False only where IsAt is; cheap, for it is asked everywhere.
  bool MayBeAt(absl::string_view text, size_t at) const {
    return any_short_ || (at + kKeyBytes <= text.size() && beginnings_.test(SlotOf(text, at)));
  }

  const std::vector<absl::string_view>& phrases() const { return phrases_; }

 private:
  static constexpr size_t kKeyBytes = 3;
  static constexpr size_t kSlots = 4096;
  // Of the kKeyBytes at `at` of `text`.
  static size_t SlotOf(absl::string_view text, size_t at) {
    const uint32_t hash = static_cast<uint8_t>(text[at]) * 0x9E3779B1u ^
                          static_cast<uint8_t>(text[at + 1]) * 0x85EBCA6Bu ^
                          static_cast<uint8_t>(text[at + 2]) * 0xC2B2AE35u;
    return hash >> 20;
  }

  std::vector<absl::string_view> phrases_;
  std::bitset<kSlots> beginnings_;
  // Whether a phrase is too short for the table, which is not asked then.
  bool any_short_ = false;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_LIST_H_
