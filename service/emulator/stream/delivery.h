// SPDX-License-Identifier: Apache-2.0
// The timing and the writes of a body, and the position where it stops.
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

// Events are those of the body, without the pings that `ping_interval` adds. A body that is not a
// stream is one event.
struct Delivery {
  // The delay between the headers and the first byte of the body.
  std::chrono::milliseconds body_delay{0};
  // The delay before every `event_step`-th event, except the first.
  std::chrono::milliseconds event_delay{0};
  size_t event_step = 1;
  // The delay after `pause_after` events, or at the end if there are fewer.
  std::chrono::milliseconds pause{0};
  size_t pause_after = 0;
  // The interval of pings during a delay between two events; 0 for no pings. At most 100,000 pings
  // are sent.
  std::chrono::milliseconds ping_interval{0};

  enum class Writes {
    kEvents,  // one write per event
    kAll,     // one write for all events that have no delay between them
    kInside,  // like kAll, but split after the first byte of each multi-byte character
    kBytes,   // like kAll, but split into writes of `write_size` bytes
  };
  Writes writes = Writes::kEvents;
  size_t write_size = 0;
  // The delay between two writes that have no other delay.
  std::chrono::milliseconds write_delay{0};

  // Stops after this number of bytes or events. At most one is set.
  std::optional<size_t> cut_after;
  std::optional<size_t> cut_events;
  // kEnd: the body is truncated and ends normally. Otherwise the connection is closed or reset.
  enum class Cut { kClose, kReset, kEnd };
  Cut cut = Cut::kClose;
};

// Sets the body, pieces, delays and cut of `reply`. `event_ends` has the offset after each event of
// `body`, in bytes; the last one must be the size of `body`. `ping` has the bytes of a ping; empty
// for a body without pings. Returns the offsets after the events of the body that is sent, with
// pings.
std::vector<size_t> Deliver(std::shared_ptr<const std::string> body,
                            const std::vector<size_t>& event_ends, std::string_view ping,
                            const Delivery& delivery, HttpReply* reply);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_STREAM_DELIVERY_H_
