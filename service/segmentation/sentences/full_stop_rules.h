// SPDX-License-Identifier: Apache-2.0
// The rules that decide if a full stop ends a sentence.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_FULL_STOP_RULES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_FULL_STOP_RULES_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "service/segmentation/sentences/full_stop.h"

namespace footnote::segmentation {

enum class FullStopVerdict {
  kEnds,               // the sentence ends
  kContinues,          // the sentence continues
  kEndsBeforeStarter,  // the sentence ends if the next word begins many sentences
};

struct FullStopRule {
  // Unique. Tests refer to a rule by its name.
  absl::string_view name;
  bool (*applies)(const FullStop& stop);
  FullStopVerdict verdict;
};

// All rules in order. The first one that applies decides; the last one always applies.
absl::Span<const FullStopRule> FullStopRules();

// Returns the rule that decides about `stop`.
const FullStopRule& FindFullStopRule(const FullStop& stop);

// True if the single full stop at byte `stop` of `text` ends the sentence that begins at byte
// `sentence`; false if it belongs to an abbreviation, an ordinal number, an initial or the number
// of a heading. Blanks follow the full stop, then `next`.
bool FullStopEnds(absl::string_view text, size_t sentence, size_t stop, const NextText& next,
                  const Language& language);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_FULL_STOP_RULES_H_
