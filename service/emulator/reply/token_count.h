// SPDX-License-Identifier: Apache-2.0
// The emulator's token rule: a token is four code points, rounded up.
//
// Input is counted over the text of a request (tools as their JSON), not over the JSON around it,
// so that the same conversation counts the same however it is written.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_TOKEN_COUNT_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_TOKEN_COUNT_H_

#include <cstdint>
#include <string_view>

#include "service/emulator/reply/reply.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

constexpr int64_t kCodePointsPerToken = 4;

int64_t TokensOfCodePoints(int64_t code_points);

int64_t CodePointsOf(const Block& block);
int64_t CodePointsOf(const Tool& tool);

// At least 1.
int64_t CountInputTokens(const ParsedRequest& request);

// Over text and tool input; cited text is free. At least 1.
int64_t CountOutputTokens(const Reply& reply);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_TOKEN_COUNT_H_
