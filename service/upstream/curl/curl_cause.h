// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_CAUSE_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_CAUSE_H_

#include <curl/curl.h>

#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// Returns the cause of the end of a transfer with libcurl's result `code`. If the request was
// `sent`, no failure counts as one to connect: libcurl uses several codes in every phase, such as
// CURLE_OUT_OF_MEMORY for a header line that is too long, and whoever received the request may have
// processed it.
TransferResult::Cause CauseOf(CURLcode code, bool sent);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_CAUSE_H_
