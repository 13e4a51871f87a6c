// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_UPSTREAM_ROUTES_H_
#define FOOTNOTE_SERVICE_UPSTREAM_ROUTES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/upstream/credentials/credentials_source.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/platform/platform.h"
#include "service/upstream/route_table.h"

namespace footnote::upstream {

// The time limits of one attempt, in addition to the deadline of its call. Infinite: no limit.
struct RouteTimeouts {
  // For a complete message, from start to end.
  absl::Duration request_timeout = absl::InfiniteDuration();
  // For a stream: from start to end, from the start to the first byte of the body, and between two
  // reads of the body.
  absl::Duration stream_timeout = absl::InfiniteDuration();
  absl::Duration first_byte_timeout = absl::InfiniteDuration();
  absl::Duration idle_timeout = absl::InfiniteDuration();
};

// One way to reach a model.
struct Route {
  std::string name;
  // Not owned; both must outlive the route.
  const Platform* platform = nullptr;
  CredentialsSource* credentials = nullptr;
  RouteTimeouts timeouts;
  // The names, in lower case, of those headers of a call that are sent on this route.
  std::vector<std::string> forwarded_headers;
};

// The routes of the server. Thread-safe.
class Routes final : public RouteTable {
 public:
  // `routes` must not be empty and have unique names.
  explicit Routes(std::vector<Route> routes);

  // Returns the route with `name`, the first route if `name` is empty, or null if there is none.
  const Route* Find(absl::string_view name) const;

  // Removes those of `headers` that are not sent on `route`.
  void KeepForwardedHeaders(const Route& route, HttpHeaders* headers) const;

  // Every header name that at least one route forwards, each once.
  const std::vector<std::string>& forwarded_headers() const { return forwarded_headers_; }

  HttpHeaders PublicHeaders(absl::string_view route, HttpHeaders call_headers) const override;

  std::string Redact(std::string text) const override;

 private:
  const std::vector<Route> routes_;
  std::vector<std::string> forwarded_headers_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_ROUTES_H_
