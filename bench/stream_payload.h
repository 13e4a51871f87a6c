// SPDX-License-Identifier: Apache-2.0
// The conversation of payload.h with a streamed reply: 201 events, 35 KB, with 162 text deltas and
// 24 citations in 6 blocks; and other streams.
#ifndef FOOTNOTE_BENCH_STREAM_PAYLOAD_H_
#define FOOTNOTE_BENCH_STREAM_PAYLOAD_H_

#include <string>
#include <vector>

#include "bench/payload.h"

namespace footnote::bench {

inline constexpr int kStreamEvents = 201;

// Returns the stream, one element for each event with its empty line. The blocks are as long as
// those of a real answer, and every citation is exact.
std::vector<std::string> StreamEventsFor(const Payload& payload);

// Returns a stream of one block with this many text deltas and a tenth as many citations.
std::vector<std::string> OneBlockEventsFor(const Payload& payload, int deltas);

// The parts of a stream of one block with any text.
std::vector<std::string> OpeningEventsFor(const Payload& payload);
std::string TextEvent(int block, const std::string& text);
std::vector<std::string> ClosingEvents();

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_STREAM_PAYLOAD_H_
