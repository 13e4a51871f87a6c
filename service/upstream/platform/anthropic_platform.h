// The Messages API at its own address, or at anything that speaks as it does.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_ANTHROPIC_PLATFORM_H_
#define FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_ANTHROPIC_PLATFORM_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
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
    // The value of `anthropic-version`.
    std::string api_version;
    // Sent as `x-api-key`; left out when empty.
    Secret api_key;
    // Such as "footnote/1.0".
    std::string user_agent;
    // Sent with every call. None may be reserved; names and values must be valid (http_header.h).
    HttpHeaders headers;
  };

  explicit AnthropicPlatform(Options options);

  // POST {base_url}/v1/messages. A header of the call takes the place of a configured one of the
  // same name. Reserved headers of the call are left out, so that no caller can replace the key.
  HttpRequest MakeRequest(MessagesCall call) const override;

  // Values of configured headers are shown only if the name begins with "anthropic-": others may
  // hold a gateway's credentials and read "[redacted]".
  HttpHeaders PublicHeaders(HttpHeaders call_headers) const override;

 private:
  std::string url_;
  // Those that every call has, without the key.
  HttpHeaders own_headers_;
  HttpHeaders configured_headers_;
  Secret api_key_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_ANTHROPIC_PLATFORM_H_
