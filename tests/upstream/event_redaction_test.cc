// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/event_redaction.h"

#include <gtest/gtest.h>

#include <utility>
#include <variant>

#include "service/messages/message_types.h"
#include "service/messages/stream/stream_event.h"
#include "service/secret.h"
#include "service/upstream/redactor.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {
namespace {

// Returns `event` after redaction of "hunter2".
template <typename Event>
Event Redacted(Event event) {
  MessagesEvent redacted = messages::StreamEvent(std::move(event));
  RedactEvent(Redactor(Secret("hunter2"), {}), &redacted);
  return std::get<Event>(std::get<messages::StreamEvent>(std::move(redacted)));
}

messages::Message AMessage() {
  messages::Message message;
  message.id = message.model = "hunter2";
  message.stop_reason = message.stop_sequence = "hunter2";
  message.usage.emplace().service_tier = "hunter2";
  messages::ContentBlock& block = message.content.emplace_back();
  block.type = block.tool_use_id = block.tool_name = "hunter2";
  block.text = "the answer hunter2";
  return message;
}

void ExpectRedacted(const messages::Message& message) {
  EXPECT_EQ(message.id, "[redacted]");
  EXPECT_EQ(message.model, "[redacted]");
  EXPECT_EQ(message.stop_reason, "[redacted]");
  EXPECT_EQ(message.stop_sequence, "[redacted]");
  EXPECT_EQ(message.usage->service_tier, "[redacted]");
  EXPECT_EQ(message.content[0].type, "[redacted]");
  EXPECT_EQ(message.content[0].tool_use_id, "[redacted]");
  EXPECT_EQ(message.content[0].tool_name, "[redacted]");
  EXPECT_EQ(message.content[0].text, "the answer hunter2");
}

TEST(RedactEventTest, RedactsACompleteMessageButNotItsText) {
  MessagesEvent event = AMessage();
  RedactEvent(Redactor(Secret("hunter2"), {}), &event);
  ExpectRedacted(std::get<messages::Message>(event));
}

TEST(RedactEventTest, RedactsTheStartOfAMessage) {
  ExpectRedacted(Redacted(messages::MessageStart{AMessage()}).message);
}

TEST(RedactEventTest, RedactsTheStartOfABlock) {
  messages::ContentBlockStart start;
  start.block.tool_use_id = "toolu_hunter2";
  EXPECT_EQ(Redacted(start).block.tool_use_id, "toolu_[redacted]");
}

TEST(RedactEventTest, RedactsStopDetails) {
  messages::MessageDelta delta;
  delta.stop_reason = delta.stop_sequence = "hunter2";
  delta.usage.emplace().service_tier = "hunter2";
  const messages::MessageDelta redacted = Redacted(delta);
  EXPECT_EQ(redacted.stop_reason, "[redacted]");
  EXPECT_EQ(redacted.stop_sequence, "[redacted]");
  EXPECT_EQ(redacted.usage->service_tier, "[redacted]");
}

TEST(RedactEventTest, RedactsAnUnknownEvent) {
  messages::UnknownEvent unknown;
  unknown.type = "hunter2";
  unknown.json = R"({"echo":"hunter2"})";
  const messages::UnknownEvent redacted = Redacted(unknown);
  EXPECT_EQ(redacted.type, "[redacted]");
  EXPECT_EQ(redacted.json, R"({"echo":"[redacted]"})");
}

TEST(RedactEventTest, KeepsTextOfTheModel) {
  messages::TextDelta delta;
  delta.text = "hunter2";
  EXPECT_EQ(Redacted(delta).text, "hunter2");
}

}  // namespace
}  // namespace footnote::upstream
