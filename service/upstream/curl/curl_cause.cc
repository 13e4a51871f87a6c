// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/curl_cause.h"

#include <algorithm>
#include <iterator>

namespace footnote::upstream {
namespace {

using Cause = TransferResult::Cause;

struct CauseRow {
  CURLcode code;
  Cause cause;
};

// The causes if nothing was sent.
constexpr CauseRow kCauses[] = {
    {CURLE_OK, Cause::kComplete},
    // The URL.
    {CURLE_URL_MALFORMAT, Cause::kInvalidRequest},
    // No connection. The only limit of time that libcurl knows is that to connect.
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
    // The connection broke.
    {CURLE_ABORTED_BY_CALLBACK, Cause::kConnectionLost},
    {CURLE_PARTIAL_FILE, Cause::kConnectionLost},
    {CURLE_GOT_NOTHING, Cause::kConnectionLost},
    {CURLE_SEND_ERROR, Cause::kConnectionLost},
    {CURLE_RECV_ERROR, Cause::kConnectionLost},
    {CURLE_HTTP2, Cause::kConnectionLost},
    {CURLE_HTTP2_STREAM, Cause::kConnectionLost},
    // Not HTTP.
    {CURLE_UNSUPPORTED_PROTOCOL, Cause::kProtocol},
    {CURLE_WEIRD_SERVER_REPLY, Cause::kProtocol},
    {CURLE_BAD_CONTENT_ENCODING, Cause::kProtocol},
};

}  // namespace

Cause CauseOf(CURLcode code, bool sent) {
  const auto* row = std::find_if(std::begin(kCauses), std::end(kCauses),
                                 [code](const CauseRow& r) { return r.code == code; });
  if (row == std::end(kCauses)) return sent ? Cause::kConnectionLost : Cause::kProtocol;
  const bool before_sending = row->cause == Cause::kConnect || row->cause == Cause::kConnectTimeout;
  return sent && before_sending ? Cause::kConnectionLost : row->cause;
}

}  // namespace footnote::upstream
