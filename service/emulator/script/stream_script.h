// SPDX-License-Identifier: Apache-2.0
// The keys of a script that specify the events of a stream. They do not apply to replies that are
// not streams and to bodies that the script specifies.
//
// Order and sizes, on which clients must not depend:
//   citation_order=O   after (the text of the block, default), before or alternate
//   interleave=B       true: two blocks at a time are open, and their deltas alternate
//   delta_chars=N      text deltas of N code points instead of a few words
//   thinking=T         see script.h; signature_first: the signature comes before the text
//   message_deltas=N   N message_delta events with cumulative usage; the last has the stop reason
//   usage=U            provisional (default): message_start has the usage of the input and a
//                      provisional count of output tokens; zeros_first: only message_delta has it
//
// Events that servers and gateways add or omit. Counts of events include those that other keys add:
//   message_starts=N   message_start N times
//   early_message_delta=true    a message_delta without a stop reason before the first block
//   unknown=L          any of event, delta, field, separated by ',': adds some with unknown names
//   pings=N            N pings after message_start
//   ping_every=N       a ping after each N-th event
//   message_stop=M     sent (default), missing, or truncated: the stream ends inside its frame
//   error_after=N      ends the stream with an error event after N events, or after the last one if
//                      there are fewer; it has error_type (default overloaded_error), message and
//                      error_code
//   error_shape=L      any of unnamed (no `event:` line), untyped (no top-level type), null_details
//                      and request_id, separated by ','
//
// The format of the frames:
//   line_end=E         lf (default), crlf or cr
//   colon_space=B      false: no space after the colons
//   bom=true           a byte order mark at the start
//   event_names=B      false: no `event:` lines
//   data_lines=N       the JSON in N `data:` lines, or fewer if it has not enough positions for
//                      line breaks
//   ids=true           an `id:` line in each event
//   retry_field=N      a `retry:` line in the first event
//   comments=L         comments: any of between (events) and inside (events), separated by ','
//   padding=B          false: no spaces before the last brace
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_STREAM_SCRIPT_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_STREAM_SCRIPT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "service/emulator/reply/reply_events.h"
#include "service/emulator/script/script_values.h"
#include "service/emulator/stream/event_faults.h"
#include "service/emulator/stream/sse_frame.h"

namespace footnote::emulator {

struct StreamScript {
  EventOptions events;
  EventFaults faults;
  FrameOptions frames;
};

// Returns the names of these keys, separated by ", ", without `thinking`.
std::string StreamKeys();

// Applies `pair` to `script`. Returns InvalidArgument if the value is malformed, and nullopt if the
// key is not one of these.
std::optional<absl::Status> ApplyStreamKey(const ScriptPair& pair, StreamScript* script);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_STREAM_SCRIPT_H_
