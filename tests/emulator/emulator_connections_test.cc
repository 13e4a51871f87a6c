// SPDX-License-Identifier: Apache-2.0
// Tests of connections: concurrency, large bodies, pipelining and malformed HTTP.
#include <curl/curl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "service/emulator/emulator.h"
#include "tests/emulator/emulator_fixture.h"
#include "tests/emulator/raw_connection.h"

namespace footnote::emulator {
namespace {

using EmulatorConnectionsTest = EmulatorTest;

using std::chrono::milliseconds;
using std::chrono::steady_clock;

TEST_F(EmulatorConnectionsTest, ConnectionIsKeptAlive) {
  client_->Post(kHi);
  EXPECT_EQ(client_->new_connections(), 1);
  for (int i = 0; i < 3; ++i) {
    client_->Post(kHi, "delay_ms=1");
    EXPECT_EQ(client_->new_connections(), 0);
  }
  client_->Post("{}");
  EXPECT_EQ(client_->new_connections(), 0);
}

TEST_F(EmulatorConnectionsTest, DelayedReplyDoesNotBlockOthers) {
  std::thread waiting([this] {
    Client other(emulator_->base_url());
    EXPECT_NE(other.Post(kHi, "delay_ms=60000").result, CURLE_OK);
  });
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  const auto start = steady_clock::now();
  EXPECT_EQ(client_->Post(kHi).status, 200);
  EXPECT_LT(steady_clock::now() - start, milliseconds(10'000));
  emulator_.reset();  // ends the wait
  waiting.join();
}

TEST_F(EmulatorConnectionsTest, DetectsADisconnectDuringADelay) {
  EXPECT_EQ(client_->Post(kHi, "delay_ms=60000", 50).result, CURLE_OPERATION_TIMEDOUT);
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
  EXPECT_EQ(emulator_->cancelled(), 1);
}

TEST_F(EmulatorConnectionsTest, DelaysOfManyRepliesRunConcurrently) {
  constexpr int kClients = 200;
  CURLM* multi = curl_multi_init();
  std::vector<CURL*> transfers;
  std::string sink;
  curl_slist* headers = curl_slist_append(nullptr, "x-api-key: k");
  headers = curl_slist_append(headers, "anthropic-version: 2023-06-01");
  headers = curl_slist_append(headers, "x-emulator-script: delay_ms=300");
  const std::string url = emulator_->base_url() + "/v1/messages";
  for (int i = 0; i < kClients; ++i) {
    CURL* transfer = curl_easy_init();
    curl_easy_setopt(transfer, CURLOPT_URL, url.c_str());
    curl_easy_setopt(transfer, CURLOPT_PROXY, "");
    curl_easy_setopt(transfer, CURLOPT_POSTFIELDS, kHi.c_str());
    curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, Append);
    curl_easy_setopt(transfer, CURLOPT_WRITEDATA, &sink);
    curl_multi_add_handle(multi, transfer);
    transfers.push_back(transfer);
  }
  const auto start = steady_clock::now();
  for (int running = 1; running > 0;) {
    curl_multi_perform(multi, &running);
    curl_multi_poll(multi, nullptr, 0, 100, nullptr);
  }
  // In sequence, they would take a minute.
  EXPECT_LT(steady_clock::now() - start, milliseconds(20'000));
  for (CURL* transfer : transfers) {
    long status = 0;
    curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status);
    EXPECT_EQ(status, 200);
    curl_multi_remove_handle(multi, transfer);
    curl_easy_cleanup(transfer);
  }
  curl_multi_cleanup(multi);
  curl_slist_free_all(headers);
}

TEST_F(EmulatorConnectionsTest, BodyOverTheLimitGetsAReadable413) {
  EmulatorOptions options;
  options.max_body_bytes = 1 << 20;
  StartWith(options);
  for (const std::string expect : {"Expect:", "Expect: 100-continue"}) {
    const Response response =
        client_->Send("POST", "/v1/messages", std::string(8 << 20, ' '), {expect});
    EXPECT_EQ(response.status, 413) << expect;
    EXPECT_TRUE(Contains(response.body, R"("type":"request_too_large")"));
  }
  const Response chunked = client_->Send("POST", "/v1/messages", std::string(8 << 20, ' '),
                                         {"Transfer-Encoding: chunked", "Expect:"});
  EXPECT_EQ(chunked.status, 413);
  EXPECT_EQ(client_->Post(kHi).status, 200);
}

TEST_F(EmulatorConnectionsTest, LargeBodyAfterContinueIsAccepted) {
  const std::string padding(3 << 20, ' ');
  EXPECT_EQ(client_->Send("POST", "/v1/messages", kHi + padding, {"Expect: 100-continue"}).status,
            200);
}

TEST_F(EmulatorConnectionsTest, MalformedHttpGetsA400) {
  RawConnection connection(emulator_->port());
  connection.Send("nonsense\r\n\r\n");
  const std::string reply = connection.ReadUntil("(never)");
  EXPECT_EQ(reply.substr(0, 12), "HTTP/1.1 400");
  EXPECT_TRUE(Contains(reply, "The request is not well-formed HTTP."));
}

TEST_F(EmulatorConnectionsTest, RequestSentDuringADelayIsAnsweredNext) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=100; stop_reason=first\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  connection.Send(RawPost(kHi, "x-emulator-script: stop_reason=second\r\n"));
  const std::string replies = connection.ReadUntil("\"second\"");
  EXPECT_LT(replies.find("\"first\""), replies.find("\"second\""));
  EXPECT_EQ(emulator_->cancelled(), 0);
}

TEST_F(EmulatorConnectionsTest, LargeRequestSentDuringADelayIsAnsweredNext) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=100; stop_reason=first\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  connection.Send(
      RawPost(kHi + std::string(3 << 20, ' '), "x-emulator-script: stop_reason=second\r\n"));
  const std::string replies = connection.ReadUntil("\"second\"");
  EXPECT_LT(replies.find("\"first\""), replies.find("\"second\""));
}

TEST_F(EmulatorConnectionsTest, FlowControlStopsAClientThatSendsDuringADelay) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=60000\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  // Exceeds the buffers of the kernel.
  const std::string flood(128 << 20, ' ');
  EXPECT_LT(connection.SendUntilStuck(flood, milliseconds(500)), flood.size());
  connection.Reset();
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
}

TEST_F(EmulatorConnectionsTest, DetectsADisconnectAfterDataOfTheNextRequest) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=60000\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  connection.Send(std::string(200 << 10, ' '));
  connection.Finish();
  EXPECT_TRUE(AwaitState(RecordedRequest::State::kCancelled));
}

TEST_F(EmulatorConnectionsTest, ErrorForAHeaderThatIsNotUtf8IsJson) {
  RawConnection connection(emulator_->port());
  connection.Send(
      "POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\n"
      "anthropic-version: \xff\r\ncontent-length: 0\r\n\r\n");
  EXPECT_TRUE(Contains(connection.ReadUntil("request_id"), "anthropic-version: '?' is not"));
}

TEST_F(EmulatorConnectionsTest, DestructorStopsDelayedReplies) {
  RawConnection connection(emulator_->port());
  connection.Send(RawPost(kHi, "x-emulator-script: delay_ms=60000\r\n"));
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kOpen));
  emulator_.reset();
  EXPECT_EQ(connection.ReadUntil("(never)"), "");
}

}  // namespace
}  // namespace footnote::emulator
