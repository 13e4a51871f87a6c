// The marks of a text that its sentences hang on, found in one pass over its bytes.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_TOKENS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_TOKENS_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::segmentation {

// What a run of terminators is made of. Bits.
enum TerminatorMark : uint8_t {
  kFullStop = 1u << 0,
  kExclamation = 1u << 1,
  kQuestion = 1u << 2,
  kEllipsis = 1u << 3,    // three full stops or more, or U+2026
  kWide = 1u << 4,        // with a space of its own: 。！？
  kDanda = 1u << 5,       // and what ends sentences in Armenian, Ethiopic, Burmese, Urdu, Khmer
  kSpacedDots = 1u << 6,  // . . .
};

struct SentenceToken {
  enum Kind : uint8_t {
    kTerminator,
    kOpener,    // of a pair
    kCloser,    // of a pair
    kUnpaired,  // a bracket or quotation mark without its other half
    kBullet,    // of a list that is written in one line
  };
  Kind kind;
  uint8_t marks = 0;   // of a terminator
  uint8_t family = 0;  // of a bracket or quotation mark: which pair it is of
  uint32_t begin = 0;
  uint32_t end = 0;
  // Of an opener: the index of its closer.
  uint32_t match = 0;
};

// Which pairs are titles and names in East Asian writing, or parentheses.
bool IsTitleFamily(uint8_t family);
bool IsParenthesisFamily(uint8_t family);

// Replaces `tokens` by those of `text`, in order. A pair is of one `text`, at most 1,500 bytes
// long and nested in others properly; what stands in an inline code span or a link's target makes
// no token. Time is linear in `text`.
void FindSentenceTokens(absl::string_view text, const Language& language,
                        std::vector<SentenceToken>* tokens);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_TOKENS_H_
