// SPDX-License-Identifier: Apache-2.0
// The decoder of server-sent events gives the same events and the same end for input in pieces of
// any size.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/messages/stream/sse_decoder.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/pieces.h"

namespace footnote::fuzz {
namespace {

using messages::SseDecoder;
using messages::SseEvent;

// A limit that inputs of a fuzzer exceed.
constexpr size_t kMaxEventBytes = 256;

struct Decoded {
  std::vector<std::pair<std::string, std::string>> events;
  SseDecoder::Result end;
  bool broke_off = false;
};

SseDecoder::Result Drain(SseDecoder& decoder, Decoded& decoded) {
  SseEvent event;
  SseDecoder::Result result = decoder.Next(&event);
  for (; result == SseDecoder::Result::kEvent; result = decoder.Next(&event)) {
    Check(event.name.size() + event.data.size() <= kMaxEventBytes, "events are bounded");
    decoded.events.emplace_back(event.name, event.data);
  }
  return result;
}

Decoded Decode(const std::vector<absl::string_view>& pieces) {
  SseDecoder decoder(kMaxEventBytes);
  Decoded decoded;
  for (const absl::string_view piece : pieces) {
    decoder.Push(piece);
    Check(Drain(decoder, decoded) != SseDecoder::Result::kNoMore,
          "only the end has no more events");
  }
  decoder.End();
  decoded.end = Drain(decoder, decoded);
  Check(decoded.end != SseDecoder::Result::kNotYet, "no events are pending after the end");
  decoded.broke_off = decoder.broke_off();
  return decoded;
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using footnote::fuzz::Check;
  const footnote::fuzz::SplitInput input = footnote::fuzz::SplitByFirstByte(data, size);
  const auto complete = footnote::fuzz::Decode({input.complete});
  const auto split = footnote::fuzz::Decode(input.pieces);
  Check(complete.events == split.events, "the events do not depend on the pieces");
  Check(complete.end == split.end, "the end does not depend on the pieces");
  const bool broken = complete.end == footnote::messages::SseDecoder::Result::kBroken;
  Check(broken || complete.broke_off == split.broke_off,
        "an incomplete last event does not depend on the pieces");
  return 0;
}
