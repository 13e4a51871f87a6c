// SPDX-License-Identifier: Apache-2.0
#include "bench/stream_payload.h"

#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/messages/json/json_writer.h"

namespace footnote::bench {
namespace {

constexpr int kBlocks = 6;
constexpr int kTextDeltasOfBlock = 27;
constexpr int kCitationsOfBlock = 4;
// What one delta brings: a few tokens, some of them not ASCII and some with escapes.
constexpr absl::string_view kDeltas[] = {
    "Records of this",   " class are kept",  " for a \"year\" or longer;\n",
    " the café's relay", " opens at 80 °C,", " and a hold",
    " stops the clock.",
};

std::string Event(absl::string_view name, absl::string_view json) {
  return absl::StrCat("event: ", name, "\ndata: ", json, "\n\n");
}

std::string StartEvent(const Payload& payload) {
  std::string out;
  messages::JsonWriter json(&out);
  json.Raw(R"({"type":"message_start","message":{"id":"msg_01XFDUDYJgAACzvnptvVoYEL",)"
           R"("type":"message","role":"assistant","model":)");
  json.String(payload.model);
  json.Raw(R"(,"content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3671,)"
           R"("cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1,)"
           R"("service_tier":"standard"}}})");
  return Event("message_start", out);
}

std::string BlockStartEvent(int block) {
  return Event("content_block_start",
               absl::StrCat(R"({"type":"content_block_start","index":)", block,
                            R"(,"content_block":{"citations":[],"type":"text","text":""}})"));
}

std::string CitationEvent(const Payload& payload, int block, int hit) {
  std::string out;
  messages::JsonWriter json(&out);
  json.Raw(R"({"type":"content_block_delta","index":)");
  json.Int(block);
  json.Raw(R"(,"delta":{"type":"citations_delta","citation":)");
  WriteCitation(payload, hit, json);
  json.Raw("}}");
  return Event("content_block_delta", out);
}

std::string BlockStopEvent(int block) {
  return Event("content_block_stop",
               absl::StrCat(R"({"type":"content_block_stop","index":)", block, "}"));
}

int HitOf(const Payload& payload, int citation) {
  return citation % static_cast<int>(payload.hits.size());
}

std::string DeltaText(int delta) {
  return std::string(kDeltas[static_cast<size_t>(delta) % std::size(kDeltas)]);
}

}  // namespace

std::vector<std::string> StreamEventsFor(const Payload& payload) {
  std::vector<std::string> events = {StartEvent(payload)};
  for (int block = 0; block < kBlocks; ++block) {
    events.push_back(BlockStartEvent(block));
    for (int citation = 0; citation < kCitationsOfBlock; ++citation) {
      events.push_back(
          CitationEvent(payload, block, HitOf(payload, block * kCitationsOfBlock + citation)));
    }
    for (int delta = 0; delta < kTextDeltasOfBlock; ++delta) {
      events.push_back(TextEvent(block, DeltaText(delta)));
    }
    events.push_back(BlockStopEvent(block));
  }
  const std::vector<std::string> closing = ClosingEvents();
  events.insert(events.end(), closing.end() - 2, closing.end());
  return events;
}

std::vector<std::string> OneBlockEventsFor(const Payload& payload, int deltas) {
  std::vector<std::string> events = OpeningEventsFor(payload);
  for (int delta = 0; delta < deltas; ++delta) {
    events.push_back(TextEvent(0, DeltaText(delta)));
    if (delta % 10 == 9) events.push_back(CitationEvent(payload, 0, HitOf(payload, delta / 10)));
  }
  for (std::string& event : ClosingEvents()) events.push_back(std::move(event));
  return events;
}

std::vector<std::string> OpeningEventsFor(const Payload& payload) {
  return {StartEvent(payload), BlockStartEvent(0)};
}

std::string TextEvent(int block, const std::string& text) {
  std::string out;
  messages::JsonWriter json(&out);
  json.Raw(R"({"type":"content_block_delta","index":)");
  json.Int(block);
  json.Raw(R"(,"delta":{"type":"text_delta","text":)");
  json.String(text);
  json.Raw("}}");
  return Event("content_block_delta", out);
}

std::vector<std::string> ClosingEvents() {
  return {
      BlockStopEvent(0),
      Event("message_delta",
            R"({"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},)"
            R"("usage":{"output_tokens":412}})"),
      Event("message_stop", R"({"type":"message_stop"})"),
  };
}

}  // namespace footnote::bench
