// SPDX-License-Identifier: Apache-2.0
// The emulator's approximation of token counts: a token is four code points, rounded up.
//
// Only the text of a request counts, and the JSON of its tools. The rest of the JSON does not
// count, so its format does not change the result.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_TOKEN_COUNT_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_TOKEN_COUNT_H_

#include <cstdint>
#include <string_view>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

constexpr int64_t kCodePointsPerToken = 4;

// Returns the number of tokens of a text with this number of code points.
int64_t TokensOfCodePoints(int64_t code_points);

// Return the number of code points that count, including those of inner blocks.
int64_t CodePointsOf(const Block& block);
int64_t CodePointsOf(const Tool& tool);

// Returns the number of input tokens, at least 1.
int64_t CountInputTokens(const ParsedRequest& request);

// Returns the number of tokens of the text and the tool inputs, at least 1. Cited text does not
// count.
int64_t CountOutputTokens(const Reply& reply);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_TOKEN_COUNT_H_
