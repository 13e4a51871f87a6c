// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/payload.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "service/emulator/reply/reply.h"
#include "service/emulator/script/script.h"

namespace footnote::emulator {
namespace {

using Offsets = std::vector<size_t>;

std::shared_ptr<const std::string> Shared(const std::string& bytes) {
  return std::make_shared<const std::string>(bytes);
}

// Returns the value of a header, or "(absent)".
std::string HeaderOf(const Answer& answer, const std::string& name) {
  for (const auto& [header, value] : answer.reply.headers) {
    if (header == name) return value;
  }
  return "(absent)";
}

Reply TextReply() {
  Reply reply;
  ReplyBlock block;
  block.text = "Hi";
  reply.content.push_back(block);
  return reply;
}

TEST(PayloadTest, JsonIsOneEvent) {
  const Payload payload = JsonPayload("{}");
  EXPECT_EQ(payload.status, 200);
  EXPECT_EQ(payload.content_type, "application/json");
  EXPECT_EQ(*payload.body, "{}");
  EXPECT_FALSE(payload.is_stream);
  EXPECT_EQ(payload.event_ends, Offsets{2});
  EXPECT_EQ(payload.ping, "");
}

TEST(PayloadTest, ErrorHasItsStatusAndTheErrorObject) {
  ApiError error;
  error.status = 529;
  error.type = "overloaded_error";
  error.message = "Overloaded";
  const Payload payload = ErrorPayload(error, "req_1");
  EXPECT_EQ(payload.status, 529);
  EXPECT_EQ(payload.content_type, "application/json");
  EXPECT_EQ(*payload.body,
            R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},)"
            R"("request_id":"req_1"})");
}

TEST(PayloadTest, HtmlPageStatesItsStatus) {
  const Payload payload = HtmlPayload(502);
  EXPECT_EQ(payload.status, 502);
  EXPECT_EQ(payload.content_type, "text/html");
  EXPECT_NE(payload.body->find("502 from a proxy"), std::string::npos);
  EXPECT_EQ(payload.event_ends, Offsets{payload.body->size()});
}

TEST(PayloadTest, VerbatimStreamIsSplitIntoEventsAndNotCopied) {
  const auto bytes = Shared("data: 1\n\ndata: 2\n\n");
  const Payload payload = VerbatimPayload(bytes);
  EXPECT_TRUE(payload.is_stream);
  EXPECT_EQ(payload.content_type, "text/event-stream; charset=utf-8");
  EXPECT_EQ(payload.body, bytes);
  EXPECT_EQ(payload.event_ends, (Offsets{9, 18}));
  EXPECT_EQ(payload.ping, "event: ping\ndata: {\"type\": \"ping\"}\n\n");
}

TEST(PayloadTest, OtherVerbatimBytesAreJsonAndNotCopied) {
  const auto bytes = Shared("not json");
  const Payload payload = VerbatimPayload(bytes);
  EXPECT_FALSE(payload.is_stream);
  EXPECT_EQ(payload.content_type, "application/json");
  EXPECT_EQ(payload.body, bytes);
  EXPECT_EQ(payload.event_ends, Offsets{8});
}

TEST(PayloadTest, StreamHasAnOffsetForEachEvent) {
  const Reply reply = TextReply();
  const Payload payload = StreamPayload(reply, {}, "req_1", 1);
  EXPECT_TRUE(payload.is_stream);
  // message_start, content_block_start, ping, one delta, content_block_stop, message_delta,
  // message_stop.
  ASSERT_EQ(payload.event_ends.size(), 7u);
  EXPECT_EQ(payload.event_ends.back(), payload.body->size());
  EXPECT_EQ(payload.body->substr(0, payload.event_ends[0]).find("event: message_start\n"), 0u);
}

TEST(PayloadTest, StreamHasTheFaultsOfTheScript) {
  StreamScript script;
  script.faults.error_after = 0;
  const Payload payload = StreamPayload(TextReply(), script, "req_1", 1);
  EXPECT_EQ(payload.body->find("event: error\n"), 0u) << *payload.body;
}

TEST(PayloadTest, PingHasTheFormatOfTheFramesWithoutTheStartOfTheStream) {
  StreamScript script;
  script.frames.line_end = "\r\n";
  script.frames.event_names = false;
  script.frames.byte_order_mark = true;
  script.frames.ids = true;
  script.frames.retry_ms = 5;
  const Payload payload = StreamPayload(TextReply(), script, "req_1", 1);
  EXPECT_EQ(payload.ping, "data: {\"type\": \"ping\"}\r\n\r\n");
  EXPECT_EQ(payload.body->substr(0, 3), "\xEF\xBB\xBF");
}

TEST(PayloadTest, AnswerWithoutAScriptIsThePayload) {
  Payload payload = HtmlPayload(502);
  const auto body = payload.body;
  const Answer answer = AnswerWith(payload);
  EXPECT_EQ(answer.reply.status, 502);
  EXPECT_EQ(answer.reply.body, body);
  EXPECT_FALSE(answer.reply.chunked);
  EXPECT_EQ(HeaderOf(answer, "content-type"), "text/html");
  EXPECT_EQ(HeaderOf(answer, "cache-control"), "(absent)");
  EXPECT_EQ(answer.event_ends, Offsets{body->size()});
}

TEST(PayloadTest, StreamIsChunkedAndNotCached) {
  const Answer answer = AnswerWith(VerbatimPayload(Shared("data: 1\n\n")), Script());
  EXPECT_TRUE(answer.reply.chunked);
  EXPECT_EQ(HeaderOf(answer, "cache-control"), "no-cache");
  EXPECT_EQ(answer.event_ends, Offsets{9});
}

TEST(PayloadTest, EmptyContentTypeHasNoHeader) {
  Payload payload = JsonPayload("");
  payload.content_type.clear();
  EXPECT_EQ(HeaderOf(AnswerWith(payload), "content-type"), "(absent)");
}

TEST(PayloadTest, ScriptSetsStatusContentTypeHeadersAndDelay) {
  Script script;
  script.status = 429;
  script.content_type = "text/plain";
  script.retry_after = "2";
  script.retry_after_ms = "1500";
  script.should_retry = "true";
  script.delay = std::chrono::milliseconds(7);
  const Answer answer = AnswerWith(JsonPayload("{}"), script);
  EXPECT_EQ(answer.reply.status, 429);
  EXPECT_EQ(HeaderOf(answer, "content-type"), "text/plain");
  EXPECT_EQ(HeaderOf(answer, "retry-after"), "2");
  EXPECT_EQ(HeaderOf(answer, "retry-after-ms"), "1500");
  EXPECT_EQ(HeaderOf(answer, "x-should-retry"), "true");
  EXPECT_EQ(answer.reply.delay, std::chrono::milliseconds(7));
  EXPECT_FALSE(answer.reply.hang_up);
}

TEST(PayloadTest, EmptyScriptAddsNoHeaders) {
  const Answer answer = AnswerWith(JsonPayload("{}"), Script());
  EXPECT_EQ(answer.reply.headers.size(), 1u);
  EXPECT_EQ(HeaderOf(answer, "content-type"), "application/json");
}

TEST(PayloadTest, CompressedBodyIsOneEvent) {
  Script script;
  script.gzip = true;
  const Answer answer = AnswerWith(VerbatimPayload(Shared("data: 1\n\ndata: 2\n\n")), script);
  EXPECT_EQ(HeaderOf(answer, "content-encoding"), "gzip");
  EXPECT_EQ(answer.reply.body->substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(answer.event_ends, Offsets{answer.reply.body->size()});
}

TEST(PayloadTest, HangUpHasTheStatusZero) {
  Script script;
  script.status = 529;
  script.hang_up = Script::HangUp::kClose;
  const Answer closed = AnswerWith(JsonPayload("{}"), script);
  EXPECT_TRUE(closed.reply.hang_up);
  EXPECT_FALSE(closed.reply.reset);
  EXPECT_EQ(closed.reply.status, 0);
  script.hang_up = Script::HangUp::kReset;
  EXPECT_TRUE(AnswerWith(JsonPayload("{}"), script).reply.reset);
}

TEST(PayloadTest, ScriptSetsWhereTheBodyStops) {
  Script script;
  script.delivery.cut_events = 1;
  const Answer answer = AnswerWith(VerbatimPayload(Shared("data: 1\n\ndata: 2\n\n")), script);
  EXPECT_EQ(answer.reply.cut_after, 9u);
}

}  // namespace
}  // namespace footnote::emulator
