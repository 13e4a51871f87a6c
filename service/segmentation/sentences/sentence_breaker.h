// Where one sentence ends and the next begins.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_BREAKER_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_BREAKER_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/sentences/sentence_tokens.h"

namespace footnote::segmentation {

// Finds the sentences of running text, piece by piece: a piece is a paragraph, a list item or the
// like, with its soft line ends. Keeps its memory between pieces. Not thread-safe.
class SentenceBreaker {
 public:
  // For texts mostly in `language`, which must outlive the breaker.
  explicit SentenceBreaker(const Language* language) : language_(*language) {}

  // Appends to `splits`, in ascending order, the places inside `piece` where a sentence begins,
  // counted from `base`. What closes a sentence and the blanks behind it are on the left of a cut;
  // indentation that follows a line end is on its right. No cut is inside of a grapheme, a number,
  // a URL, a code span, a quotation or parentheses. Time is linear in `piece`.
  void Break(absl::string_view piece, size_t base, std::vector<size_t>* splits);

 private:
  const Language& language_;
  std::vector<SentenceToken> tokens_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_BREAKER_H_
