// SPDX-License-Identifier: Apache-2.0
// The keys of a script that say how a stream looks. A reply that is no stream does not heed them,
// nor does a body that the script itself brings.
//
// Order and sizes, of which a client must not depend on any:
//   citation_order=O   after (the text of the block, default), before or alternate
//   interleave=B       true: two blocks at a time are open, and their deltas alternate
//   delta_chars=N      text deltas of N code points, in place of a few words
//   thinking=T         see script.h; signature_first puts the signature before the text
//   message_deltas=N   N message_delta events with cumulative usage; the last has the stop reason
//   usage=zeros_first  the usage of message_start is zeros; message_delta has the figures
//
// What servers and gateways add or leave out. Events are counted as the stream brings them:
//   message_starts=N   message_start N times
//   early_message_delta=true    a message_delta without a stop reason before the first block
//   unknown=L          any of event, delta, field, with ',' between: such of no known name
//   pings=N            N pings after message_start
//   ping_every=N       a ping after each N-th event
//   message_stop=M     sent (default), missing, or truncated: the stream ends inside its frame
//   error_after=N      after N events an error event with error_type (default overloaded_error),
//                      message and error_code, and the end; N past the end is after the last
//   error_shape=L      any of unnamed (no `event:` line), untyped (no top-level type), null_details
//                      and request_id, with ',' between
//
// The form of the frames:
//   line_end=E         lf (default), crlf or cr
//   colon_space=B      false: no space after the colons
//   bom=true           a byte order mark first
//   event_names=B      false: no `event:` lines
//   data_lines=N       the JSON over N `data:` lines, as far as it has places for line ends
//   ids=true           an `id:` line in each event
//   retry_field=N      a `retry:` line in the first event
//   comments=L         any of between (the events) and inside (them), with ',' between
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

// The names of the keys above, with ", " between, but for those that other replies heed too.
std::string StreamKeys();

// Notes what `pair` says, and fails if its value is malformed; nullopt if its key is none of these.
std::optional<absl::Status> ApplyStreamKey(const ScriptPair& pair, StreamScript* script);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_STREAM_SCRIPT_H_
