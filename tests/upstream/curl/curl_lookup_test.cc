// SPDX-License-Identifier: Apache-2.0
// Transfers to hosts that must be looked up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/event.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::HasSubstr;
using testing_support::HttpRecorder;
using testing_support::HttpReply;
using testing_support::RawHttpServer;
using Cause = TransferResult::Cause;

std::string PortOf(const RawHttpServer& server) {
  return server.url().substr(server.url().rfind(':'));
}

CurlHttpClientOptions With(std::function<HostAddresses(const std::string&)> lookup) {
  CurlHttpClientOptions options = CurlTestOptions();
  options.lookup = std::move(lookup);
  return options;
}

TEST(CurlLookupTest, ConnectsToTheAddressesOfTheHost) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient(With([](const std::string& host) {
    EXPECT_EQ(host, "api.invalid");
    return HostAddresses{{"127.0.0.1"}, ""};
  }));
  for (int i = 0; i < 2; ++i) {
    HttpRecorder recorder;
    Exchange(*client, Request(absl::StrCat("http://api.invalid", PortOf(server))), &recorder);
    EXPECT_EQ(recorder.body(), "ok") << recorder.end().message;
  }
}

TEST(CurlLookupTest, TriesTheNextAddress) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient(With([](const std::string&) {
    return HostAddresses{{"::1", "127.0.0.1"}, ""};
  }));
  HttpRecorder recorder;
  Exchange(*client, Request(absl::StrCat("http://api.invalid", PortOf(server))), &recorder);
  EXPECT_EQ(recorder.body(), "ok") << recorder.end().message;
}

TEST(CurlLookupTest, DoesNotLookUpAnAddress) {
  RawHttpServer server(Always(HttpReply("ok")));
  const auto client = MakeClient(With([](const std::string& host) {
    ADD_FAILURE() << host;
    return HostAddresses();
  }));
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.body(), "ok");
}

TEST(CurlLookupTest, ManyCallsToAnUnknownHostMakeOneLookUp) {
  constexpr int kCalls = 1500;
  std::atomic<int> lookups{0};
  testing_support::Event all_started;
  std::deque<HttpRecorder> recorders(kCalls);
  const auto client = MakeClient(With([&](const std::string&) {
    ++lookups;
    all_started.Await();
    return HostAddresses{{}, "no such host"};
  }));
  for (HttpRecorder& recorder : recorders) client->Start(Request("http://api.invalid"), &recorder);
  all_started.Happen();
  for (HttpRecorder& recorder : recorders) {
    ASSERT_TRUE(recorder.WaitForEnd());
    EXPECT_EQ(recorder.end().cause, Cause::kConnect);
    EXPECT_FALSE(recorder.end().sent);
    EXPECT_THAT(recorder.end().message, HasSubstr("resolve host"));
  }
  EXPECT_EQ(lookups, 1);
}

class StuckLookupTest : public testing::Test {
 protected:
  ~StuckLookupTest() override { release_->Happen(); }
  CurlHttpClientOptions Stuck() {
    // Shared with the look-up, which may outlive the test.
    return With([release = release_](const std::string&) {
      release->Await();
      return HostAddresses();
    });
  }
  const std::shared_ptr<testing_support::Event> release_ =
      std::make_shared<testing_support::Event>();
};

TEST_F(StuckLookupTest, TheConnectTimeoutIncludesTheLookUp) {
  CurlHttpClientOptions options = Stuck();
  options.connect_timeout = absl::Milliseconds(50);
  const auto client = MakeClient(options);
  HttpRecorder recorder;
  Exchange(*client, Request("http://api.invalid"), &recorder);
  EXPECT_EQ(recorder.end().cause, Cause::kConnectTimeout);
  EXPECT_FALSE(recorder.end().sent);
}

TEST_F(StuckLookupTest, ATransferThatWaitsCanBeCancelled) {
  const auto client = MakeClient(Stuck());
  HttpRecorder recorder;
  client->Cancel(client->Start(Request("http://api.invalid"), &recorder));
  ASSERT_TRUE(recorder.WaitForEnd());
  EXPECT_EQ(recorder.end().cause, Cause::kCancelled);
}

TEST_F(StuckLookupTest, OtherTransfersGoOn) {
  RawHttpServer server(Always(HttpReply("ok")));
  HttpRecorder waiting;
  const auto client = MakeClient(Stuck());
  client->Start(Request("http://api.invalid"), &waiting);
  HttpRecorder recorder;
  Exchange(*client, Request(server.url()), &recorder);
  EXPECT_EQ(recorder.body(), "ok");
  EXPECT_EQ(waiting.ends(), 0);
}

TEST_F(StuckLookupTest, ShuttingDownDoesNotWaitForALookUp) {
  HttpRecorder recorder;
  {
    const auto client = MakeClient(Stuck());
    client->Start(Request("http://api.invalid"), &recorder);
  }
  EXPECT_EQ(recorder.end().cause, Cause::kShutdown);
}

}  // namespace
}  // namespace footnote::upstream
