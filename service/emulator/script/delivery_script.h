// SPDX-License-Identifier: Apache-2.0
// The keys of a script that specify the timing of a body and where it stops. They apply to all
// replies; a body that is not a stream is one event. Delays are in milliseconds, at most 600000.
//
//   body_delay_ms=N    delay between the headers and the first byte of the body
//   event_ms=N         delay before each event except the first
//   event_step=N       with event_ms: only before every N-th event
//   pause_ms=N         one more delay,
//   pause_after=N      after N events; before the end of the stream if there are fewer events
//   ping_ms=N          a ping every N ms during a delay between two events
//   writes=W           event (default): one write per event; all: one write for all events without
//                      a delay between them; inside: like all, but split inside each multi-byte
//                      character; or a number of bytes: like all, but split into writes of this
//                      size
//   write_ms=N         delay between two writes that have no other delay
//   cut_after=N        stop after N bytes of the body
//   cut_events=N       stop after N events, without the pings of ping_ms
//   cut=C              how the body stops: close (default) the connection, reset it, or end: the
//                      body is truncated and ends normally
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_DELIVERY_SCRIPT_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_DELIVERY_SCRIPT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "service/emulator/script/script_values.h"
#include "service/emulator/stream/delivery.h"

namespace footnote::emulator {

// Returns the names of these keys, separated by ", ".
std::string DeliveryKeys();

// Applies `pair` to `delivery`. Returns InvalidArgument if the value is malformed, and nullopt if
// the key is not one of these.
std::optional<absl::Status> ApplyDeliveryKey(const ScriptPair& pair, Delivery* delivery);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_DELIVERY_SCRIPT_H_
