// SPDX-License-Identifier: Apache-2.0
// Finds the boundaries of sentences.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_BREAKER_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_BREAKER_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/sentences/sentence_tokens.h"

namespace footnote::segmentation {

// Finds the sentences of running text, one piece at a time: a paragraph, a list item or the like,
// with its soft line ends. Reuses its memory. Not thread-safe.
class SentenceBreaker {
 public:
  // For texts mostly in `language`, which must outlive the breaker.
  explicit SentenceBreaker(const Language* language) : language_(*language) {}

  // Appends to `splits`, in ascending order, the offsets within `piece` at which a sentence begins,
  // plus `base`. Closing punctuation and blanks after a sentence belong to it; indentation after a
  // line end belongs to the next sentence. No split is inside a grapheme, a number, a URL, a code
  // span, a quotation or parentheses. Takes time linear in `piece`.
  void Break(absl::string_view piece, size_t base, std::vector<size_t>* splits);

 private:
  const Language& language_;
  std::vector<SentenceToken> tokens_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_BREAKER_H_
