// SPDX-License-Identifier: Apache-2.0
#include "service/messages/message_part.h"

#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "service/messages/message.h"
#include "tests/messages/collect_parts.h"

namespace footnote::messages {
namespace {

using Parts = std::vector<MessagePart>;

TEST(ForEachPartTest, AMessageIsDeliveredBlockByBlock) {
  absl::StatusOr<Message> message = ParseMessage(
      R"({"id":"i","content":[{"type":"text","text":"","citations":[{"type":"x"}]},)"
      R"({"type":"tool_use","id":"t","name":"n"},{"type":"thinking"}],"stop_reason":"end_turn"})");
  ASSERT_TRUE(message.ok());
  const Parts parts = PartsOf(*std::move(message));
  ASSERT_EQ(parts.size(), 9);
  EXPECT_EQ(std::get<MessageOpened>(parts[0]).id, "i");
  EXPECT_EQ(std::get<BlockOpened>(parts[1]).block.kind, ContentBlock::Kind::kText);
  EXPECT_EQ(std::get<CitationAdded>(parts[2]).citation.type, "x");
  EXPECT_FALSE(std::get<BlockClosed>(parts[3]).block.has_value());
  EXPECT_EQ(std::get<BlockOpened>(parts[4]).block.tool_name, "n");
  EXPECT_EQ(std::get<BlockOpened>(parts[4]).block.tool_input_json, "");
  EXPECT_EQ(std::get<BlockClosed>(parts[5]).block->tool_input_json, "{}");
  EXPECT_EQ(std::get<BlockOpened>(parts[6]).block.type, "thinking");
  EXPECT_EQ(std::get<BlockClosed>(parts[7]).block->json, R"({"type":"thinking"})");
  EXPECT_EQ(std::get<MessageClosed>(parts[8]).stop_reason, "end_turn");
}

TEST(ForEachPartTest, EmptyTextsHaveNoTextPart) {
  absl::StatusOr<Message> message =
      ParseMessage(R"({"content":[{"type":"text","text":""},{"type":"text","text":"a"}]})");
  ASSERT_TRUE(message.ok());
  const Parts parts = PartsOf(*std::move(message));
  ASSERT_EQ(parts.size(), 7);
  EXPECT_TRUE(std::holds_alternative<BlockOpened>(parts[1]));
  EXPECT_TRUE(std::holds_alternative<BlockClosed>(parts[2]));
  EXPECT_TRUE(std::holds_alternative<BlockOpened>(parts[3]));
  EXPECT_EQ(std::get<TextAdded>(parts[4]).text, "a");
  EXPECT_TRUE(std::holds_alternative<BlockClosed>(parts[5]));
}

TEST(ForEachPartTest, TheLastPartHasTheFieldsOfTheMessage) {
  Message message;
  message.stop_reason = "stop_sequence";
  message.stop_sequence = "#";
  message.usage.emplace().output_tokens = 3;
  message.ill_formed_strings = 2;
  const Parts parts = PartsOf(std::move(message));
  ASSERT_EQ(parts.size(), 2);
  const auto& closed = std::get<MessageClosed>(parts[1]);
  EXPECT_EQ(closed.stop_reason, "stop_sequence");
  EXPECT_EQ(closed.stop_sequence, "#");
  ASSERT_TRUE(closed.usage.has_value());
  EXPECT_EQ(closed.usage->output_tokens, 3);
  EXPECT_EQ(closed.ill_formed_strings, 2);
  EXPECT_FALSE(closed.truncated);
}

}  // namespace
}  // namespace footnote::messages
