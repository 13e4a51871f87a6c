// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/tls_http_server.h"

namespace footnote::upstream {
namespace {

using testing_support::HttpRecorder;
using testing_support::TlsHttpServer;
using Cause = TransferResult::Cause;

constexpr char kReply[] = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

std::unique_ptr<TlsHttpServer> ServerFor(const std::string& alt_name) {
  return std::make_unique<TlsHttpServer>(alt_name, testing::TempDir() + "/certificate.pem", kReply);
}

void Exchange(const CurlHttpClientOptions& options, const TlsHttpServer& server,
              HttpRecorder* recorder) {
  auto client = CurlHttpClient::Create(options);
  ASSERT_TRUE(client.ok()) << client.status();
  HttpRequest request;
  request.url = server.url();
  request.body = std::make_shared<const std::string>("{}");
  (*client)->Start(std::move(request), recorder);
  ASSERT_TRUE(recorder->WaitForEnd());
}

TEST(CurlTlsTest, ACertificateOfNoKnownAuthorityIsRefused) {
  const auto server = ServerFor("IP:127.0.0.1");
  HttpRecorder recorder;
  Exchange({}, *server, &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnect);
  EXPECT_FALSE(recorder.end().response_started);
  EXPECT_EQ(server->requests(), 0);
}

TEST(CurlTlsTest, ACertificateOfTheCaFileIsAccepted) {
  const auto server = ServerFor("IP:127.0.0.1");
  CurlHttpClientOptions options;
  options.ca_file = server->certificate_path();
  HttpRecorder recorder;
  Exchange(options, *server, &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete) << recorder.end().message;
  EXPECT_EQ(recorder.body(), "ok");
}

TEST(CurlTlsTest, ATrustedCertificateForAnotherNameIsRefused) {
  const auto server = ServerFor("DNS:other.example");
  CurlHttpClientOptions options;
  options.ca_file = server->certificate_path();
  HttpRecorder recorder;
  Exchange(options, *server, &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnect);
  EXPECT_EQ(server->requests(), 0);
}

TEST(CurlTlsTest, TheCertificateMustBeForTheNameThatWasLookedUp) {
  CurlHttpClientOptions options;
  options.lookup = [](const std::string&) { return HostAddresses{{"127.0.0.1"}, ""}; };
  const auto server = ServerFor("DNS:api.invalid");
  options.ca_file = server->certificate_path();
  const std::string port = server->url().substr(server->url().rfind(':'));
  for (const std::string host : {"api.invalid", "another.invalid"}) {
    auto client = CurlHttpClient::Create(options);
    HttpRequest request;
    request.url = "https://" + host + port;
    request.body = std::make_shared<const std::string>("{}");
    HttpRecorder recorder;
    (*client)->Start(std::move(request), &recorder);
    ASSERT_TRUE(recorder.WaitForEnd());
    EXPECT_EQ(recorder.end().cause, host == "api.invalid" ? Cause::kComplete : Cause::kConnect)
        << host << ": " << recorder.end().message;
  }
}

TEST(CurlTlsTest, Http2FallsBackToHttp11WhereTheServerDoesNotOfferIt) {
  const auto server = ServerFor("IP:127.0.0.1");
  CurlHttpClientOptions options;
  options.ca_file = server->certificate_path();
  options.http_version = CurlHttpClientOptions::HttpVersion::k2Tls;
  HttpRecorder recorder;
  Exchange(options, *server, &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kComplete) << recorder.end().message;
}

}  // namespace
}  // namespace footnote::upstream
