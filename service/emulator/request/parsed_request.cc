// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/parsed_request.h"

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {

std::string BlockPlace::Path() const {
  std::string path =
      Concat({"messages.", std::to_string(message), ".content.", std::to_string(index)});
  if (tool_result != nullptr) {
    path.append(Concat({".tool_result.content.", std::to_string(inner_index)}));
  }
  return path;
}

void ForEachBlock(const ParsedRequest& request,
                  const std::function<void(const Block&, const BlockPlace&)>& visit) {
  BlockPlace place;
  for (place.message = 0; place.message < request.messages.size(); ++place.message) {
    const std::vector<Block>& content = request.messages[place.message].content;
    for (place.index = 0; place.index < content.size(); ++place.index) {
      const Block& block = content[place.index];
      place.tool_result = nullptr;
      visit(block, place);
      if (block.kind != Block::Kind::kToolResult) continue;
      place.tool_result = &block;
      for (place.inner_index = 0; place.inner_index < block.content.size(); ++place.inner_index) {
        visit(block.content[place.inner_index], place);
      }
    }
  }
}

}  // namespace footnote::emulator
