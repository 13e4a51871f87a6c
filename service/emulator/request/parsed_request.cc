// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/parsed_request.h"

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {

std::string BlockPosition::Path() const {
  std::string path =
      Concat({"messages.", std::to_string(message), ".content.", std::to_string(index)});
  if (tool_result != nullptr) {
    path.append(Concat({".tool_result.content.", std::to_string(inner_index)}));
  }
  return path;
}

void ForEachBlock(const ParsedRequest& request,
                  const std::function<void(const Block&, const BlockPosition&)>& visit) {
  BlockPosition position;
  for (position.message = 0; position.message < request.messages.size(); ++position.message) {
    const std::vector<Block>& content = request.messages[position.message].content;
    for (position.index = 0; position.index < content.size(); ++position.index) {
      const Block& block = content[position.index];
      position.tool_result = nullptr;
      visit(block, position);
      if (block.kind != Block::Kind::kToolResult) continue;
      position.tool_result = &block;
      for (position.inner_index = 0; position.inner_index < block.content.size();
           ++position.inner_index) {
        visit(block.content[position.inner_index], position);
      }
    }
  }
}

}  // namespace footnote::emulator
