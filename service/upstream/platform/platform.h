// What differs between the places that serve the Messages API. Above a Platform there is one
// request and one response shape.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_PLATFORM_H_
#define FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_PLATFORM_H_

#include <string>
#include <utility>
#include <vector>

#include "service/upstream/http/http_client.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Thread-safe and free of I/O.
class Platform {
 public:
  virtual ~Platform() = default;

  // The HTTP request that carries `call` to this platform.
  virtual HttpRequest MakeRequest(MessagesCall call) const = 0;

  // The headers that MakeRequest would send with a call that has `call_headers`, without those that
  // carry credentials.
  virtual HttpHeaders PublicHeaders(HttpHeaders call_headers) const = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_PLATFORM_H_
