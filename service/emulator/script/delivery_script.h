// SPDX-License-Identifier: Apache-2.0
// The keys of a script that say when the bytes of a body go out and where they stop. Any reply
// heeds them; one that is no stream is a single event. Waits are in milliseconds, at most 600000.
//
//   body_delay_ms=N    between the headers and the first byte of the body
//   event_ms=N         before each event but the first
//   event_step=N       with event_ms: before every N-th event only
//   pause_ms=N         one pause,
//   pause_after=N      after N events; past the end it comes before the stream's end
//   ping_ms=N          a ping every N ms while the stream waits between two events
//   writes=W           event (default): each event by itself; all: whatever is ready in one write;
//                      inside: cut inside each character of more than one byte; or a number of
//                      bytes
//   write_ms=N         between two writes that have no other delay
//   cut_after=N        stop after N bytes of the body
//   cut_events=N       stop after N events, not counting pings of ping_ms
//   cut=C              how it stops: close (default) the connection, reset it, or end the body as
//   if
//                      it were no longer
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_DELIVERY_SCRIPT_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_DELIVERY_SCRIPT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "service/emulator/script/script_values.h"
#include "service/emulator/stream/delivery.h"

namespace footnote::emulator {

// The names of the keys above, with ", " between.
std::string DeliveryKeys();

// Notes what `pair` says, and fails if its value is malformed; nullopt if its key is none of these.
std::optional<absl::Status> ApplyDeliveryKey(const ScriptPair& pair, Delivery* delivery);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_DELIVERY_SCRIPT_H_
