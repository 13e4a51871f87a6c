// SPDX-License-Identifier: Apache-2.0
// Calls whose credentials were not available when they were sent.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_DEFERRED_CALLS_H_
#define FOOTNOTE_SERVICE_UPSTREAM_DEFERRED_CALLS_H_

#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "service/upstream/credentials/credentials_source.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/timer.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Starts each call when its credentials arrive. A call that waits can be cancelled, and its
// deadline applies. Observers are called on a thread of the credentials' source, of the timer or of
// the HTTP client, never within Cancel, Pause or Resume, except by a timer that shuts down.
// Thread-safe.
class DeferredCalls {
 public:
  // Starts the transfer of a call; returns its id.
  using StartTransfer = std::function<HttpTransferId(MessagesCall call, const Credentials&,
                                                     MessagesObserver* observer)>;

  // `http` and `timer` must outlive this object and every call.
  DeferredCalls(HttpClient* http, Timer* timer);
  // Ends calls that wait with SHUTTING_DOWN.
  ~DeferredCalls();

  // True for ids of deferred calls; other ids are those of transfers.
  static bool IsDeferred(MessagesCallId id) { return (id & kDeferredBit) != 0; }

  // Sends `call` as soon as `source` has credentials.
  MessagesCallId Send(MessagesCall call, CredentialsSource* source, StartTransfer start,
                      MessagesObserver* observer);
  void Cancel(MessagesCallId id);
  void Pause(MessagesCallId id);
  void Resume(MessagesCallId id);

 private:
  class Call;
  class Registry;

  static constexpr MessagesCallId kDeferredBit = MessagesCallId{1} << 63;

  HttpClient& http_;
  Timer& timer_;
  // Shared with the calls, which may outlive this object.
  const std::shared_ptr<Registry> registry_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_DEFERRED_CALLS_H_
