// SPDX-License-Identifier: Apache-2.0
// Events of a streamed message, as the API sends them.
#ifndef FOOTNOTE_TESTS_ANSWERING_STREAM_EVENTS_H_
#define FOOTNOTE_TESTS_ANSWERING_STREAM_EVENTS_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "service/messages/stream/stream_event.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {

// The event with the data `json`.
inline messages::StreamEvent StreamEventOf(const Json& json) {
  absl::StatusOr<messages::StreamEvent> event = messages::ParseStreamEvent({"", json.dump()});
  EXPECT_TRUE(event.ok()) << event.status();
  return *std::move(event);
}

inline messages::StreamEvent MessageStartEvent() {
  return StreamEventOf({{"type", "message_start"},
                        {"message",
                         {{"id", "msg_1"},
                          {"model", "claude-test"},
                          {"content", Json::array()},
                          {"stop_reason", nullptr},
                          {"usage", {{"input_tokens", 10}, {"output_tokens", 1}}}}}});
}

inline messages::StreamEvent BlockStartEvent(int index,
                                             const Json& block = {{"type", "text"}, {"text", ""}}) {
  return StreamEventOf(
      {{"type", "content_block_start"}, {"index", index}, {"content_block", block}});
}

inline messages::StreamEvent BlockDeltaEvent(int index, const Json& delta) {
  return StreamEventOf({{"type", "content_block_delta"}, {"index", index}, {"delta", delta}});
}

inline messages::StreamEvent TextEvent(int index, const std::string& text) {
  return BlockDeltaEvent(index, {{"type", "text_delta"}, {"text", text}});
}

inline messages::StreamEvent CitationEvent(int index, const Json& citation) {
  return BlockDeltaEvent(index, {{"type", "citations_delta"}, {"citation", citation}});
}

inline messages::StreamEvent BlockStopEvent(int index) {
  return StreamEventOf({{"type", "content_block_stop"}, {"index", index}});
}

inline messages::StreamEvent MessageDeltaEvent(const std::string& stop_reason = "end_turn") {
  return StreamEventOf({{"type", "message_delta"},
                        {"delta", {{"stop_reason", stop_reason}, {"stop_sequence", nullptr}}},
                        {"usage", {{"output_tokens", 12}}}});
}

inline messages::StreamEvent MessageStopEvent() {
  return StreamEventOf({{"type", "message_stop"}});
}

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_STREAM_EVENTS_H_
