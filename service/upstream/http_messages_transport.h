// SPDX-License-Identifier: Apache-2.0
// The transport for the Messages API over HTTP.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_

#include "service/upstream/credentials/credentials_source.h"
#include "service/upstream/deferred_calls.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/timer.h"
#include "service/upstream/routes.h"
#include "service/upstream/transport.h"
#include "service/upstream/worker_pool.h"

namespace footnote::upstream {

// Makes one attempt for each call, on the route of the call. A call with an unknown route fails
// with INVALID_REQUEST.
//
// Responses are parsed, and the observer is called, on the thread of the HTTP client that received
// them, or on a worker if they are large; the events of one read are delivered together. A call
// ends for its observer as soon as the message does, with message_stop or an error event, even if
// the API keeps the response open. The transport then waits up to a second for the rest of the
// response, so that the connection can be reused. Thread-safe.
class HttpMessagesTransport : public MessagesTransport {
 public:
  // All must outlive the transport; `http` must also outlive every call, which its destruction
  // ends. `timer` is used only for calls whose credentials are not available immediately.
  // `workers` may be null; otherwise it must be destroyed after the transport and before `http`.
  HttpMessagesTransport(const Routes* routes, HttpClient* http, Timer* timer,
                        WorkerPool* workers = nullptr);

  MessagesCallId Send(MessagesCall call, MessagesObserver* observer) override;
  void Cancel(MessagesCallId id) override;
  void Pause(MessagesCallId id) override;
  void Resume(MessagesCallId id) override;

 private:
  HttpTransferId Start(const Route& route, MessagesCall call, const Credentials& credentials,
                       MessagesObserver* observer);

  const Routes& routes_;
  HttpClient& http_;
  WorkerPool* const workers_;
  DeferredCalls deferred_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_
