// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/routes.h"

#include <algorithm>
#include <utility>

namespace footnote::upstream {
namespace {

bool Contains(const std::vector<std::string>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Routes::Routes(std::vector<Route> routes) : routes_(std::move(routes)) {
  for (const Route& route : routes_) {
    for (const std::string& name : route.forwarded_headers) {
      if (!Contains(forwarded_headers_, name)) forwarded_headers_.push_back(name);
    }
  }
}

const Route* Routes::Find(absl::string_view name) const {
  if (name.empty()) return &routes_.front();
  const auto route = std::find_if(routes_.begin(), routes_.end(),
                                  [name](const Route& r) { return r.name == name; });
  return route == routes_.end() ? nullptr : &*route;
}

void Routes::KeepForwardedHeaders(const Route& route, HttpHeaders* headers) const {
  // A call has only headers that some route forwards.
  if (headers->empty() || route.forwarded_headers.size() == forwarded_headers_.size()) return;
  headers->erase(std::remove_if(headers->begin(), headers->end(),
                                [&route](const auto& header) {
                                  return !Contains(route.forwarded_headers, header.first);
                                }),
                 headers->end());
}

HttpHeaders Routes::PublicHeaders(absl::string_view route, HttpHeaders call_headers) const {
  const Route* const found = Find(route);
  if (found == nullptr) return {};
  KeepForwardedHeaders(*found, &call_headers);
  return found->platform->PublicHeaders(std::move(call_headers));
}

std::string Routes::Redact(std::string text) const {
  for (const Route& route : routes_) {
    const CredentialsPtr credentials = route.credentials->Current();
    static const Credentials& none = *new Credentials();
    text = route.platform->RedactorFor(credentials == nullptr ? none : *credentials)
               ->Redact(std::move(text));
  }
  return text;
}

}  // namespace footnote::upstream
