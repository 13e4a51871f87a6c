// SPDX-License-Identifier: Apache-2.0
// When the bytes of a body go out, in which writes, and where they stop.
#ifndef FOOTNOTE_SERVICE_EMULATOR_STREAM_DELIVERY_H_
#define FOOTNOTE_SERVICE_EMULATOR_STREAM_DELIVERY_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// Events are counted as the body brings them, without the pings that `ping_interval` adds. A body
// that is no stream is one event.
struct Delivery {
  // Between the headers and the first byte of the body.
  std::chrono::milliseconds body_delay{0};
  // Before every `event_step`-th event but the first.
  std::chrono::milliseconds event_delay{0};
  size_t event_step = 1;
  // After `pause_after` events, or at the end if there are no more.
  std::chrono::milliseconds pause{0};
  size_t pause_after = 0;
  // A ping so often while the stream waits between two events, at most 100,000 in all; 0 for none.
  std::chrono::milliseconds ping_interval{0};

  enum class Writes {
    kEvents,  // each event by itself
    kAll,     // whatever is ready in one write
    kInside,  // a new write inside each character of more than one byte
    kBytes,   // `write_size` bytes each
  };
  Writes writes = Writes::kEvents;
  size_t write_size = 0;
  // Between two writes that have no other delay.
  std::chrono::milliseconds write_delay{0};

  // Stop after so many bytes or events. Never both.
  std::optional<size_t> cut_after;
  std::optional<size_t> cut_events;
  enum class Cut { kClose, kReset, kEnd };  // kEnd: as if the body were no longer
  Cut cut = Cut::kClose;
};

// Sets the body of `reply`, its pieces, delays and cut. `event_ends` says where the events of
// `body` end, the last one at its end; `ping` is the bytes of a ping, empty for a body that takes
// none. Gives where the events end in the body as it goes out, pings included.
std::vector<size_t> Deliver(std::shared_ptr<const std::string> body,
                            const std::vector<size_t>& event_ends, std::string_view ping,
                            const Delivery& delivery, HttpReply* reply);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_STREAM_DELIVERY_H_
