// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "service/emulator/text/gzip.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using emulator::Gzip;
using ::testing::HasSubstr;
using ::testing::Not;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using Cause = TransferResult::Cause;

TEST(CurlFailuresTest, ARefusedConnectionIsNoConnection) {
  std::string url;
  {
    RawHttpServer server(Never());
    url = server.url();
  }
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(url), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnect);
  EXPECT_FALSE(recorder.end().sent);
  EXPECT_FALSE(recorder.end().response_started);
  EXPECT_THAT(recorder.end().message, Not(HasSubstr("127.0.0.1")));
}

TEST(CurlFailuresTest, WhatWasSentBeforeIsNoSendingOfThisRequest) {
  std::string url;
  {
    RawHttpServer server(Never());
    url = server.url();
  }
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRecorder first;
  Exchange(*client, Request(server.url()), &first);
  EXPECT_TRUE(first.end().sent);
  HttpRecorder second;
  Exchange(*client, Request(url), &second);
  EXPECT_EQ(second.end().cause, Cause::kConnect);
  EXPECT_FALSE(second.end().sent);
}

TEST(CurlFailuresTest, AnUnknownHostIsNoConnection) {
  const auto client = MakeClient();
  // Longer than a name's parts may be, so that no name server is asked.
  const std::string host = std::string(70, 'h') + ".invalid";
  HttpRecorder recorder;
  Exchange(*client, Request("http://" + host), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnect);
  EXPECT_THAT(recorder.end().message, Not(HasSubstr(host)));
}

TEST(CurlFailuresTest, AConnectionCutWithinTheBodyIsLost) {
  RawHttpServer server(
      Always("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", /*close=*/true));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectionLost);
  EXPECT_TRUE(recorder.end().response_started);
  EXPECT_EQ(recorder.body(), "half");
}

TEST(CurlFailuresTest, AConnectionCutWithinAChunkIsLost) {
  RawHttpServer server(
      Always("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\nhalf", /*close=*/true));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectionLost);
}

TEST(CurlFailuresTest, AConnectionCutWithinTheHeadIsLost) {
  RawHttpServer server(Always("HTTP/1.1 200 OK\r\ncontent-le", /*close=*/true));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectionLost);
  EXPECT_EQ(recorder.heads(), 0);
}

TEST(CurlFailuresTest, WhatIsNotHttpIsAProtocolError) {
  RawHttpServer server(Always("220 mail.example ESMTP\r\n", /*close=*/true));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kProtocol);
  EXPECT_EQ(recorder.heads(), 0);
}

TEST(CurlFailuresTest, ABrokenGzipBodyIsAProtocolError) {
  RawHttpServer server(Always(HttpReply("not gzip at all", "content-encoding: gzip\r\n")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kProtocol);
}

TEST(CurlFailuresTest, AHeadWithoutEndIsAProtocolError) {
  std::string reply = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 20'000; ++i) absl::StrAppend(&reply, "x-filler-", i, ": some text\r\n");
  RawHttpServer server(Always(reply));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kProtocol);
  EXPECT_EQ(recorder.heads(), 0);
}

TEST(CurlFailuresTest, ABodyOfTheLimitIsDeliveredAndALargerOneIsNot) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.max_response_bytes = 100'000;
  const auto client = MakeClient(options);
  RawHttpServer at_limit(Always(HttpReply(std::string(100'000, 'x'))));
  HttpRecorder fits;
  Exchange(*client, Request(at_limit.url()), &fits);
  EXPECT_EQ(fits.end().cause, Cause::kComplete);
  RawHttpServer over(Always(HttpReply(std::string(100'001, 'x'))));
  HttpRecorder too_large;
  Exchange(*client, Request(over.url()), &too_large);
  EXPECT_EQ(too_large.end().cause, Cause::kTooLarge);
  EXPECT_EQ(too_large.end().max_response_bytes, 100'000);
  EXPECT_LE(too_large.body().size(), 100'000u);
}

TEST(CurlFailuresTest, AGzipBombEndsAtTheLimitOfDecodedBytes) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.max_response_bytes = 1 << 20;
  const auto client = MakeClient(options);
  const std::string bomb = Gzip(std::string(64 << 20, '\0'));
  ASSERT_LT(bomb.size(), 100'000u);
  RawHttpServer server(Always(HttpReply(bomb, "content-encoding: gzip\r\n")));
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kTooLarge);
  EXPECT_LE(recorder.body().size(), size_t{1} << 20);
}

struct BadHeader {
  const char* name;
  std::string header_name;
  std::string value;
};

class InvalidHeaderTest : public testing::TestWithParam<BadHeader> {};

TEST_P(InvalidHeaderTest, IsNotSent) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient();
  HttpRequest request = Request(server.url());
  request.headers.emplace_back(GetParam().header_name, GetParam().value);
  HttpRecorder recorder;
  Exchange(*client, std::move(request), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kInvalidRequest);
  EXPECT_THAT(recorder.end().message, Not(HasSubstr("secret")));
  EXPECT_EQ(server.accepted(), 0);
}

INSTANTIATE_TEST_SUITE_P(Headers, InvalidHeaderTest,
                         testing::Values(BadHeader{"LineFeed", "x-a", "secret\nx-b: injected"},
                                         BadHeader{"CarriageReturn", "x-a",
                                                   "secret\rx-b: injected"},
                                         BadHeader{"Nul", "x-a", std::string("secret\0", 7)},
                                         BadHeader{"EmptyName", "", "secret"},
                                         BadHeader{"ColonInName", "x-a: b", "secret"},
                                         BadHeader{"LineFeedInName", "x-a\nx-b", "secret"}),
                         [](const auto& info) { return info.param.name; });

TEST(CurlFailuresTest, AHeaderLineThatIsTooLongIsALostConnectionAfterSending) {
  RawHttpServer server(
      Always(absl::StrCat("HTTP/1.1 200 OK\r\nx: ", std::string(200'000, 'x'), "\r\n\r\n")));
  const auto client = MakeClient();
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectionLost) << recorder.end().message;
  EXPECT_TRUE(recorder.end().sent);
}

TEST(CurlFailuresTest, OnlyHttpIsSpoken) {
  const auto client = MakeClient();
  for (const char* url : {"file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/"}) {
    HttpRequest request = Request("");
    request.url = url;
    HttpRecorder recorder;
    Exchange(*client, std::move(request), &recorder);
    EXPECT_NE(recorder.end().cause, Cause::kComplete) << url;
    EXPECT_EQ(recorder.body(), "") << url;
  }
}

class CurlProxyTest : public testing::Test {
 protected:
  // The body of the response from `url`; empty if there is none.
  std::string Get(const std::string& url) {
    CurlHttpClientOptions options = CurlTestOptions();
    options.proxy = proxy_.url();
    const auto client = MakeClient(options);
    HttpRecorder recorder;
    Exchange(*client, Request(url), &recorder);
    return recorder.body();
  }

  RawHttpServer proxy_{Always(HttpReply("from the proxy"))};
};

TEST_F(CurlProxyTest, AllLoopbackAddressesAreReachedWithoutTheProxy) {
  RawHttpServer server(Always(HttpReply("ok")));
  const std::string port = server.url().substr(server.url().rfind(':'));
  EXPECT_EQ(Get("http://127.0.0.1" + port), "ok");
  // These may have no server, but never the proxy.
  for (const char* host :
       {"127.0.0.0", "127.255.255.255", "[::1]", "localhost", "LocalHost", "user@127.0.0.1"}) {
    EXPECT_NE(Get(absl::StrCat("http://", host, port)), "from the proxy") << host;
  }
}

TEST_F(CurlProxyTest, OtherAddressesAreReachedWithTheProxy) {
  for (const char* host : {"126.255.255.255", "128.0.0.0", "[::2]", "api.invalid",
                           "localhost.invalid", "127.0.0.1.invalid"}) {
    EXPECT_EQ(Get(absl::StrCat("http://", host)), "from the proxy") << host;
  }
}

TEST_F(CurlProxyTest, AProxyOfTheEnvironmentIsNotUsed) {
  for (const char* variable : {"http_proxy", "all_proxy", "ALL_PROXY"}) {
    setenv(variable, proxy_.url().c_str(), 1);
  }
  CurlHttpClientOptions options = CurlTestOptions();
  options.lookup = [](const std::string&) { return HostAddresses(); };
  const auto client = MakeClient(options);
  HttpRecorder recorder;
  Exchange(*client, Request("http://api.invalid"), &recorder);
  for (const char* variable : {"http_proxy", "all_proxy", "ALL_PROXY"}) unsetenv(variable);
  EXPECT_EQ(recorder.end().cause, Cause::kConnect);
  EXPECT_TRUE(proxy_.requests().empty());
}

TEST_F(CurlProxyTest, ACredentialOfTheProxyIsSentToIt) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.proxy = absl::StrCat("http://user:pass@", proxy_.url().substr(7));
  const auto client = MakeClient(options);
  HttpRecorder recorder;
  Exchange(*client, Request("http://api.invalid"), &recorder);
  EXPECT_EQ(recorder.body(), "from the proxy");
  ASSERT_EQ(proxy_.requests().size(), 1u);
  EXPECT_THAT(proxy_.requests()[0].head, HasSubstr("Proxy-Authorization: Basic dXNlcjpwYXNz"));
}

TEST_F(CurlProxyTest, AUrlThatIsNotCompleteIsNotALoopbackAddress) {
  EXPECT_EQ(Get("api.invalid"), "from the proxy");
}

TEST(CurlFailuresTest, AServerThatNeverFinishesTheHandshakeIsAConnectTimeout) {
  RawHttpServer server(Never());  // it does not speak TLS, it waits for a line
  CurlHttpClientOptions options = CurlTestOptions();
  options.connect_timeout = absl::Milliseconds(50);
  const auto client = MakeClient(options);
  HttpRecorder recorder;
  Exchange(*client, Request("https" + server.url().substr(4)), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectTimeout);
  EXPECT_FALSE(recorder.end().sent);
}

}  // namespace
}  // namespace footnote::upstream
