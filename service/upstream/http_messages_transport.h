// The Messages API over HTTP, in JSON mode: one request, one whole message.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_

#include "service/upstream/http_client.h"
#include "service/upstream/platform.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Thread-safe. The message is parsed on the client's thread that heard it.
class HttpMessagesTransport : public MessagesTransport {
 public:
  // Both must outlive the transport; `http` must also outlive every call, which its destruction
  // ends.
  HttpMessagesTransport(const Platform* platform, HttpClient* http);

  MessagesCallId Send(MessagesCall call, MessagesObserver* observer) override;
  void Cancel(MessagesCallId id) override;

 private:
  const Platform& platform_;
  HttpClient& http_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_
