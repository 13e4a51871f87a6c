// SPDX-License-Identifier: Apache-2.0
// Serialization of events as server-sent events, in the form of the API and in other forms that the
// format permits.
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
  // Writes `event:` lines. Without them, only the JSON has the name.
  bool event_names = true;
  // The number of `data:` lines of an event. There are fewer if the JSON has not enough positions
  // for line breaks outside of strings.
  size_t data_lines = 1;
  // Writes an `id:` line in each event, counted from 1, and a `retry:` line in the first event.
  bool ids = false;
  std::optional<size_t> retry_ms;
  // Writes a separate comment block before each event, and a comment line inside each event.
  bool comments_between = false;
  bool comments_inside = false;
  // Writes spaces before the last brace of the JSON. The API does it to conceal the length of
  // texts.
  bool padding = true;
};

// The bytes of events.
struct FramedBody {
  std::string bytes;
  // The offset after each event, in bytes. Comments before an event belong to it.
  std::vector<size_t> ends;
};

// Serializes `events`. The number of padding spaces depends on `seed` and the index of the event.
FramedBody FrameEvents(const std::vector<ServerEvent>& events, const FrameOptions& options,
                       uint64_t seed);

// Returns the offsets after the events of any body, in bytes: after each blank line that follows
// other lines, and at the end of the body.
std::vector<size_t> FindEventEnds(std::string_view body);

// Returns true if `body` begins with a field or a comment of an event stream.
bool LooksLikeEvents(std::string_view body);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_STREAM_SSE_FRAME_H_
