// SPDX-License-Identifier: Apache-2.0
// The interface from which a route obtains its credentials.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CREDENTIALS_CREDENTIALS_SOURCE_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CREDENTIALS_CREDENTIALS_SOURCE_H_

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "service/secret.h"

namespace footnote::upstream {

// The credentials of one request.
struct Credentials {
  // An API key or an access token; the platform determines its header. Empty for no credentials.
  Secret token;
};

using CredentialsPtr = std::shared_ptr<const Credentials>;

// Thread-safe.
class CredentialsSource {
 public:
  using Callback = std::function<void(absl::StatusOr<CredentialsPtr>)>;

  virtual ~CredentialsSource() = default;

  // Returns the credentials if they are available without waiting, else null.
  virtual CredentialsPtr Current() = 0;

  // Obtains credentials and calls `done` at most once: within this call, or later on any thread. A
  // source that is destroyed first does not call it. An error with code UNAVAILABLE or
  // DEADLINE_EXCEEDED is retryable. An error is never shown to a caller.
  virtual void Get(Callback done) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CREDENTIALS_CREDENTIALS_SOURCE_H_
