// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/stream_reader.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"
#include "tests/messages/collect_parts.h"
#include "tests/messages/fixture.h"

namespace footnote::messages {
namespace {

using End = StreamReader::End;

constexpr absl::string_view kStart =
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\"}}\n\n";
constexpr absl::string_view kReason =
    "event: message_delta\ndata: {\"type\":\"message_delta\","
    "\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n";
constexpr absl::string_view kStop = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
constexpr absl::string_view kPing = "event: ping\ndata: {\"type\": \"ping\"}\n\n";
constexpr absl::string_view kError =
    "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n";

struct Outcome {
  absl::Status status;
  size_t events = 0;
  bool stopped = false;
  bool began = false;
  End end = End::kEarly;
};

Outcome ReadAll(absl::string_view text) {
  StreamReader reader;
  std::vector<StreamEvent> events;
  Outcome outcome;
  outcome.status = reader.Read(text, &events);
  outcome.events = events.size();
  outcome.stopped = reader.stopped();
  outcome.began = reader.began();
  outcome.end = reader.AtEnd();
  return outcome;
}

TEST(StreamReaderTest, TheEndDependsOnTheReceivedEvents) {  // B13 B17 B20
  const struct {
    const char* name;
    std::string text;
    End end;
    bool began;
    size_t events;
  } cases[] = {
      {"nothing", "", End::kEarly, false, 0},
      {"pings and comments", absl::StrCat(": hello\n\n", kPing, "\n\n", kPing), End::kEarly, false,
       2},
      {"a partial start", std::string(kStart.substr(0, kStart.size() - 1)), End::kEarly, false, 0},
      {"a start", std::string(kStart), End::kEarly, true, 1},
      {"no stop", absl::StrCat(kStart, kReason), End::kTruncated, true, 2},
      {"a partial stop", absl::StrCat(kStart, kReason, kStop.substr(0, kStop.size() - 1)),
       End::kTruncated, true, 2},
      {"a stop", absl::StrCat(kStart, kReason, kStop), End::kComplete, true, 3},
      {"an error", std::string(kError), End::kError, true, 1},
      {"an error after the reason", absl::StrCat(kStart, kReason, kError), End::kError, true, 3},
      {"no reason", absl::StrCat(kStart, "data: {\"type\":\"message_delta\",\"delta\":{}}\n\n"),
       End::kEarly, true, 2},
  };
  for (const auto& test : cases) {
    const Outcome outcome = ReadAll(test.text);
    EXPECT_TRUE(outcome.status.ok()) << test.name;
    EXPECT_EQ(outcome.end, test.end) << test.name;
    EXPECT_EQ(outcome.began, test.began) << test.name;
    EXPECT_EQ(outcome.events, test.events) << test.name;
    EXPECT_EQ(outcome.stopped, test.end == End::kComplete) << test.name;
  }
}

TEST(StreamReaderTest, DataAfterTheEndIsIgnored) {
  for (const absl::string_view last : {kStop, kError}) {
    const Outcome outcome = ReadAll(absl::StrCat(kStart, last, "data: [DONE]\n\n", kStart));
    EXPECT_TRUE(outcome.status.ok());
    EXPECT_EQ(outcome.events, 2);
  }
}

TEST(StreamReaderTest, EventsWithoutDataAreIgnored) {
  EXPECT_EQ(ReadAll(absl::StrCat("event: message_start\ndata:\n\n", kStart)).events, 1);
}

TEST(StreamReaderTest, DataThatIsNotAnEventStreamFailsPermanentlyWithoutQuotingIt) {
  StreamReader reader;
  std::vector<StreamEvent> events;
  const absl::Status status =
      reader.Read(absl::StrCat(kStart, "data: <html>canary\n\n", kStop), &events);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(absl::StrContains(status.message(), "canary"));
  EXPECT_EQ(events.size(), 1);
  EXPECT_EQ(reader.Read(kStop, &events), status);
  EXPECT_EQ(events.size(), 1);
  EXPECT_TRUE(reader.began());

  const std::string endless(SseDecoder::kDefaultMaxEventBytes + 1, 'x');
  EXPECT_EQ(ReadAll(endless).status.code(), absl::StatusCode::kInvalidArgument);
}

class StreamFixtureTest : public testing::TestWithParam<const char*> {
 protected:
  static std::string Described(const absl::StatusOr<CollectedParts>& parts) {
    EXPECT_TRUE(parts.ok()) << parts.status();
    return parts.ok() ? Describe(parts->message) : "";
  }

  const std::string sse_ = ReadFixture(absl::StrCat(GetParam(), ".sse"));
};

TEST_P(StreamFixtureTest, AStreamGivesTheSameMessageAsTheBody) {  // B01 B06
  const absl::StatusOr<Message> body = ParseMessage(ReadFixture(absl::StrCat(GetParam(), ".json")));
  ASSERT_TRUE(body.ok()) << body.status();
  EXPECT_EQ(Described(CollectStream(sse_)), Describe(*body));
}

TEST_P(StreamFixtureTest, PiecesOfAnySizeAndAnyLineEndGiveTheSameMessage) {  // B07 B11
  const std::string expected = Described(CollectStream(sse_));
  for (const std::string& text :
       {sse_, absl::StrReplaceAll(sse_, {{"\n", "\r\n"}}),
        absl::StrReplaceAll(sse_, {{"\n", "\r"}}),
        absl::StrReplaceAll(sse_, {{"\ndata: ", "\ndata:"}, {"event: ", "event:"}})}) {
    for (size_t piece = 1; piece < 40; ++piece) {
      ASSERT_EQ(Described(CollectStream(text, piece)), expected) << piece;
    }
  }
}

TEST_P(StreamFixtureTest, ATruncatedStreamIsNeverComplete) {  // B13
  const size_t reason = sse_.find("event: message_delta");
  StreamReader reader;
  std::vector<StreamEvent> events;
  for (size_t size = 0; size < sse_.size(); ++size) {
    ASSERT_NE(reader.AtEnd(), End::kComplete) << size;
    ASSERT_TRUE(reader.AtEnd() == End::kEarly || size > reason) << size;
    ASSERT_TRUE(reader.Read(absl::string_view(sse_).substr(size, 1), &events).ok()) << size;
  }
  EXPECT_EQ(reader.AtEnd(), End::kComplete);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, StreamFixtureTest,
                         testing::Values("reply_short", "reply_tool_use", "reply_every_kind",
                                         "documented_reply_both_methods",
                                         "documented_reply_top_level"));

TEST(StreamReaderTest, EverySplitOfAShortStreamGivesTheSameEvents) {  // B11 B43
  const std::string sse = ReadFixture("reply_short.sse");
  const absl::string_view view = sse;
  std::vector<StreamEvent> complete;
  ASSERT_TRUE(StreamReader().Read(view, &complete).ok());
  for (size_t split = 0; split <= view.size(); ++split) {
    StreamReader reader;
    std::vector<StreamEvent> events;
    ASSERT_TRUE(reader.Read(view.substr(0, split), &events).ok());
    ASSERT_TRUE(reader.Read(view.substr(split), &events).ok());
    ASSERT_EQ(events.size(), complete.size()) << split;
    for (size_t i = 0; i < events.size(); ++i) {
      ASSERT_EQ(events[i].index(), complete[i].index()) << split;
      if (const auto* text = std::get_if<TextDelta>(&events[i])) {
        ASSERT_EQ(text->text, std::get<TextDelta>(complete[i]).text) << split;
      }
    }
  }
}

}  // namespace
}  // namespace footnote::messages
