// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CERTIFICATE_FILE_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CERTIFICATE_FILE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace footnote::upstream {

// True if `pem` contains at least one certificate and all its certificates have the form of one:
// Base64 of a DER sequence of the length that it states.
bool HasCertificates(absl::string_view pem);

// Fails unless the file at `path` can be read and has certificates. libcurl would report it only
// when the first transfer fails.
absl::Status CheckCertificateFile(const std::string& path);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CERTIFICATE_FILE_H_
