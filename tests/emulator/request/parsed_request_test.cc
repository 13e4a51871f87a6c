// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/parsed_request.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace footnote::emulator {
namespace {

Block BlockOf(Block::Kind kind, std::vector<Block> content = {}) {
  Block block;
  block.kind = kind;
  block.content = std::move(content);
  return block;
}

TEST(ParsedRequestTest, VisitsTheBlocksOfAToolResultImmediatelyAfterIt) {
  using Kind = Block::Kind;
  ParsedRequest request;
  request.messages.resize(2);
  request.messages[0].content = {BlockOf(Kind::kText)};
  request.messages[1].content = {
      BlockOf(Kind::kToolResult, {BlockOf(Kind::kSearchResult), BlockOf(Kind::kSearchResult)}),
      BlockOf(Kind::kDocument)};
  std::vector<std::string> paths;
  std::vector<Kind> kinds;
  ForEachBlock(request, [&](const Block& block, const BlockPosition& position) {
    paths.push_back(position.Path());
    kinds.push_back(block.kind);
  });
  EXPECT_EQ(paths, (std::vector<std::string>{"messages.0.content.0", "messages.1.content.0",
                                             "messages.1.content.0.tool_result.content.0",
                                             "messages.1.content.0.tool_result.content.1",
                                             "messages.1.content.1"}));
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::kText, Kind::kToolResult, Kind::kSearchResult,
                                      Kind::kSearchResult, Kind::kDocument}));
}

TEST(ParsedRequestTest, DoesNotVisitTheBlocksInsideSearchResultsAndDocuments) {
  ParsedRequest request;
  request.messages.resize(1);
  request.messages[0].content = {BlockOf(Block::Kind::kSearchResult, {BlockOf(Block::Kind::kText)}),
                                 BlockOf(Block::Kind::kDocument, {BlockOf(Block::Kind::kText)})};
  int visits = 0;
  ForEachBlock(request, [&visits](const Block& block, const BlockPosition& position) {
    ++visits;
    EXPECT_NE(block.kind, Block::Kind::kText);
    EXPECT_EQ(position.tool_result, nullptr);
  });
  EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace footnote::emulator
