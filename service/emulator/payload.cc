// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/payload.h"

#include <utility>

#include "service/emulator/reply/reply_events.h"
#include "service/emulator/stream/delivery.h"
#include "service/emulator/stream/event_faults.h"
#include "service/emulator/stream/sse_frame.h"
#include "service/emulator/text/gzip.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

Payload OneEvent(std::string content_type, std::string bytes) {
  Payload payload;
  payload.content_type = std::move(content_type);
  payload.event_ends = {bytes.size()};
  payload.body = std::make_shared<const std::string>(std::move(bytes));
  return payload;
}

Payload EventStream(std::shared_ptr<const std::string> bytes, std::vector<size_t> event_ends,
                    std::string ping) {
  Payload payload;
  payload.content_type = "text/event-stream; charset=utf-8";
  payload.is_stream = true;
  payload.body = std::move(bytes);
  payload.event_ends = std::move(event_ends);
  payload.ping = std::move(ping);
  return payload;
}

// Returns the frame of a ping, without the fields that only the start of a stream has.
std::string PingBytes(FrameOptions frames) {
  frames.byte_order_mark = false;
  frames.retry_ms.reset();
  frames.ids = false;
  frames.padding = false;
  return FrameEvents({PingEvent()}, frames, 0).bytes;
}

void AddHeaders(const Script& script, HttpReply* reply) {
  const std::pair<std::string_view, const std::string*> headers[] = {
      {"retry-after", &script.retry_after},
      {"retry-after-ms", &script.retry_after_ms},
      {"x-should-retry", &script.should_retry}};
  for (const auto& [name, value] : headers) {
    if (!value->empty()) reply->headers.emplace_back(name, *value);
  }
}

// Returns a reply with the headers of `payload` and without its body.
HttpReply ReplyTo(const Payload& payload) {
  HttpReply reply;
  reply.status = payload.status;
  if (!payload.content_type.empty()) {
    reply.headers.emplace_back("content-type", payload.content_type);
  }
  if (payload.is_stream) reply.headers.emplace_back("cache-control", "no-cache");
  reply.chunked = payload.is_stream;
  return reply;
}

void Compress(Payload* payload) {
  payload->body = std::make_shared<const std::string>(Gzip(*payload->body));
  payload->event_ends = {payload->body->size()};
  payload->ping.clear();
}

}  // namespace

Payload JsonPayload(std::string json) { return OneEvent("application/json", std::move(json)); }

Payload ErrorPayload(const ApiError& error, std::string_view request_id) {
  Payload payload = JsonPayload(ErrorJson(error, {request_id.data(), request_id.size()}));
  payload.status = error.status;
  return payload;
}

Payload HtmlPayload(int status) {
  const std::string title = Concat({std::to_string(status), " from a proxy"});
  Payload payload = OneEvent(
      "text/html", Concat({"<html>\r\n<head><title>", title, "</title></head>\r\n<body>\r\n<h1>",
                           title, "</h1>\r\n</body>\r\n</html>\r\n"}));
  payload.status = status;
  return payload;
}

Payload VerbatimPayload(std::shared_ptr<const std::string> bytes) {
  if (LooksLikeEvents(*bytes)) {
    std::vector<size_t> event_ends = FindEventEnds(*bytes);
    return EventStream(std::move(bytes), std::move(event_ends), PingBytes({}));
  }
  Payload payload = JsonPayload({});
  payload.event_ends = {bytes->size()};
  payload.body = std::move(bytes);
  return payload;
}

Payload StreamPayload(const Reply& reply, const StreamScript& script, std::string_view request_id,
                      uint64_t seed) {
  FramedBody framed =
      FrameEvents(ApplyFaults(script.faults, request_id, EventsOf(reply, script.events, seed)),
                  script.frames, seed);
  return EventStream(std::make_shared<const std::string>(std::move(framed.bytes)),
                     std::move(framed.ends), PingBytes(script.frames));
}

Answer AnswerWith(Payload payload) {
  Answer answer;
  answer.reply = ReplyTo(payload);
  answer.reply.body = std::move(payload.body);
  answer.event_ends = std::move(payload.event_ends);
  return answer;
}

Answer AnswerWith(Payload payload, const Script& script) {
  if (!script.content_type.empty()) payload.content_type = script.content_type;
  if (script.status.has_value()) payload.status = *script.status;
  Answer answer;
  HttpReply& reply = answer.reply;
  reply = ReplyTo(payload);
  AddHeaders(script, &reply);
  if (script.gzip) {
    reply.headers.emplace_back("content-encoding", "gzip");
    Compress(&payload);
  }
  answer.event_ends =
      Deliver(std::move(payload.body), payload.event_ends, payload.ping, script.delivery, &reply);
  reply.delay = script.delay;
  reply.hang_up = script.hang_up != Script::HangUp::kNone;
  if (reply.hang_up) {
    reply.status = 0;
    reply.reset = script.hang_up == Script::HangUp::kReset;
  }
  return answer;
}

}  // namespace footnote::emulator
