// SPDX-License-Identifier: Apache-2.0
// What the tests of CurlHttpClient have in common.
#ifndef FOOTNOTE_TESTS_UPSTREAM_CURL_TESTING_H_
#define FOOTNOTE_TESTS_UPSTREAM_CURL_TESTING_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/http/http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"

namespace footnote::upstream {

// The defaults of the server's configuration.
inline CurlHttpClientOptions CurlTestOptions() {
  CurlHttpClientOptions options;
  options.connect_timeout = absl::Seconds(10);
  options.max_response_bytes = int64_t{64} << 20;
  options.max_idle_connections = 1024;
  return options;
}

inline std::unique_ptr<CurlHttpClient> MakeClient(
    const CurlHttpClientOptions& options = CurlTestOptions()) {
  auto client = CurlHttpClient::Create(options);
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

inline HttpRequest Request(const std::string& url, std::string body = "{}") {
  HttpRequest request;
  request.url = url + "/v1/messages";
  request.headers = {{"content-type", "application/json"}};
  request.body = std::make_shared<const std::string>(std::move(body));
  return request;
}

// A server that answers everything with `bytes`.
inline testing_support::RawHttpServer::Handler Always(std::string bytes, bool close = false) {
  return [bytes, close](const testing_support::RawRequest&) {
    testing_support::RawReply reply;
    reply.bytes = bytes;
    reply.close = close;
    return reply;
  };
}

// A server that receives requests and does not answer.
inline testing_support::RawHttpServer::Handler Never() { return Always(""); }

// Sends one request and waits for its end.
inline void Exchange(CurlHttpClient& client, HttpRequest request,
                     testing_support::HttpRecorder* recorder) {
  client.Start(std::move(request), recorder);
  ASSERT_TRUE(recorder->WaitForEnd());
}

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_CURL_TESTING_H_
