// SPDX-License-Identifier: Apache-2.0
// A reply as the events that the API streams.
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
  std::string name;  // "content_block_delta"; empty: the event comes without its name
  std::string data;  // a JSON object
  // The index of the content block that it is about.
  std::optional<size_t> block;
  // The stream ends inside it: before the last brace of its data.
  bool truncated = false;
};

// Orders and sizes, all of which the API permits and none of which changes the message.
struct EventOptions {
  enum class CitationOrder { kAfterText, kBeforeText, kAlternating };
  CitationOrder citation_order = CitationOrder::kAfterText;
  // A thinking block's signature comes before its text.
  bool signature_first = false;
  // Two blocks at a time are open, and their deltas alternate.
  bool interleave = false;
  // Code points of a text delta; 0: a few words each.
  size_t delta_chars = 0;
  // How many message_delta events there are. Usage in all of them is cumulative, and only the last
  // has the stop reason.
  size_t message_deltas = 1;
  // The usage of message_start is all zeros; only message_delta has the figures.
  bool zeros_first = false;
};

// The events of a stream whose deltas add up to exactly `reply`, from message_start to
// message_stop, with one ping after the first content_block_start. Sizes of deltas and the
// provisional count of output tokens depend on `seed`.
std::vector<ServerEvent> EventsOf(const Reply& reply, const EventOptions& options, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REPLY_REPLY_EVENTS_H_
