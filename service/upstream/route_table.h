// SPDX-License-Identifier: Apache-2.0
// The routes of the server, as the answering room needs them.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_ROUTE_TABLE_H_
#define FOOTNOTE_SERVICE_UPSTREAM_ROUTE_TABLE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// Thread-safe.
class RouteTable {
 public:
  virtual ~RouteTable() = default;

  // The headers of a request on `route` for a call with `call_headers`, in the order in which they
  // are sent, without those that carry credentials. An empty `route` is the first route.
  virtual HttpHeaders PublicHeaders(absl::string_view route, HttpHeaders call_headers) const = 0;

  // Returns `text` without the credentials of any route (redactor.h).
  virtual std::string Redact(std::string text) const = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_ROUTE_TABLE_H_
