// SPDX-License-Identifier: Apache-2.0
// Matches opening brackets and quotation marks with the ones that close them.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_PAIR_MATCHER_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_PAIR_MATCHER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "service/segmentation/sentences/sentence_tokens.h"

namespace footnote::segmentation {

// The maximum length of a pair. The opening mark of a longer one counts as unpaired.
constexpr size_t kMaxPairBytes = 1500;
// The maximum length of a pair of single quotation marks, which are often apostrophes.
constexpr size_t kMaxSinglePairBytes = 400;

// Appends the tokens of brackets and quotation marks to the tokens of a text, in order.
class PairMatcher {
 public:
  // `tokens` must outlive this.
  explicit PairMatcher(std::vector<SentenceToken>* tokens) : tokens_(*tokens) {}

  // True if a mark of `family` is open and near enough in the nesting to be closed.
  bool IsOpen(uint8_t family) const;

  // Appends an opener. Ignores a mark that is nested too deeply.
  void Open(uint8_t family, size_t begin, size_t end);

  // Appends a closer and matches it with its opener, if there is one near enough; else appends an
  // unpaired mark, except for backquotes. An empty pair makes no tokens. Returns true if a pair was
  // closed.
  bool Close(uint8_t family, size_t begin, size_t end);

  // Appends a mark without a counterpart.
  void AddUnpaired(uint8_t family, size_t begin, size_t end);

  // Turns all openers that are still open into unpaired marks. Call at the end of the text.
  void Finish();

 private:
  struct OpenMark {
    uint8_t family;
    uint32_t token;
  };

  void Append(SentenceToken::Kind kind, uint8_t family, size_t begin, size_t end);
  bool DropDistant(size_t at);

  std::vector<SentenceToken>& tokens_;
  std::vector<OpenMark> open_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_PAIR_MATCHER_H_
