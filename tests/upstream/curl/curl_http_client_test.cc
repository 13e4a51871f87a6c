// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_http_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "service/emulator/text/gzip.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using emulator::Gzip;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using testing_support::RawReply;
using testing_support::RawRequest;
using Cause = TransferResult::Cause;

TEST(CurlHttpClientTest, SendsUrlHeadersAndBodyByPost) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url(), R"({"model":"m"})");
  request.headers = {{"content-type", "application/json"}, {"x-api-key", "k"}, {"x-empty", ""}};
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  ASSERT_EQ(server.requests().size(), 1u);
  const RawRequest sent = server.requests()[0];
  EXPECT_THAT(sent.head, HasSubstr("POST /v1/messages HTTP/1.1\r\n"));
  EXPECT_THAT(sent.head, HasSubstr("content-type: application/json\r\n"));
  EXPECT_THAT(sent.head, HasSubstr("x-api-key: k\r\n"));
  EXPECT_THAT(sent.head, HasSubstr("x-empty:"));
  EXPECT_THAT(sent.head, Not(HasSubstr("Expect")));
  EXPECT_EQ(sent.body, R"({"model":"m"})");
}

TEST(CurlHttpClientTest, HandsOnStatusHeadersAndBody) {
  RawHttpServer server(
      Always(HttpReply("slow down", "Request-Id:  req_1 \r\nRetry-After: 2\r\n", "429 Whatever")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_TRUE(recorder.end().response_started);
  EXPECT_EQ(recorder.end().message, "");
  EXPECT_EQ(recorder.status(), 429);
  EXPECT_THAT(recorder.headers(), Contains(Pair("request-id", "req_1")));
  EXPECT_THAT(recorder.headers(), Contains(Pair("retry-after", "2")));
  EXPECT_EQ(recorder.body(), "slow down");
}

TEST(CurlHttpClientTest, AnEmptyBodyIsSentAndReceived) {
  RawHttpServer server(Always(HttpReply("")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url(), ""), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_EQ(recorder.body(), "");
  EXPECT_EQ(server.requests()[0].body, "");
}

TEST(CurlHttpClientTest, ALargeBodyIsSentWhole) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  const std::string body(20 << 20, 'x');
  HttpRecorder recorder;
  Exchange(*client, Request(server.url(), body), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_TRUE(server.requests()[0].body == body);
}

TEST(CurlHttpClientTest, JoinsChunksOfAnySize) {
  const std::string reply =
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
      "5\r\nhello\r\n1\r\n,\r\n6\r\n world\r\n0\r\nx-trailer: t\r\n\r\n";
  for (const size_t piece : {0, 1, 2, 7}) {
    RawHttpServer server([&reply, piece](const RawRequest&) {
      RawReply raw;
      raw.bytes = reply;
      raw.piece = piece;
      return raw;
    });
    const auto client = MakeClient();
    HttpRecorder recorder;
    Exchange(*client, Request(server.url()), &recorder);
    EXPECT_EQ(recorder.body(), "hello, world");
    EXPECT_EQ(recorder.heads(), 1) << "a trailer is no head";
    EXPECT_THAT(recorder.headers(), Not(Contains(Pair("x-trailer", "t"))));
  }
}

TEST(CurlHttpClientTest, ABodyWithoutLengthEndsWithTheConnection) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\n\r\nall of it", /*close=*/true));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_EQ(recorder.body(), "all of it");
}

TEST(CurlHttpClientTest, InterimResponsesAreNotHeads) {
  RawHttpServer server(
      Always("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n" +
             HttpReply("ok", "x-final: yes\r\n")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.heads(), 1);
  EXPECT_EQ(recorder.status(), 200);
  EXPECT_THAT(recorder.headers(), Contains(Pair("x-final", "yes")));
  EXPECT_THAT(recorder.headers(), Not(Contains(Pair("link", "a"))));
}

TEST(CurlHttpClientTest, ARedirectIsAResponseLikeAnyOther) {
  RawHttpServer target(Always(HttpReply("leaked")));
  RawHttpServer server(
      Always(HttpReply("", "location: " + target.url() + "/\r\n", "307 Temporary Redirect")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_EQ(recorder.status(), 307);
  EXPECT_EQ(target.accepted(), 0);
}

TEST(CurlHttpClientTest, DecodesACompressedBodyThatItDidNotAskFor) {
  RawHttpServer server(
      Always(HttpReply(Gzip("overloaded"), "content-encoding: gzip\r\n", "529 Overloaded")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.body(), "overloaded");
  EXPECT_THAT(server.requests()[0].head, Not(HasSubstr("gzip")));
}

TEST(CurlHttpClientTest, ReceivesAResponseThatComesBeforeTheRequestWasRead) {
  RawHttpServer server(Always(HttpReply("too big", "", "413 Too Large"), /*close=*/false),
                       /*at_head=*/true);
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url(), std::string(20 << 20, 'x')), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete);
  EXPECT_EQ(recorder.status(), 413);
  EXPECT_EQ(recorder.body(), "too big");
}

TEST(CurlHttpClientTest, GoesOnSendingAfterAGoodAnswerThatComesEarly) {
  // Under a sanitizer this also proves that the body is not freed while it is being sent.
  RawHttpServer server(Always("HTTP/1.1 103 Early Hints\r\n\r\n" + HttpReply("ok")),
                       /*at_head=*/true);
  const auto client = MakeClient();
  HttpRecorder first;
  Exchange(*client, Request(server.url(), std::string(20 << 20, 'x')), &first);
  EXPECT_EQ(first.end().cause, Cause::kComplete);
  EXPECT_EQ(first.status(), 200);
  // The next request can be recognized only if the complete body was sent.
  HttpRecorder second;
  Exchange(*client, Request(server.url()), &second);
  EXPECT_EQ(second.body(), "ok");
  EXPECT_EQ(server.accepted(), 1);
}

TEST(CurlHttpClientTest, ReusesItsConnection) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  for (int i = 0; i < 10; ++i) {
    HttpRecorder recorder;
    Exchange(*client, Request(server.url()), &recorder);
    EXPECT_EQ(recorder.status(), 200);
  }
  EXPECT_EQ(server.accepted(), 1);
}

TEST(CurlHttpClientTest, ReplacesAConnectionThatWasClosedWhileIdle) {
  RawHttpServer server(
      Always(HttpReply("ok"), /*close=*/true));  // closed without a "connection: close" header
  const auto client = MakeClient();
  for (int i = 1; i <= 5; ++i) {
    HttpRecorder recorder;
    Exchange(*client, Request(server.url()), &recorder);
    EXPECT_EQ(recorder.end().cause, Cause::kComplete);
    EXPECT_EQ(recorder.status(), 200);
    ASSERT_TRUE(server.WaitForClosed(i));
  }
}

TEST(CurlHttpClientTest, SendsAgainWhenAReusedConnectionIsClosedInAnswerToTheRequest) {
  // The server gives up the idle connection just as the second request comes in.
  std::atomic<int> on_first{0};
  RawHttpServer server([&on_first](const RawRequest& request) {
    RawReply reply;
    if (request.connection == 1 && ++on_first == 2) {
      reply.close = true;
    } else {
      reply.bytes = HttpReply("ok");
    }
    return reply;
  });
  const auto client = MakeClient();
  HttpRecorder first;
  Exchange(*client, Request(server.url()), &first);
  HttpRecorder second;
  Exchange(*client, Request(server.url(), R"({"again":true})"), &second);
  EXPECT_EQ(second.end().cause, Cause::kComplete);
  EXPECT_EQ(second.status(), 200);
  ASSERT_EQ(server.requests().size(), 3u);
  EXPECT_EQ(server.requests()[2].connection, 2);
  EXPECT_EQ(server.requests()[2].body, R"({"again":true})");
}

TEST(CurlHttpClientTest, DoesNotSendAgainWhatTheServerHasHadForLong) {
  // B28
  std::atomic<int> seen{0};
  RawHttpServer server([&seen](const RawRequest&) {
    RawReply reply;
    reply.close = ++seen > 1;
    if (!reply.close) reply.bytes = HttpReply("ok");
    return reply;
  });
  CurlHttpClientOptions options = CurlTestOptions();
  options.max_resend_age = absl::ZeroDuration();  // anything is long
  const auto client = MakeClient(options);
  HttpRecorder first;
  Exchange(*client, Request(server.url()), &first);
  HttpRecorder second;
  Exchange(*client, Request(server.url()), &second);
  EXPECT_EQ(second.end().cause, Cause::kConnectionLost);
  EXPECT_TRUE(second.end().sent);
  EXPECT_EQ(server.requests().size(), 2u);
}

TEST(CurlHttpClientTest, DoesNotSendAgainOnAFreshConnection) {
  RawHttpServer server(Always("", /*close=*/true));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectionLost);
  EXPECT_FALSE(recorder.end().response_started);
  EXPECT_EQ(recorder.heads(), 0);
  EXPECT_EQ(server.requests().size(), 1u);
}

}  // namespace
}  // namespace footnote::upstream
