// SPDX-License-Identifier: Apache-2.0
// The deliveries of upstream_stub. The model of a request selects one, since Footnote forwards it
// unchanged. Other models get a complete JSON message.
#ifndef FOOTNOTE_BENCH_DELIVERY_H_
#define FOOTNOTE_BENCH_DELIVERY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::bench {

// The stream of stream_payload.h in one write, or in one write for each event.
inline constexpr char kAtOnce[] = "stream-at-once";
inline constexpr char kEventByEvent[] = "stream-event-by-event";
// The same with a pause after each event, so that no two are read together. The stub does nothing
// else meanwhile.
inline constexpr char kOneAtATime[] = "stream-one-at-a-time";
// Endless text, as fast as it is read.
inline constexpr char kEndless[] = "stream-endless";

// One block of text deltas, each of which is a time stamp, sent at regular intervals.
struct Pace {
  int deltas_per_second = 1;
  int deltas = 1;
};
std::string PacedModel(const Pace& pace);
std::optional<Pace> PaceOf(absl::string_view model);

// A stamp is a text with the time at which it was sent: `@` and the nanoseconds of a clock that all
// processes of the machine share, with a fixed length.
inline constexpr int kStampBytes = 20;
int64_t StampClock();
std::string Stamp(int64_t time);

// Returns the ages, in microseconds, of the stamps in `text` at the time `now`.
void AppendStampAges(absl::string_view text, int64_t now, std::vector<double>* ages);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_DELIVERY_H_
