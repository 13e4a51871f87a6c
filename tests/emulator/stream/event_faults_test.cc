// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/stream/event_faults.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "service/emulator/reply/reply.h"
#include "service/emulator/reply/reply_events.h"

namespace footnote::emulator {
namespace {

// Returns the events of a reply with one block and one delta.
std::vector<ServerEvent> Stream() {
  Reply reply;
  reply.id = "msg_1";
  reply.model = "m";
  reply.content.emplace_back();
  reply.content[0].text = "Hi";
  return EventsOf(reply, {}, 0);
}

// Returns the names of the events, separated by spaces.
std::string NamesOf(const std::vector<ServerEvent>& events) {
  std::string names;
  for (const ServerEvent& event : events) {
    if (!names.empty()) names.push_back(' ');
    names.append(event.name.empty() ? "(unnamed)" : event.name);
  }
  return names;
}

const std::string kHead = "message_start content_block_start ping content_block_delta ";
const std::string kTail = "content_block_stop message_delta message_stop";

struct FaultCase {
  std::string name;
  void (*change)(EventFaults* faults);
  std::string names;
};

TEST(EventFaultsTest, FaultsChangeTheSequenceOfEvents) {
  const FaultCase cases[] = {
      {"none", [](EventFaults*) {}, kHead + kTail},
      {"three message_starts", [](EventFaults* faults) { faults->message_starts = 3; },
       "message_start message_start " + kHead + kTail},
      {"no message_start", [](EventFaults* faults) { faults->message_starts = 0; },
       "content_block_start ping content_block_delta " + kTail},
      {"early message_delta", [](EventFaults* faults) { faults->early_message_delta = true; },
       "message_start message_delta content_block_start ping content_block_delta " + kTail},
      {"unknown events", [](EventFaults* faults) { faults->unknown_events = true; },
       "message_start emulated_unknown_event content_block_start ping content_block_delta "
       "content_block_stop emulated_unknown_event message_delta message_stop"},
      {"unknown deltas", [](EventFaults* faults) { faults->unknown_deltas = true; },
       "message_start content_block_start content_block_delta ping content_block_delta " + kTail},
      {"pings", [](EventFaults* faults) { faults->pings = 2; },
       "message_start ping ping content_block_start ping content_block_delta " + kTail},
      {"a ping after every third event", [](EventFaults* faults) { faults->ping_every = 3; },
       "message_start content_block_start ping ping content_block_delta content_block_stop "
       "message_delta ping message_stop"},
      {"no message_stop",
       [](EventFaults* faults) { faults->message_stop = EventFaults::MessageStop::kMissing; },
       kHead + "content_block_stop message_delta"},
      {"error at once", [](EventFaults* faults) { faults->error_after = 0; }, "error"},
      {"error in the block", [](EventFaults* faults) { faults->error_after = 4; },
       "message_start content_block_start ping content_block_delta error"},
      {"error after all", [](EventFaults* faults) { faults->error_after = 99; },
       kHead + kTail + " error"},
      {"unnamed error",
       [](EventFaults* faults) {
         faults->error_after = 1;
         faults->error.unnamed = true;
       },
       "message_start (unnamed)"},
  };
  for (const FaultCase& fault : cases) {
    EventFaults faults;
    fault.change(&faults);
    EXPECT_EQ(NamesOf(ApplyFaults(faults, "req_1", Stream())), fault.names) << fault.name;
  }
}

struct ErrorCase {
  std::string name;
  void (*change)(ErrorEvent* error);
  std::string data;
};

TEST(EventFaultsTest, ErrorEventHasTheRequestedShape) {
  const ErrorCase cases[] = {
      {"default", [](ErrorEvent*) {},
       R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"},
      {"null details", [](ErrorEvent* error) { error->null_details = true; },
       R"({"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"}})"},
      {"untyped", [](ErrorEvent* error) { error->untyped = true; },
       R"({"error":{"type":"overloaded_error","message":"Overloaded"}})"},
      {"request id", [](ErrorEvent* error) { error->request_id = true; },
       R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"})"},
      {"other text",
       [](ErrorEvent* error) {
         error->type = "api_error";
         error->message = "a \"b\"";
         error->error_code = "c";
         error->null_details = true;
       },
       R"({"type":"error","error":{"details":{"error_code":"c"},"type":"api_error","message":"a \"b\""}})"},
  };
  for (const ErrorCase& shape : cases) {
    EventFaults faults;
    faults.error_after = 0;
    shape.change(&faults.error);
    const std::vector<ServerEvent> events = ApplyFaults(faults, "req_1", Stream());
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].data, shape.data) << shape.name;
  }
}

TEST(EventFaultsTest, UnknownDeltasAndFieldsAreValidJson) {
  EventFaults faults;
  faults.unknown_deltas = true;
  EXPECT_EQ(
      ApplyFaults(faults, "", Stream())[2].data,
      R"({"type":"content_block_delta","index":0,"delta":{"type":"emulated_unknown_delta","value":[1,{"text":"?"}]}})");
  faults = {};
  faults.unknown_fields = true;
  EXPECT_EQ(ApplyFaults(faults, "", Stream()).back().data,
            R"({"emulated_unknown_field":{"numbers":[1,2],"none":null},"type":"message_stop"})");
}

TEST(EventFaultsTest, OnlyTheLastEventIsTruncated) {
  EventFaults faults;
  faults.message_stop = EventFaults::MessageStop::kTruncated;
  const std::vector<ServerEvent> events = ApplyFaults(faults, "", Stream());
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].truncated, i + 1 == events.size()) << i;
  }
}

}  // namespace
}  // namespace footnote::emulator
