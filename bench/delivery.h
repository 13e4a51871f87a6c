// How upstream_stub answers: the model that a request names says it, for that reaches the stub
// through Footnote as it is. Any other model gets a whole message in JSON.
#ifndef FOOTNOTE_BENCH_DELIVERY_H_
#define FOOTNOTE_BENCH_DELIVERY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::bench {

// The stream of stream_payload.h in one write, or in one for each event.
inline constexpr char kAtOnce[] = "stream-at-once";
inline constexpr char kEventByEvent[] = "stream-event-by-event";
// The same with a pause behind each, so that none can be read together with another; the stub does
// nothing else meanwhile.
inline constexpr char kOneAtATime[] = "stream-one-at-a-time";
// Text without an end, as fast as it is taken.
inline constexpr char kEndless[] = "stream-endless";

// One block of text deltas, each of which is a stamp, sent at even times.
struct Pace {
  int deltas_per_second = 1;
  int deltas = 1;
};
std::string PacedModel(const Pace& pace);
std::optional<Pace> PaceOf(absl::string_view model);

// A stamp is a text that says when it was sent: `@` and nanoseconds of a clock that all processes
// of the machine share, always equally long.
inline constexpr int kStampBytes = 20;
int64_t StampClock();
std::string Stamp(int64_t time);

// The ages in microseconds of the stamps in `text` at the time `now`.
void AppendStampAges(absl::string_view text, int64_t now, std::vector<double>* ages);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_DELIVERY_H_
