// SPDX-License-Identifier: Apache-2.0
// The punctuation of a text that determines its sentences.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_TOKENS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_TOKENS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/sentences/punctuation.h"

namespace footnote::segmentation {

struct SentenceToken {
  enum Kind : uint8_t {
    kTerminator,
    kOpener,    // opens a pair
    kCloser,    // closes a pair
    kUnpaired,  // a bracket or quotation mark without a counterpart
    kBullet,    // begins an item of a list that is written in one line
  };
  Kind kind;
  uint8_t marks = 0;   // TerminatorMark bits of a terminator
  uint8_t family = 0;  // PairFamily of a bracket or quotation mark
  // The half-open byte range.
  uint32_t begin = 0;
  uint32_t end = 0;
  // The index of the closer that belongs to an opener.
  uint32_t match = 0;
};

// Replaces `tokens` with the tokens of `text`, in order. A pair is at most kMaxPairBytes long, and
// pairs nest properly. Inline code spans and link targets have no tokens. Takes one pass and time
// linear in `text`.
void FindSentenceTokens(absl::string_view text, const Language& language,
                        std::vector<SentenceToken>* tokens);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_TOKENS_H_
