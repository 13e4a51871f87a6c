// SPDX-License-Identifier: Apache-2.0
// Converts a reply to the events that the API streams.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_EVENTS_H_
#define FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/emulator/reply/reply.h"

namespace footnote::emulator {

struct ServerEvent {
  std::string name;  // such as "content_block_delta"; without an `event:` line if empty
  std::string data;  // a JSON object
  // The index of the content block of the event.
  std::optional<size_t> block;
  // If true, the stream ends inside this event, before the last brace of its data.
  bool truncated = false;
};

// Order and sizes of events. The API permits all of them, and they do not change the message.
struct EventOptions {
  enum class CitationOrder { kAfterText, kBeforeText, kAlternating };
  CitationOrder citation_order = CitationOrder::kAfterText;
  // The signature of a thinking block comes before its text.
  bool signature_first = false;
  // Two blocks at a time are open, and their deltas alternate.
  bool interleave = false;
  // The number of code points of each text delta; 0 for one to four words.
  size_t delta_chars = 0;
  // The number of message_delta events. Their usage is cumulative, and only the last has the stop
  // reason.
  size_t message_deltas = 1;
  // All counts in the usage of message_start are 0.
  bool zeros_first = false;
};

// Returns the events of a stream, from message_start to message_stop, with one ping after the first
// content_block_start. The deltas add up to exactly `reply`. Sizes of deltas and the provisional
// count of output tokens depend on `seed`.
std::vector<ServerEvent> EventsOf(const Reply& reply, const EventOptions& options, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_EVENTS_H_
