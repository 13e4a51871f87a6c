// SPDX-License-Identifier: Apache-2.0
// The interface for everything that differs between the services that offer the Messages API. All
// other code uses one form of request and one form of response.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_PLATFORM_H_
#define FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_PLATFORM_H_

#include <memory>

#include "service/upstream/credentials/credentials_source.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/response_head.h"
#include "service/upstream/platform/event_reader.h"
#include "service/upstream/redactor.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Thread-safe. Performs no I/O.
class Platform {
 public:
  virtual ~Platform() = default;

  // Returns the HTTP request for `call`.
  virtual HttpRequest MakeRequest(MessagesCall call, const Credentials& credentials) const = 0;

  // Returns the headers that MakeRequest adds for a call with `call_headers`, without those that
  // contain credentials.
  virtual HttpHeaders PublicHeaders(HttpHeaders call_headers) const = 0;

  // Returns the redactor for responses to requests that MakeRequest made with `credentials`: it
  // knows the credentials in each form in which a request contains them, and the values of all
  // headers that PublicHeaders hides. Never null.
  virtual std::shared_ptr<const Redactor> RedactorFor(const Credentials& credentials) const = 0;

  // Returns the names of the response headers that concern a retry or identify the request.
  virtual const ResponseHeaderNames& response_header_names() const = 0;

  // Returns a reader for the body of a 2xx response with `head` if it is a stream of events, else
  // null.
  virtual std::unique_ptr<EventReader> NewEventReader(const ResponseHead& head) const = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_PLATFORM_H_
