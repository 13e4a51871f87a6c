// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/stream/delivery.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace footnote::emulator {
namespace {

using std::chrono::milliseconds;

// Returns the pieces of a reply with the delays before them, its end delay and its cut: "one
// two|30ms three close@5".
std::string Describe(const HttpReply& reply) {
  std::string description;
  size_t start = 0;
  for (const HttpPiece& piece : reply.pieces) {
    if (start > 0) description.push_back('|');
    if (piece.delay.count() > 0) description.append(std::to_string(piece.delay.count()) + "ms ");
    description.append(reply.body->substr(start, piece.end - start));
    start = piece.end;
  }
  if (reply.end_delay.count() > 0) {
    description.append("|" + std::to_string(reply.end_delay.count()) + "ms end");
  }
  if (reply.cut_after.has_value()) {
    description.append(reply.reset ? " reset@" : " close@")
        .append(std::to_string(*reply.cut_after));
  }
  return description;
}

// Returns a reply with the events "ab", "cd" and "é" (two bytes).
HttpReply DeliverEvents(const Delivery& delivery) {
  HttpReply reply;
  Deliver(std::make_shared<const std::string>("abcdé"), {2, 4, 6}, "P", delivery, &reply);
  return reply;
}

struct DeliveryCase {
  std::string name;
  void (*change)(Delivery* delivery);
  std::string expected;
};

TEST(DeliveryTest, OptionsDetermineThePiecesAndDelays) {
  using Cut = Delivery::Cut;
  using Writes = Delivery::Writes;
  const DeliveryCase cases[] = {
      {"default", [](Delivery*) {}, "ab|cd|é"},
      {"delay before the body", [](Delivery* delivery) { delivery->body_delay = milliseconds(5); },
       "5ms ab|cd|é"},
      {"delay between events", [](Delivery* delivery) { delivery->event_delay = milliseconds(5); },
       "ab|5ms cd|5ms é"},
      {"delay before every second event",
       [](Delivery* delivery) {
         delivery->event_delay = milliseconds(5);
         delivery->event_step = 2;
       },
       "ab|cd|5ms é"},
      {"pause",
       [](Delivery* delivery) {
         delivery->pause = milliseconds(9);
         delivery->pause_after = 1;
       },
       "ab|9ms cd|é"},
      {"pause before the end",
       [](Delivery* delivery) {
         delivery->pause = milliseconds(9);
         delivery->pause_after = 3;
       },
       "ab|cd|é|9ms end"},
      {"pause before the cut",
       [](Delivery* delivery) {
         delivery->pause = milliseconds(9);
         delivery->pause_after = 2;
         delivery->cut_events = 2;
       },
       "ab|cd|9ms end close@4"},
      {"pings during the waits between events",
       [](Delivery* delivery) {
         delivery->body_delay = milliseconds(50);
         delivery->event_delay = milliseconds(25);
         delivery->ping_interval = milliseconds(10);
       },
       "50ms ab|10ms P|10ms P|5ms cd|10ms P|10ms P|5ms é"},
      {"all at once", [](Delivery* delivery) { delivery->writes = Writes::kAll; }, "abcdé"},
      {"all that is ready",
       [](Delivery* delivery) {
         delivery->writes = Writes::kAll;
         delivery->pause = milliseconds(9);
         delivery->pause_after = 2;
       },
       "abcd|9ms é"},
      {"inside characters", [](Delivery* delivery) { delivery->writes = Writes::kInside; },
       "abcd\xC3|\xA9"},
      {"one byte",
       [](Delivery* delivery) {
         delivery->writes = Writes::kBytes;
         delivery->write_size = 1;
       },
       "a|b|c|d|\xC3|\xA9"},
      {"four bytes",
       [](Delivery* delivery) {
         delivery->writes = Writes::kBytes;
         delivery->write_size = 4;
         delivery->write_delay = milliseconds(2);
       },
       "abcd|2ms é"},
      {"cut after bytes", [](Delivery* delivery) { delivery->cut_after = 3; }, "ab|cd|é close@3"},
      {"cut by reset",
       [](Delivery* delivery) {
         delivery->cut_after = 3;
         delivery->cut = Cut::kReset;
       },
       "ab|cd|é reset@3"},
      {"cut before the first event", [](Delivery* delivery) { delivery->cut_events = 0; },
       "abcdé close@0"},
      {"cut after the last event", [](Delivery* delivery) { delivery->cut_events = 3; },
       "ab|cd|é close@6"},
      {"cut past the end", [](Delivery* delivery) { delivery->cut_events = 4; }, "ab|cd|é"},
      {"cut with a normal end",
       [](Delivery* delivery) {
         delivery->cut_after = 3;
         delivery->cut = Cut::kEnd;
       },
       "ab|c"},
      {"cut after events with a normal end",
       [](Delivery* delivery) {
         delivery->cut_events = 2;
         delivery->cut = Cut::kEnd;
         delivery->event_delay = milliseconds(25);
         delivery->ping_interval = milliseconds(20);
       },
       "ab|20ms P|5ms cd"},
  };
  for (const DeliveryCase& delivery_case : cases) {
    Delivery delivery;
    delivery_case.change(&delivery);
    EXPECT_EQ(Describe(DeliverEvents(delivery)), delivery_case.expected) << delivery_case.name;
  }
}

TEST(DeliveryTest, ReturnsTheEndsOfEventsAndPings) {
  Delivery delivery;
  delivery.pause = milliseconds(15);
  delivery.pause_after = 1;
  delivery.ping_interval = milliseconds(10);
  HttpReply reply;
  EXPECT_EQ(Deliver(std::make_shared<const std::string>("abcd"), {2, 4}, "P", delivery, &reply),
            (std::vector<size_t>{2, 3, 5}));
  EXPECT_EQ(*reply.body, "abPcd");
}

TEST(DeliveryTest, EmptyPingAddsNoPings) {
  Delivery delivery;
  delivery.event_delay = milliseconds(50);
  delivery.ping_interval = milliseconds(10);
  HttpReply reply;
  Deliver(std::make_shared<const std::string>("abcd"), {2, 4}, "", delivery, &reply);
  EXPECT_EQ(Describe(reply), "ab|50ms cd");
}

TEST(DeliveryTest, UnchangedBodyIsNotCopied) {
  const auto body = std::make_shared<const std::string>("abcd");
  HttpReply reply;
  Deliver(body, {4}, "", {}, &reply);
  EXPECT_EQ(reply.body, body);
}

}  // namespace
}  // namespace footnote::emulator
