// SPDX-License-Identifier: Apache-2.0
// The SSE decoder gives the same events and the same end, however its input is cut.
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

// Small enough for a fuzzer to exceed.
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
    Check(Drain(decoder, decoded) != SseDecoder::Result::kNoMore, "there is more before the end");
  }
  decoder.End();
  decoded.end = Drain(decoder, decoded);
  Check(decoded.end != SseDecoder::Result::kNotYet, "there is no more behind the end");
  decoded.broke_off = decoder.broke_off();
  return decoded;
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using footnote::fuzz::Check;
  const footnote::fuzz::CutInput input = footnote::fuzz::CutByFirstByte(data, size);
  const auto whole = footnote::fuzz::Decode({input.whole});
  const auto cut = footnote::fuzz::Decode(input.pieces);
  Check(whole.events == cut.events, "cuts change no event");
  Check(whole.end == cut.end, "cuts change no end");
  const bool broken = whole.end == footnote::messages::SseDecoder::Result::kBroken;
  Check(broken || whole.broke_off == cut.broke_off, "cuts leave the same behind");
  return 0;
}
