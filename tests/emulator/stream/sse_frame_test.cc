// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/stream/sse_frame.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/emulator/joined_stream.h"

namespace footnote::emulator {
namespace {

ServerEvent Event(const std::string& name, const std::string& data) {
  ServerEvent event;
  event.name = name;
  event.data = data;
  return event;
}

FrameOptions Unpadded() {
  FrameOptions options;
  options.padding = false;
  return options;
}

struct FormCase {
  std::string name;
  void (*change)(FrameOptions* options);
  std::string bytes;
};

TEST(SseFrameTest, OptionsDetermineTheBytes) {
  const std::vector<ServerEvent> events = {Event("ping", R"({"a":{}})"), Event("", R"({"b":1})")};
  const FormCase cases[] = {
      {"default", [](FrameOptions*) {},
       "event: ping\ndata: {\"a\":{}}\n\n"
       "data: {\"b\":1}\n\n"},
      {"crlf", [](FrameOptions* options) { options->line_end = "\r\n"; },
       "event: ping\r\ndata: {\"a\":{}}\r\n\r\n"
       "data: {\"b\":1}\r\n\r\n"},
      {"cr", [](FrameOptions* options) { options->line_end = "\r"; },
       "event: ping\rdata: {\"a\":{}}\r\r"
       "data: {\"b\":1}\r\r"},
      {"no space", [](FrameOptions* options) { options->space_after_colon = false; },
       "event:ping\ndata:{\"a\":{}}\n\n"
       "data:{\"b\":1}\n\n"},
      {"byte order mark", [](FrameOptions* options) { options->byte_order_mark = true; },
       "\xEF\xBB\xBF"
       "event: ping\ndata: {\"a\":{}}\n\n"
       "data: {\"b\":1}\n\n"},
      {"no names", [](FrameOptions* options) { options->event_names = false; },
       "data: {\"a\":{}}\n\n"
       "data: {\"b\":1}\n\n"},
      {"two data lines", [](FrameOptions* options) { options->data_lines = 2; },
       "event: ping\ndata: {\"a\":{\ndata: }}\n\n"
       "data: {\"b\":\ndata: 1}\n\n"},
      {"at most as many data lines as line break positions",
       [](FrameOptions* options) { options->data_lines = 99; },
       "event: ping\ndata: {\ndata: \"a\":\ndata: {\ndata: }\ndata: }\n\n"
       "data: {\ndata: \"b\":\ndata: 1}\n\n"},
      {"ids and retry",
       [](FrameOptions* options) {
         options->ids = true;
         options->retry_ms = 3000;
       },
       "event: ping\nid: 1\nretry: 3000\ndata: {\"a\":{}}\n\n"
       "id: 2\ndata: {\"b\":1}\n\n"},
      {"comments between", [](FrameOptions* options) { options->comments_between = true; },
       ": keep-alive\n\nevent: ping\ndata: {\"a\":{}}\n\n"
       ": keep-alive\n\ndata: {\"b\":1}\n\n"},
      {"comments inside", [](FrameOptions* options) { options->comments_inside = true; },
       "event: ping\n: between two lines of an event\ndata: {\"a\":{}}\n\n"
       ": between two lines of an event\ndata: {\"b\":1}\n\n"},
  };
  for (const FormCase& form : cases) {
    FrameOptions options = Unpadded();
    form.change(&options);
    const FramedBody body = FrameEvents(events, options, 0);
    EXPECT_EQ(body.bytes, form.bytes) << form.name;
    ASSERT_EQ(body.ends.size(), 2u) << form.name;
    EXPECT_EQ(body.ends[1], body.bytes.size()) << form.name;
  }
}

TEST(SseFrameTest, PaddingBeforeTheLastBraceDependsOnTheSeed) {
  const std::vector<ServerEvent> events(20, Event("e", R"({"a":"}"})"));
  const std::string padded = FrameEvents(events, {}, 1).bytes;
  EXPECT_EQ(padded, FrameEvents(events, {}, 1).bytes);
  EXPECT_NE(padded, FrameEvents(events, {}, 2).bytes);
  bool differ = false;
  for (const ReadEvent& event : ReadEvents(padded)) {
    ASSERT_EQ(event.data.substr(0, 8), R"({"a":"}")");
    ASSERT_EQ(event.data.find_first_not_of(' ', 8), event.data.size() - 1);
    differ = differ || event.data.size() != ReadEvents(padded)[0].data.size();
  }
  EXPECT_TRUE(differ);
}

TEST(SseFrameTest, DataLinesDoNotSplitStrings) {
  const std::string data = R"({"a":"x, y: {z} [\"\\","b":["\\\"",{"c":"年,"}]})";
  for (size_t lines = 1; lines < 20; ++lines) {
    FrameOptions options = Unpadded();
    options.data_lines = lines;
    const std::vector<ReadEvent> events =
        ReadEvents(FrameEvents({Event("e", data)}, options, 0).bytes);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(nlohmann::json::parse(events[0].data), nlohmann::json::parse(data));
  }
}

TEST(SseFrameTest, TruncatedEventEndsInsideItsFrame) {
  ServerEvent last = Event("message_stop", R"({"type":"message_stop"})");
  last.truncated = true;
  const FramedBody body = FrameEvents({Event("ping", "{}"), last}, Unpadded(), 0);
  EXPECT_EQ(body.bytes,
            "event: ping\ndata: {}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"");
  EXPECT_EQ(ReadEvents(body.bytes).size(), 1u);
}

TEST(SseFrameTest, FindsTheEndsOfEventsOfAnyBody) {
  const std::vector<std::pair<std::string, std::vector<size_t>>> cases = {
      {"", {0}},
      {"data: 1\n\ndata: 2\n\n", {9, 18}},
      {"data: 1\r\n\r\ndata: 2\r\n\r\n", {11, 22}},
      {"data: 1\r\rdata: 2\r\r", {9, 18}},
      {"data: 1\n\n\n\ndata: 2\n\n", {9, 20}},
      {"data: 1\n\ndata: 2", {9, 16}},
      {"\n\ndata: 1\n\n", {11}},
  };
  for (const auto& [body, ends] : cases) EXPECT_EQ(FindEventEnds(body), ends) << body;
}

TEST(SseFrameTest, RecognizesAStreamByItsFirstField) {
  for (const char* body :
       {"event: x", "data: {}", ": hi", "id: 1", "retry: 1", "\xEF\xBB\xBF: a"}) {
    EXPECT_TRUE(LooksLikeEvents(body)) << body;
  }
  for (const char* body : {"", "{\"data\":1}", "<html>", " event: x", "\xEF\xBB"}) {
    EXPECT_FALSE(LooksLikeEvents(body)) << body;
  }
}

}  // namespace
}  // namespace footnote::emulator
