// SPDX-License-Identifier: Apache-2.0
// Removes the credentials of this server from what the API or a gateway returns.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_REDACTOR_H_
#define FOOTNOTE_SERVICE_UPSTREAM_REDACTOR_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/secret.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// Replaces every occurrence of a secret by "[redacted]". A secret is found in any case, with any of
// its characters percent-encoded or escaped as in JSON, and if the text ends within it. Whatever
// looks like an API key (`sk-...`) is replaced too, because a gateway may add another key.
// Immutable and thread-safe.
class Redactor {
 public:
  // Shorter values are not secrets: they would occur by chance.
  static constexpr size_t kMinSecretBytes = 4;

  // Knows no secret; replaces only what looks like an API key.
  Redactor() = default;
  // `token`, the values of `headers` and `others` are secrets, except short ones. Of a value with
  // an authentication scheme, such as `Bearer TOKEN`, the part after the scheme is a secret too.
  Redactor(const Secret& token, const HttpHeaders& headers, const std::vector<Secret>& others = {});

  std::string Redact(std::string text) const;

 private:
  void AddSecret(const std::string& value);

  std::vector<Secret> secrets_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_REDACTOR_H_
