// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/recorder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {
namespace {

using State = RecordedRequest::State;

HttpRequest RequestOf(const std::string& body, HttpHeaders headers = {}) {
  HttpRequest request;
  request.method = "POST";
  request.target = "/v1/messages?a=b";
  request.headers = std::move(headers);
  request.body = std::make_shared<const std::string>(body);
  return request;
}

std::vector<int64_t> NumbersOf(const Recorder& recorder) {
  std::vector<int64_t> numbers;
  for (const RecordedRequest& request : recorder.Requests()) numbers.push_back(request.number);
  return numbers;
}

using Numbers = std::vector<int64_t>;

TEST(RecorderTest, RecordsTheRequestAndTheStatus) {
  Recorder recorder(10, 100);
  EXPECT_EQ(recorder.Add(RequestOf("body", {{"x-custom", "1"}}), 429), 1);
  const std::vector<RecordedRequest> requests = recorder.Requests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].number, 1);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].target, "/v1/messages?a=b");
  EXPECT_EQ(requests[0].headers, (HttpHeaders{{"x-custom", "1"}}));
  EXPECT_EQ(*requests[0].body, "body");
  EXPECT_EQ(requests[0].status, 429);
  EXPECT_EQ(requests[0].state, State::kOpen);
  EXPECT_EQ(requests[0].bytes_written, 0u);
  EXPECT_EQ(requests[0].events_written, 0u);
}

TEST(RecorderTest, CredentialsAreRedacted) {
  Recorder recorder(10, 100);
  for (const char* name : {"x-api-key", "api-key", "proxy-authorization", "cookie",
                           "x-goog-api-key", "x-amz-security-token"}) {
    recorder.Add(RequestOf("", {{name, "Bearer secret"}}), 200);
    EXPECT_EQ(recorder.Requests().back().headers, (HttpHeaders{{name, "[redacted]"}}));
  }
}

TEST(RecorderTest, SchemeBearerOfAuthorizationIsKept) {
  Recorder recorder(10, 100);
  recorder.Add(RequestOf("", {{"authorization", "Bearer secret"}}), 200);
  recorder.Add(RequestOf("", {{"authorization", "Basic secret"}}), 200);
  const std::vector<RecordedRequest> requests = recorder.Requests();
  EXPECT_EQ(requests[0].headers, (HttpHeaders{{"authorization", "Bearer [redacted]"}}));
  EXPECT_EQ(requests[1].headers, (HttpHeaders{{"authorization", "[redacted]"}}));
}

TEST(RecorderTest, OldestRequestsAreRemovedOverTheMaximumNumber) {
  Recorder recorder(2, 100);
  for (int i = 0; i < 4; ++i) recorder.Add(RequestOf("x"), 200);
  EXPECT_EQ(NumbersOf(recorder), (Numbers{3, 4}));
}

TEST(RecorderTest, OldestRequestsAreRemovedOverTheMaximumBytes) {
  Recorder recorder(10, 5);
  recorder.Add(RequestOf("12"), 200);
  recorder.Add(RequestOf("345"), 200);
  EXPECT_EQ(NumbersOf(recorder), (Numbers{1, 2}));
  recorder.Add(RequestOf("6"), 200);
  EXPECT_EQ(NumbersOf(recorder), (Numbers{2, 3}));
}

TEST(RecorderTest, LastRequestIsKeptRegardlessOfTheLimits) {
  Recorder recorder(0, 1);
  recorder.Add(RequestOf("123"), 200);
  EXPECT_EQ(NumbersOf(recorder), Numbers{1});
  recorder.Add(RequestOf("456"), 200);
  EXPECT_EQ(NumbersOf(recorder), Numbers{2});
}

TEST(RecorderTest, WrittenBytesAndEventsBelongToTheirRequest) {
  Recorder recorder(10, 100);
  const int64_t first = recorder.Add(RequestOf("a"), 200);
  recorder.Add(RequestOf("b"), 200);
  recorder.NoteWritten(first, 10, 2);
  const std::vector<RecordedRequest> requests = recorder.Requests();
  EXPECT_EQ(requests[0].bytes_written, 10u);
  EXPECT_EQ(requests[0].events_written, 2u);
  EXPECT_EQ(requests[1].bytes_written, 0u);
}

TEST(RecorderTest, EndSetsTheStateAndCountsCancelledRequests) {
  Recorder recorder(10, 100);
  recorder.End(recorder.Add(RequestOf("a"), 200), /*cancelled=*/false);
  EXPECT_EQ(recorder.cancelled(), 0);
  recorder.End(recorder.Add(RequestOf("b"), 200), /*cancelled=*/true);
  EXPECT_EQ(recorder.cancelled(), 1);
  EXPECT_EQ(recorder.Requests()[0].state, State::kAnswered);
  EXPECT_EQ(recorder.Requests()[1].state, State::kCancelled);
}

TEST(RecorderTest, RemovedRequestsAreNotChangedAndCountIfTheyAreCancelled) {
  Recorder recorder(1, 100);
  const int64_t removed = recorder.Add(RequestOf("a"), 200);
  recorder.Add(RequestOf("b"), 200);
  recorder.NoteWritten(removed, 10, 2);
  recorder.End(removed, /*cancelled=*/true);
  ASSERT_EQ(NumbersOf(recorder), Numbers{2});
  EXPECT_EQ(recorder.Requests()[0].bytes_written, 0u);
  EXPECT_EQ(recorder.Requests()[0].state, State::kOpen);
  EXPECT_EQ(recorder.cancelled(), 1);
}

TEST(RecorderTest, ClearRemovesTheRequestsAndNumbersContinue) {
  Recorder recorder(10, 5);
  const int64_t removed = recorder.Add(RequestOf("12345"), 200);
  recorder.End(removed, /*cancelled=*/true);
  recorder.Clear();
  EXPECT_TRUE(recorder.Requests().empty());
  EXPECT_EQ(recorder.cancelled(), 0);
  recorder.NoteWritten(removed, 1, 1);  // has no effect
  recorder.Add(RequestOf("123"), 200);
  recorder.Add(RequestOf("45"), 200);
  EXPECT_EQ(NumbersOf(recorder), (Numbers{2, 3}));
}

TEST(RecorderTest, AwaitReturnsFalseAfterTheTimeout) {
  Recorder recorder(10, 100);
  EXPECT_FALSE(recorder.Await([](const std::deque<RecordedRequest>&) { return false; },
                              std::chrono::milliseconds(0)));
}

TEST(RecorderTest, AwaitReturnsAfterAChangeByAnotherThread) {
  Recorder recorder(10, 100);
  std::thread other([&recorder] { recorder.End(recorder.Add(RequestOf("a"), 200), true); });
  EXPECT_TRUE(recorder.Await(
      [](const std::deque<RecordedRequest>& requests) {
        return !requests.empty() && requests.back().state == State::kCancelled;
      },
      std::chrono::seconds(20)));
  other.join();
}

TEST(RecorderTest, JsonLinesHaveAllFieldsAndEncodeBinaryBodies) {
  Recorder recorder(10, 100);
  recorder.NoteWritten(recorder.Add(RequestOf("\"é\"", {{"a", "b"}, {"a", "c"}}), 200), 7, 1);
  recorder.End(recorder.Add(RequestOf("\xff"), 0), /*cancelled=*/false);
  recorder.End(recorder.Add(RequestOf(""), 400), /*cancelled=*/true);
  EXPECT_EQ(RequestsAsJsonLines(recorder.Requests()),
            R"({"number":1,"method":"POST","target":"/v1/messages?a=b",)"
            R"("headers":[["a","b"],["a","c"]],"body":"\"é\"","status":200,)"
            R"("bytes_written":7,"events_written":1,"state":"open"})"
            "\n"
            R"({"number":2,"method":"POST","target":"/v1/messages?a=b","headers":[],)"
            R"("body_base64":"/w==","status":0,)"
            R"("bytes_written":0,"events_written":0,"state":"answered"})"
            "\n"
            R"({"number":3,"method":"POST","target":"/v1/messages?a=b","headers":[],"body":"",)"
            R"("status":400,"bytes_written":0,"events_written":0,"state":"cancelled"})"
            "\n");
}

}  // namespace
}  // namespace footnote::emulator
