// About how many tokens a text has.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOKEN_ESTIMATE_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOKEN_ESTIMATE_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::answering::building {

// What a picture of ordinary size has: https://platform.claude.com/docs/en/build-with-claude/vision
// gives width times height by 750, and larger ones are scaled down to about this.
inline constexpr int64_t kTokensOfImage = 1600;

// What a block or a message has beside its text.
inline constexpr int64_t kTokensOfFrame = 4;

// A rule of thumb over well-formed UTF-8, rounded up: so much for each character, by its script. A
// Latin letter is about a quarter of a token, a digit a half, a punctuation mark two thirds and
// less in a row; white space in a row counts little more than once. A letter of another alphabet is
// a half to a whole token, kana one, a Han character, a Hangul syllable and a letter of Thai or of
// an Indic script a little more, an emoji two. Prose and code come out within a third of a
// tokenizer's count, most often within a fifth. Linear in the bytes.
int64_t EstimateTokens(absl::string_view text);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOKEN_ESTIMATE_H_
