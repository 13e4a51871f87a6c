// SPDX-License-Identifier: Apache-2.0
// Faults in the events of a stream that occur in servers and gateways.
#ifndef FOOTNOTE_SERVICE_EMULATOR_STREAM_EVENT_FAULTS_H_
#define FOOTNOTE_SERVICE_EMULATOR_STREAM_EVENT_FAULTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/reply/reply_events.h"

namespace footnote::emulator {

// The error event that ends a stream. By default, it has the format of the API.
struct ErrorEvent {
  std::string type = "overloaded_error";
  std::string message = "Overloaded";
  std::string error_code;     // details.error_code; empty for no details
  bool unnamed = false;       // omits the `event:` line
  bool untyped = false;       // omits the top-level `type`
  bool null_details = false;  // `"details":null` if error_code is empty
  bool request_id = false;    // adds a top-level `request_id`
};

struct EventFaults {
  // The number of message_start events.
  size_t message_starts = 1;
  // Adds a message_delta without a stop reason before the first block.
  bool early_message_delta = false;
  // Add an event with an unknown name before the first block and after the last one; a delta with
  // an unknown type at the start of each block; a field with an unknown name to each event.
  bool unknown_events = false;
  bool unknown_deltas = false;
  bool unknown_fields = false;
  // The number of pings after message_start, and the number of events after which a ping follows;
  // 0 for no pings.
  size_t pings = 0;
  size_t ping_every = 0;
  enum class MessageStop { kSent, kMissing, kTruncated };
  MessageStop message_stop = MessageStop::kSent;
  // Ends the stream with `error` after this number of events, which includes those that other
  // faults add.
  std::optional<size_t> error_after;
  ErrorEvent error;
};

// Returns `events`, which must be a complete stream from EventsOf, with the faults.
std::vector<ServerEvent> ApplyFaults(const EventFaults& faults, std::string_view request_id,
                                     std::vector<ServerEvent> events);

// Returns the ping event of the API.
ServerEvent PingEvent();

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_STREAM_EVENT_FAULTS_H_
