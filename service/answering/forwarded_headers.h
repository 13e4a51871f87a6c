// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_ANSWERING_FORWARDED_HEADERS_H_
#define FOOTNOTE_SERVICE_ANSWERING_FORWARDED_HEADERS_H_

#include "absl/status/status.h"
#include "service/upstream/http/http_client.h"

namespace footnote::answering {

// Fails with INVALID_REQUEST unless the metadata of a call that `headers` contains can be
// forwarded: each value must be a valid HTTP header value and well-formed UTF-8. A violation names
// the key as `metadata[KEY]`, and contains nothing of the value.
absl::Status CheckForwardedHeaders(const upstream::HttpHeaders& headers);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_FORWARDED_HEADERS_H_
