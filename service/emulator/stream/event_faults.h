// SPDX-License-Identifier: Apache-2.0
// Faults in the events of a stream, as servers and gateways have shown them.
#ifndef FOOTNOTE_SERVICE_EMULATOR_STREAM_EVENT_FAULTS_H_
#define FOOTNOTE_SERVICE_EMULATOR_STREAM_EVENT_FAULTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/reply/reply_events.h"

namespace footnote::emulator {

// The event that ends a stream which went wrong. By default it has the API's shape.
struct ErrorEvent {
  std::string type = "overloaded_error";
  std::string message = "Overloaded";
  std::string error_code;     // in `details`; empty: no details
  bool unnamed = false;       // no `event:` line
  bool untyped = false;       // no `type` beside `error`
  bool null_details = false;  // `"details":null`, unless there is an error_code
  bool request_id = false;    // a `request_id` beside `error`
};

struct EventFaults {
  // How often message_start comes.
  size_t message_starts = 1;
  // A message_delta comes before the first block, without a stop reason.
  bool early_message_delta = false;
  // An event of no known name before the first block and before message_delta; a delta of no known
  // type first thing in each block; a field of no known name in each event.
  bool unknown_events = false;
  bool unknown_deltas = false;
  bool unknown_fields = false;
  // So many pings after message_start, and one after each `ping_every` events; 0 for none.
  size_t pings = 0;
  size_t ping_every = 0;
  enum class MessageStop { kSent, kMissing, kTruncated };
  MessageStop message_stop = MessageStop::kSent;
  // The stream ends after so many events, all the above counted, with `error` as the last.
  std::optional<size_t> error_after;
  ErrorEvent error;
};

// `events` is a whole stream, as EventsOf gives it.
std::vector<ServerEvent> ApplyFaults(const EventFaults& faults, std::string_view request_id,
                                     std::vector<ServerEvent> events);

ServerEvent PingEvent();

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_STREAM_EVENT_FAULTS_H_
