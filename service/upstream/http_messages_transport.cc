// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http_messages_transport.h"

#include <memory>
#include <utility>

#include "service/status/rich_status.h"
#include "service/upstream/http_messages_call.h"

namespace footnote::upstream {

HttpMessagesTransport::HttpMessagesTransport(const Routes* routes, HttpClient* http, Timer* timer,
                                             WorkerPool* workers)
    : routes_(*routes), http_(*http), workers_(workers), deferred_(http, timer) {}

MessagesCallId HttpMessagesTransport::Send(MessagesCall call, MessagesObserver* observer) {
  const Route* const route = routes_.Find(call.route);
  if (route == nullptr) {
    MessagesResult result;
    result.status = status::InvalidRequest(
        {{"route", v1::UNKNOWN_ROUTE, "must be the name of a configured route"}});
    result.failure.kind = Failure::Kind::kFinal;
    observer->OnEnd(std::move(result));
    return 0;
  }
  routes_.KeepForwardedHeaders(*route, &call.headers);
  if (const CredentialsPtr credentials = route->credentials->Current()) {
    return Start(*route, std::move(call), *credentials, observer);
  }
  return deferred_.Send(
      std::move(call), route->credentials,
      [this, route](MessagesCall ready, const Credentials& credentials,
                    MessagesObserver* ready_observer) {
        return Start(*route, std::move(ready), credentials, ready_observer);
      },
      observer);
}

HttpTransferId HttpMessagesTransport::Start(const Route& route, MessagesCall call,
                                            const Credentials& credentials,
                                            MessagesObserver* observer) {
  const bool stream = call.stream;
  std::shared_ptr<const Redactor> redactor = route.platform->RedactorFor(credentials);
  HttpRequest request = route.platform->MakeRequest(std::move(call), credentials);
  if (stream) {
    request.total_timeout = route.timeouts.stream_timeout;
    request.first_byte_timeout = route.timeouts.first_byte_timeout;
    request.idle_timeout = route.timeouts.idle_timeout;
    request.streams = true;
  } else {
    request.total_timeout = route.timeouts.request_timeout;
  }
  return HttpMessagesCall::Start(&http_, workers_, route.platform, std::move(redactor),
                                 std::move(request), stream, observer);
}

void HttpMessagesTransport::Cancel(MessagesCallId id) {
  DeferredCalls::IsDeferred(id) ? deferred_.Cancel(id) : http_.Cancel(id);
}

void HttpMessagesTransport::Pause(MessagesCallId id) {
  DeferredCalls::IsDeferred(id) ? deferred_.Pause(id) : http_.Pause(id);
}

void HttpMessagesTransport::Resume(MessagesCallId id) {
  DeferredCalls::IsDeferred(id) ? deferred_.Resume(id) : http_.Resume(id);
}

}  // namespace footnote::upstream
