// SPDX-License-Identifier: Apache-2.0
// Events as bytes: server-sent events, in the API's form and in the others that the format permits.
#ifndef FOOTNOTE_SERVICE_EMULATOR_STREAM_SSE_FRAME_H_
#define FOOTNOTE_SERVICE_EMULATOR_STREAM_SSE_FRAME_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/reply/reply_events.h"

namespace footnote::emulator {

struct FrameOptions {
  std::string_view line_end = "\n";
  bool space_after_colon = true;
  bool byte_order_mark = false;
  // `event:` lines; without them the name stands in the JSON alone.
  bool event_names = true;
  // How many `data:` lines the JSON is split over, as far as it has places outside of strings.
  size_t data_lines = 1;
  // An `id:` line in each event, numbered from 1, and a `retry:` line in the first.
  bool ids = false;
  std::optional<size_t> retry_ms;
  // Comment lines: a block of its own before each event, and a line inside each event.
  bool comments_between = false;
  bool comments_inside = false;
  // Spaces before the last brace of the JSON, by which the API hides how long texts are.
  bool padding = true;
};

// A body that is a list of events.
struct FramedBody {
  std::string bytes;
  // Where each event ends, with what belongs to it such as comments before it.
  std::vector<size_t> ends;
};

// How many spaces an event gets depends on `seed` and its place.
FramedBody FrameEvents(const std::vector<ServerEvent>& events, const FrameOptions& options,
                       uint64_t seed);

// Where the events of a body of any origin end: after each blank line, and at its end.
std::vector<size_t> EventEndsOf(std::string_view body);

// Whether `body` begins like a stream of events.
bool LooksLikeEvents(std::string_view body);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_STREAM_SSE_FRAME_H_
