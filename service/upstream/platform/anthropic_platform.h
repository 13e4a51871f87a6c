// SPDX-License-Identifier: Apache-2.0
// The Claude API, or a gateway with the same interface.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_ANTHROPIC_PLATFORM_H_
#define FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_ANTHROPIC_PLATFORM_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "service/secret.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/platform/platform.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Thread-safe.
class AnthropicPlatform : public Platform {
 public:
  struct Options {
    // From NormalizeBaseUrl.
    std::string base_url;
    // The name of an abstract Unix socket to connect to instead of the host; empty for none.
    std::string abstract_unix_socket;
    // The value of `anthropic-version`.
    std::string api_version;
    // For example "footnote/1.0".
    std::string user_agent;
    // Sent with every call. Must not be reserved; names and values must be valid (http_header.h).
    HttpHeaders headers;
    // Secrets that a response may repeat in addition to those of the requests, such as the password
    // of a proxy.
    std::vector<Secret> other_secrets;
  };

  explicit AnthropicPlatform(Options options);

  // Returns POST {base_url}/v1/messages, with the token of `credentials` as `x-api-key` unless it
  // is empty. A header of the call replaces a configured one of the same name. Reserved headers of
  // the call are omitted, so that no caller can replace the key.
  HttpRequest MakeRequest(MessagesCall call, const Credentials& credentials) const override;

  // Returns the values of configured headers only if the name begins with "anthropic-"; others,
  // which may be credentials of a gateway, are "[redacted]".
  HttpHeaders PublicHeaders(HttpHeaders call_headers) const override;

  // The secrets are the token and the values that PublicHeaders hides.
  std::shared_ptr<const Redactor> RedactorFor(const Credentials& credentials) const override;

  const ResponseHeaderNames& response_header_names() const override;

  // Reads server-sent events: content type `text/event-stream`, or none.
  std::unique_ptr<EventReader> NewEventReader(const ResponseHead& head) const override;

 private:
  std::string url_;
  std::string abstract_unix_socket_;
  // The headers of every call, without the key.
  HttpHeaders own_headers_;
  HttpHeaders configured_headers_;
  std::vector<Secret> other_secrets_;

  // The redactor of the last credentials, which most calls share.
  mutable absl::Mutex redactor_mutex_;
  mutable Secret redactor_token_ ABSL_GUARDED_BY(redactor_mutex_);
  mutable std::shared_ptr<const Redactor> redactor_ ABSL_GUARDED_BY(redactor_mutex_);
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_ANTHROPIC_PLATFORM_H_
