// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_cause.h"

#include <curl/curl.h>
#include <gtest/gtest.h>

#include <map>

#include "service/upstream/http/http_client.h"

namespace footnote::upstream {
namespace {

using Cause = TransferResult::Cause;

// The codes whose cause is not kProtocol if nothing was sent.
const std::map<CURLcode, Cause>& CausesBeforeSending() {
  static const auto& causes = *new std::map<CURLcode, Cause>{
      {CURLE_OK, Cause::kComplete},
      {CURLE_URL_MALFORMAT, Cause::kInvalidRequest},
      {CURLE_OPERATION_TIMEDOUT, Cause::kConnectTimeout},
      {CURLE_COULDNT_RESOLVE_PROXY, Cause::kConnect},
      {CURLE_COULDNT_RESOLVE_HOST, Cause::kConnect},
      {CURLE_COULDNT_CONNECT, Cause::kConnect},
      {CURLE_INTERFACE_FAILED, Cause::kConnect},
      {CURLE_PROXY, Cause::kConnect},
      {CURLE_OUT_OF_MEMORY, Cause::kConnect},
      {CURLE_SSL_CONNECT_ERROR, Cause::kConnect},
      {CURLE_SSL_ENGINE_INITFAILED, Cause::kConnect},
      {CURLE_SSL_CERTPROBLEM, Cause::kConnect},
      {CURLE_SSL_CIPHER, Cause::kConnect},
      {CURLE_PEER_FAILED_VERIFICATION, Cause::kConnect},
      {CURLE_SSL_CACERT_BADFILE, Cause::kConnect},
      {CURLE_SSL_ISSUER_ERROR, Cause::kConnect},
      {CURLE_ABORTED_BY_CALLBACK, Cause::kConnectionLost},
      {CURLE_PARTIAL_FILE, Cause::kConnectionLost},
      {CURLE_GOT_NOTHING, Cause::kConnectionLost},
      {CURLE_SEND_ERROR, Cause::kConnectionLost},
      {CURLE_RECV_ERROR, Cause::kConnectionLost},
      {CURLE_HTTP2, Cause::kConnectionLost},
      {CURLE_HTTP2_STREAM, Cause::kConnectionLost},
  };
  return causes;
}

// The codes whose cause is not kConnectionLost once the request was sent.
const std::map<CURLcode, Cause>& CausesAfterSending() {
  static const auto& causes = *new std::map<CURLcode, Cause>{
      {CURLE_OK, Cause::kComplete},
      {CURLE_URL_MALFORMAT, Cause::kInvalidRequest},
      {CURLE_UNSUPPORTED_PROTOCOL, Cause::kProtocol},
      {CURLE_WEIRD_SERVER_REPLY, Cause::kProtocol},
      {CURLE_BAD_CONTENT_ENCODING, Cause::kProtocol},
  };
  return causes;
}

class CauseOfTest : public testing::TestWithParam<int> {
 protected:
  const CURLcode code_ = static_cast<CURLcode>(GetParam());
};

TEST_P(CauseOfTest, BeforeSending) {
  const auto row = CausesBeforeSending().find(code_);
  EXPECT_EQ(CauseOf(code_, false),
            row == CausesBeforeSending().end() ? Cause::kProtocol : row->second)
      << curl_easy_strerror(code_);
}

TEST_P(CauseOfTest, AfterSending) {
  const auto row = CausesAfterSending().find(code_);
  EXPECT_EQ(CauseOf(code_, true),
            row == CausesAfterSending().end() ? Cause::kConnectionLost : row->second)
      << curl_easy_strerror(code_);
}

INSTANTIATE_TEST_SUITE_P(EveryCode, CauseOfTest, testing::Range(0, static_cast<int>(CURL_LAST)));

}  // namespace
}  // namespace footnote::upstream
