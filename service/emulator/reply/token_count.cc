// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/reply/token_count.h"

#include <algorithm>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {

int64_t TokensOfCodePoints(int64_t code_points) {
  return (code_points + kCodePointsPerToken - 1) / kCodePointsPerToken;
}

int64_t CodePointsOf(const Block& block) {
  int64_t count = CountCodePoints(block.text) + CountCodePoints(block.source) +
                  CountCodePoints(block.title) + CountCodePoints(block.context) +
                  CountCodePoints(block.tool_name) + CountCodePoints(block.json);
  for (const Block& inner : block.content) count += CodePointsOf(inner);
  return count;
}

int64_t CodePointsOf(const Tool& tool) { return CountCodePoints(tool.json); }

int64_t CountInputTokens(const ParsedRequest& request) {
  int64_t count = 0;
  for (const Tool& tool : request.tools) count += CodePointsOf(tool);
  for (const Block& block : request.system) count += CodePointsOf(block);
  for (const Message& message : request.messages) {
    for (const Block& block : message.content) count += CodePointsOf(block);
  }
  return std::max<int64_t>(1, TokensOfCodePoints(count));
}

int64_t CountOutputTokens(const Reply& reply) {
  int64_t count = 0;
  for (const ReplyBlock& block : reply.content) {
    count += CountCodePoints(block.text) + CountCodePoints(block.tool_input_json);
  }
  return std::max<int64_t>(1, TokensOfCodePoints(count));
}

}  // namespace footnote::emulator
