// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CREDENTIALS_STATIC_CREDENTIALS_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CREDENTIALS_STATIC_CREDENTIALS_H_

#include <memory>
#include <utility>

#include "service/secret.h"
#include "service/upstream/credentials/credentials_source.h"

namespace footnote::upstream {

// Credentials that do not change.
class StaticCredentials final : public CredentialsSource {
 public:
  explicit StaticCredentials(const Secret& token)
      : credentials_(std::make_shared<const Credentials>(Credentials{token})) {}

  CredentialsPtr Current() override { return credentials_; }
  void Get(Callback done) override { done(credentials_); }

 private:
  const CredentialsPtr credentials_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CREDENTIALS_STATIC_CREDENTIALS_H_
