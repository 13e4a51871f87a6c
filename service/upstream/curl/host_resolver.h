// SPDX-License-Identifier: Apache-2.0
// Looks up the addresses of host names on a few threads. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_HOST_RESOLVER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_HOST_RESOLVER_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace footnote::upstream {

// The result of a look-up.
struct HostAddresses {
  // IP addresses in the order in which to try them. Empty after a failure.
  std::vector<std::string> addresses;
  // The cause of a failure.
  std::string error;
};
using HostAddressesPtr = std::shared_ptr<const HostAddresses>;

// Looks up a host in the way of the system: getaddrinfo. Blocks.
HostAddresses SystemLookup(const std::string& host);

// The time of a clock that is never set.
absl::Time SteadyNow();

// Thread-safe. No method blocks. At most one look-up of a host is in progress; all that wait for
// the host share it. The number of hosts is that of the configuration, so that the cache needs no
// limit.
//
// An address is used for `ttl`, and for as long again while a new look-up is in progress. So a slow
// name server delays calls only if no call was made for a while.
class HostResolver {
 public:
  struct Options {
    std::function<HostAddresses(const std::string& host)> lookup = &SystemLookup;
    std::function<absl::Time()> now = &SteadyNow;
    // The maximum number of threads. A thread ends when no look-up waits.
    int max_threads = 4;
    absl::Duration ttl = absl::Seconds(60);
    // The time for which a failure is used.
    absl::Duration failure_ttl = absl::Seconds(2);
  };
  // Called on a look-up thread with a lock held: must not block and must not call the resolver.
  using Callback = std::function<void(HostAddressesPtr)>;

  HostResolver() : HostResolver(Options()) {}
  explicit HostResolver(Options options);
  // No callback is called afterwards. Does not wait for look-ups, which cannot be cancelled; their
  // threads end after them.
  ~HostResolver();
  HostResolver(const HostResolver&) = delete;
  HostResolver& operator=(const HostResolver&) = delete;

  // Returns the addresses if they are known; then `done` is not called. Otherwise calls it once the
  // host was looked up.
  HostAddressesPtr Resolve(const std::string& host, Callback done);

 private:
  class State;

  const std::shared_ptr<State> state_;  // shared with the threads
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_HOST_RESOLVER_H_
