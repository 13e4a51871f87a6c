// SPDX-License-Identifier: Apache-2.0
#include "bench/stub_replies.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "bench/stream_payload.h"

namespace footnote::bench {
namespace {

constexpr absl::string_view kStreamHead =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
    "transfer-encoding: chunked\r\nrequest-id: req_bench\r\n\r\n";
constexpr absl::string_view kLastChunk = "0\r\n\r\n";
// Long enough for what was written to have been read.
constexpr int64_t kPauseUs = 3000;
// What is written of an endless stream before the socket is asked again.
constexpr size_t kEndlessBytes = 16 << 10;

std::string Chunk(absl::string_view bytes) {
  return absl::StrCat(absl::Hex(bytes.size()), "\r\n", bytes, "\r\n");
}

StubReply InOneWrite(std::string bytes) {
  StubReply reply;
  reply.writes.push_back(std::move(bytes));
  return reply;
}

StubReply WholeReply(const Payload& payload) {
  const std::string body = ReplyJsonFor(payload);
  return InOneWrite(absl::StrCat(
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ", body.size(),
      "\r\nrequest-id: req_bench\r\n\r\n", body));
}

StubReply AtOnceReply(const Payload& payload) {
  return InOneWrite(
      absl::StrCat(kStreamHead, Chunk(absl::StrJoin(StreamEventsFor(payload), "")), kLastChunk));
}

StubReply EventByEventReply(const Payload& payload) {
  StubReply reply;
  for (const std::string& event : StreamEventsFor(payload)) reply.writes.push_back(Chunk(event));
  reply.writes.front().insert(0, kStreamHead.data(), kStreamHead.size());
  reply.writes.back().append(kLastChunk.data(), kLastChunk.size());
  return reply;
}

std::string Opening(const Payload& payload) {
  return absl::StrCat(kStreamHead, Chunk(absl::StrJoin(OpeningEventsFor(payload), "")));
}

StubReply PacedReply(const Payload& payload, const Pace& pace) {
  StubReply reply = InOneWrite(Opening(payload));
  reply.pace = pace;
  reply.closing = absl::StrCat(Chunk(absl::StrJoin(ClosingEvents(), "")), kLastChunk);
  return reply;
}

StubReply EndlessReply(const Payload& payload) {
  StubReply reply = InOneWrite(Opening(payload));
  std::string events;
  while (events.size() < kEndlessBytes) events += TextEvent(0, " and so on, without an end,");
  reply.endless = Chunk(events);
  return reply;
}

}  // namespace

StubReplies::StubReplies() : payload_(MakePayload()), whole_(WholeReply(payload_)) {
  streams_.emplace(kAtOnce, AtOnceReply(payload_));
  streams_.emplace(kEventByEvent, EventByEventReply(payload_));
  streams_.emplace(kOneAtATime, EventByEventReply(payload_)).first->second.pause_us = kPauseUs;
  streams_.emplace(kEndless, EndlessReply(payload_));
}

const StubReply& StubReplies::For(absl::string_view model) {
  const auto known = streams_.find(model);
  if (known != streams_.end()) return known->second;
  const std::optional<Pace> pace = PaceOf(model);
  if (!pace.has_value()) return whole_;
  return streams_.emplace(std::string(model), PacedReply(payload_, *pace)).first->second;
}

std::string StampChunk(int64_t time) { return Chunk(TextEvent(0, Stamp(time))); }

}  // namespace footnote::bench
