// SPDX-License-Identifier: Apache-2.0
// An estimate of the number of tokens of a text.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOKEN_ESTIMATE_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOKEN_ESTIMATE_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::answering::building {

// The tokens of an image of ordinary size.
// https://platform.claude.com/docs/en/build-with-claude/vision gives width times height / 750;
// larger images are scaled down to about this number.
inline constexpr int64_t kTokensOfImage = 1600;

// The tokens of a block or a message in addition to its text.
inline constexpr int64_t kTokensOfFrame = 4;

// Returns the estimated number of tokens of `text`, which is well-formed UTF-8, rounded up. Each
// character has a cost that depends on its script. A Latin letter is about a quarter of a token, a
// digit a half, a punctuation mark two thirds and less if it follows another one; white space that
// follows white space costs little. A letter of another alphabet is a half to one token, kana one;
// a Han character, a Hangul syllable and a letter of Thai or of an Indic script a little more; an
// emoji two. The result for prose and code differs from the count of a tokenizer by less than a
// third, in most cases by less than a fifth. Takes time linear in the bytes.
int64_t EstimateTokens(absl::string_view text);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_TOKEN_ESTIMATE_H_
