// Where one sentence ends and the next begins.
#ifndef FOOTNOTE_SERVICE_ANSWERING_CHUNKING_SENTENCES_SENTENCE_BREAKER_H_
#define FOOTNOTE_SERVICE_ANSWERING_CHUNKING_SENTENCES_SENTENCE_BREAKER_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/answering/chunking/sentences/language.h"
#include "service/answering/chunking/sentences/sentence_tokens.h"

namespace footnote::answering {

// Finds the sentences of running text, piece by piece: a piece is a paragraph, a list item or the
// like, with its soft line ends. Keeps its memory between pieces. Not thread-safe.
class SentenceBreaker {
 public:
  // For texts mostly in `language`, which must outlive the breaker.
  explicit SentenceBreaker(const Language* language) : language_(*language) {}

  // Appends to `cuts`, in ascending order, the places inside `piece` where a sentence begins,
  // counted from `base`. What closes a sentence and the blanks behind it are on the left of a cut;
  // indentation that follows a line end is on its right. No cut is inside of a grapheme, a number,
  // a URL, a code span, a quotation or parentheses. Time is linear in `piece`.
  void Break(absl::string_view piece, size_t base, std::vector<size_t>* cuts);

 private:
  const Language& language_;
  std::vector<SentenceToken> tokens_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_CHUNKING_SENTENCES_SENTENCE_BREAKER_H_
