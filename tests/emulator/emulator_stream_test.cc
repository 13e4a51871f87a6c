// SPDX-License-Identifier: Apache-2.0
// Tests of streams over HTTP: headers, faults, delays and disconnects.
#include <curl/curl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "tests/emulator/emulator_fixture.h"
#include "tests/emulator/joined_stream.h"
#include "tests/emulator/raw_connection.h"

namespace footnote::emulator {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

const std::string kStream =
    R"({"model":"claude-opus-5","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"Hi"}]})";

// Returns a stream that exceeds the buffers of the kernel, and ends with ": end".
std::string LongStream() {
  std::string body;
  while (body.size() < (16u << 20)) body.append("data: ").append(1024, 'x').append("\n\n");
  return body + ": end\n\n";
}

class EmulatorStreamTest : public EmulatorTest {
 protected:
  std::string NamesOf(const std::string& script) {
    std::string names;
    for (const ReadEvent& event : ReadEvents(client_->Post(kStream, script).body)) {
      if (!names.empty()) names.push_back(' ');
      names.append(event.name);
    }
    return names;
  }

  bool AwaitEvents(size_t count) {
    return emulator_->AwaitRequests(
        [count](const std::deque<RecordedRequest>& requests) {
          return !requests.empty() && requests.back().events_written >= count;
        },
        std::chrono::seconds(20));
  }

  RecordedRequest Last() { return emulator_->Requests().back(); }
};

TEST_F(EmulatorStreamTest, StreamHasItsHeadersAndEndsNormally) {
  const Response response = client_->Post(kStream);
  EXPECT_EQ(response.result, CURLE_OK);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "content-type"), "text/event-stream; charset=utf-8");
  EXPECT_EQ(HeaderOf(response, "cache-control"), "no-cache");
  EXPECT_EQ(HeaderOf(response, "Transfer-Encoding"), "chunked");
  EXPECT_EQ(HeaderOf(response, "content-length"), "");
  EXPECT_EQ(HeaderOf(response, "request-id").substr(0, 6), "req_01");
  EXPECT_EQ(client_->Post(kStream).body, response.body);
  EXPECT_EQ(client_->new_connections(), 0);
}

TEST_F(EmulatorStreamTest, EachEventIsOneChunk) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kStream, "x-emulator-script: padding=false\r\n"));
  const std::string reply = connection.ReadUntil("\r\n0\r\n\r\n");
  EXPECT_TRUE(
      Contains(reply, "\r\n33\r\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n\r\n"))
      << reply;
}

TEST_F(EmulatorStreamTest, WritesAllSendsSeveralEventsInOneChunk) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kStream, "x-emulator-script: writes=all\r\n"));
  EXPECT_TRUE(Contains(connection.ReadUntil("\r\n0\r\n\r\n"), "}\n\nevent: message_stop\n"));
}

TEST_F(EmulatorStreamTest, ScriptEndsAStreamWithAnErrorEvent) {
  EXPECT_EQ(NamesOf("error_after=2"), "message_start content_block_start error");
  EXPECT_TRUE(Contains(
      client_->Post(kStream, "error_after=0; error_type=api_error; message=Oh no; padding=false")
          .body,
      "event: error\ndata: "
      R"({"type":"error","error":{"type":"api_error","message":"Oh no"}})"
      "\n\n"));
}

TEST_F(EmulatorStreamTest, CutEndsAStreamAfterTheGivenEvents) {
  const Response response = client_->Post(kStream, "cut_events=3");
  EXPECT_EQ(response.result, CURLE_PARTIAL_FILE);
  EXPECT_EQ(ReadEvents(response.body).size(), 3u);
  EXPECT_EQ(response.body.substr(response.body.size() - 2), "\n\n");
  EXPECT_EQ(Last().events_written, 3u);
}

TEST_F(EmulatorStreamTest, CutAfterTheLastEventOmitsTheEndOfTheBody) {
  const size_t size = client_->Post(kStream).body.size();
  const Response response = client_->Post(kStream, "cut_after=" + std::to_string(size));
  EXPECT_EQ(response.result, CURLE_PARTIAL_FILE);
  EXPECT_EQ(response.body.size(), size);
}

TEST_F(EmulatorStreamTest, CutCanEndTheBodyNormally) {
  for (const std::string& body : {kStream, kHi}) {
    const Response response = client_->Post(body, "cut_after=7; cut=end");
    EXPECT_EQ(response.result, CURLE_OK);
    EXPECT_EQ(response.body.size(), 7u);
  }
}

TEST_F(EmulatorStreamTest, CutClosesOrResetsTheConnection) {
  for (const auto& [cut, error] :
       std::vector<std::pair<std::string, int>>{{"close", 0}, {"reset", ECONNRESET}}) {
    RawConnection connection(emulator_->port());
    connection.Send(RawPost(kStream, "x-emulator-script: cut_events=1; cut=" + cut + "\r\n"));
    EXPECT_EQ(connection.AwaitEnd(), error) << cut;
    RawConnection silent(emulator_->port());
    silent.Send(RawPost(kStream, "x-emulator-script: hang_up=" + cut + "\r\n"));
    EXPECT_EQ(silent.AwaitEnd(), error) << cut;
    EXPECT_EQ(Last().status, 0);
    EXPECT_EQ(Last().bytes_written, 0u);
  }
  EXPECT_EQ(emulator_->cancelled(), 0);
}

TEST_F(EmulatorStreamTest, HangUpDoesNotRequireAValidRequest) {
  EXPECT_EQ(client_->Post("{}", "hang_up=close; validate=off").result, CURLE_GOT_NOTHING);
}

TEST_F(EmulatorStreamTest, DelaysPrecedeTheHeadersTheBodyAndEachEvent) {
  RawConnection connection(emulator_->port());
  const auto start = steady_clock::now();
  connection.Send(
      RawPost(kStream, "x-emulator-script: delay_ms=40; body_delay_ms=40; event_ms=20\r\n"));
  connection.ReadUntil("\r\n\r\n");
  EXPECT_GE(steady_clock::now() - start, milliseconds(40));
  connection.ReadUntil("message_start");
  EXPECT_GE(steady_clock::now() - start, milliseconds(80));
  connection.ReadUntil("\r\n0\r\n\r\n");
  EXPECT_GE(steady_clock::now() - start, milliseconds(80 + 6 * 20));
}

TEST_F(EmulatorStreamTest, ClientReceivesTheEventsBeforeAPauseDuringIt) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kStream, "x-emulator-script: pause_after=2; pause_ms=600000\r\n"));
  EXPECT_TRUE(Contains(connection.ReadUntil("content_block_start\","), "message_start"));
  EXPECT_TRUE(AwaitEvents(2));
  EXPECT_EQ(Last().events_written, 2u);
  EXPECT_EQ(Last().state, RecordedRequest::State::kOpen);
}

TEST_F(EmulatorStreamTest, PingsAreSentDuringAPause) {
  const std::string names = NamesOf("pause_after=1; pause_ms=50; ping_ms=10");
  EXPECT_EQ(names.rfind("message_start ping ping ping ping content_block_start ping ", 0), 0u)
      << names;
}

TEST_F(EmulatorStreamTest, DetectsADisconnectDuringASlowStream) {
  for (const std::string script :
       {"pause_after=2; pause_ms=600000", "event_ms=1; pause_after=2; pause_ms=600000; writes=1",
        "pause_after=2; pause_ms=600000; ping_ms=1"}) {
    emulator_->ClearRequests();
    RawConnection connection(emulator_->port());
    connection.Send(RawPost(kStream, "x-emulator-script: " + script + "\r\n"));
    ASSERT_TRUE(AwaitEvents(2)) << script;
    connection.Reset();
    EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled)) << script;
    EXPECT_EQ(emulator_->cancelled(), 1) << script;
  }
}

TEST_F(EmulatorStreamTest, DetectsADisconnectOfAClientThatDoesNotRead) {
  emulator_->AddBody("long", LongStream());
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kStream, "x-emulator-script: body=long\r\n"));
  ASSERT_TRUE(AwaitEvents(10));
  connection.Reset();
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
  EXPECT_LT(Last().events_written, 16u << 10);
}

TEST_F(EmulatorStreamTest, SlowReaderDelaysOnlyItsOwnStream) {
  emulator_->AddBody("long", LongStream());
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kStream, "x-emulator-script: body=long\r\n"));
  ASSERT_TRUE(AwaitEvents(10));
  EXPECT_EQ(client_->Post(kStream).result, CURLE_OK);
  EXPECT_EQ(emulator_->Requests().front().state, RecordedRequest::State::kOpen);
  connection.ReadUntil(": end");
  EXPECT_EQ(emulator_->cancelled(), 0);
}

TEST_F(EmulatorStreamTest, DestructorStopsSlowStreams) {
  RawConnection waiting(emulator_->port());
  waiting.Send(RawPost(kStream, "x-emulator-script: pause_after=2; pause_ms=600000\r\n"));
  ASSERT_TRUE(AwaitEvents(2));
  RawConnection slow(emulator_->port());
  slow.Send(RawPost(kStream, "x-emulator-script: pings=100000; event_ms=1\r\n"));
  slow.ReadUntil("ping");
  emulator_.reset();
  EXPECT_FALSE(Contains(waiting.ReadUntil("message_stop"), "message_stop"));
  EXPECT_FALSE(Contains(slow.ReadUntil("message_stop"), "message_stop"));
}

TEST_F(EmulatorStreamTest, ScriptedErrorStatusOfAStreamRequestIsJson) {
  const Response response = client_->Post(kStream, "status=529; retry_after=1");
  EXPECT_EQ(response.status, 529);
  EXPECT_EQ(HeaderOf(response, "content-type"), "application/json");
  EXPECT_TRUE(Contains(response.body, "overloaded_error"));
}

TEST_F(EmulatorStreamTest, ScriptReplacesTheBodyWithAnotherKind) {
  const Response html = client_->Post(kStream, "body_kind=html; status=502");
  EXPECT_EQ(html.status, 502);
  EXPECT_EQ(HeaderOf(html, "content-type"), "text/html");
  EXPECT_TRUE(Contains(html.body, "<h1>502 from a proxy</h1>"));
  const Response empty = client_->Post(kStream, "body_kind=empty; status=503");
  EXPECT_EQ(empty.status, 503);
  EXPECT_EQ(empty.body, "");
  EXPECT_EQ(HeaderOf(empty, "content-type"), "");
  EXPECT_EQ(client_->Post(kStream, "body_kind=empty").status, 200);
  const Response json = client_->Post(kStream, "body_kind=json");
  EXPECT_EQ(HeaderOf(json, "content-type"), "application/json");
  EXPECT_EQ(json.body, client_->Post(kHi).body);
}

TEST_F(EmulatorStreamTest, BodyCanBeCompressed) {
  for (const std::string& body : {kHi, kStream}) {
    const Response complete = client_->Post(body, "padding=false");
    const Response gzipped = client_->Post(body, "gzip=true; padding=false");
    EXPECT_EQ(HeaderOf(gzipped, "content-encoding"), "gzip");
    EXPECT_EQ(gzipped.body.substr(0, 3), "\x1f\x8b\x08");
    EXPECT_NE(gzipped.body.size(), complete.body.size());
  }
  EXPECT_EQ(client_->Post(kHi, "status=500; gzip=true").body.substr(0, 2), "\x1f\x8b");
}

TEST_F(EmulatorStreamTest, RegisteredStreamIsSentUnchangedAndCutByEvents) {
  const std::string bytes = ": hi\r\n\r\ndata: 1\r\n\r\ndata: 2\r\n\r\n";
  emulator_->AddBody("stream", bytes);
  const Response complete = client_->Post(kHi, "body=stream; line_end=cr; error_after=1");
  EXPECT_EQ(complete.body, bytes);
  EXPECT_EQ(HeaderOf(complete, "content-type"), "text/event-stream; charset=utf-8");
  EXPECT_EQ(client_->Post(kHi, "body=stream; cut_events=2").body, ": hi\r\n\r\ndata: 1\r\n\r\n");
  EXPECT_EQ(HeaderOf(client_->Post(kHi, "body=stream; content_type=text/plain"), "content-type"),
            "text/plain");
}

TEST_F(EmulatorStreamTest, JsonReplyCanBeSentInSlowWrites) {
  const std::string complete = client_->Post(kHi).body;
  const Response response = client_->Post(kHi, "writes=100; write_ms=2; body_delay_ms=5");
  EXPECT_EQ(response.result, CURLE_OK);
  EXPECT_EQ(response.body, complete);
}

TEST_F(EmulatorStreamTest, RequestAfterACutUsesANewConnection) {
  client_->Post(kStream, "cut_events=2");
  EXPECT_EQ(client_->Post(kStream).result, CURLE_OK);
  EXPECT_EQ(client_->new_connections(), 1);
}

TEST_F(EmulatorStreamTest, EventsWrittenCountsAllEventsOfACompleteStream) {
  const size_t events = ReadEvents(client_->Post(kStream).body).size();
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kAnswered));
  EXPECT_EQ(Last().events_written, events);
  client_->Post(kStream, "writes=1");
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kAnswered));
  EXPECT_EQ(Last().events_written, events);
}

}  // namespace
}  // namespace footnote::emulator
