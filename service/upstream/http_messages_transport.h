// The Messages API over HTTP: one request, one message, whole or as a stream of events.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_

#include "absl/time/time.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/platform/platform.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Limits of one call, beside its deadline. Zero or infinite: none.
struct HttpMessagesOptions {
  // Of a call that asks for a whole message, from start to end.
  absl::Duration request_timeout = absl::Seconds(600);
  // Of one that asks for a stream: from start to end, from the start to the first byte of the body,
  // and from one byte to the next.
  absl::Duration stream_timeout = absl::Hours(1);
  absl::Duration first_byte_timeout = absl::Seconds(300);
  absl::Duration idle_timeout = absl::Seconds(120);
};

// Tries once. What is heard is parsed on the client's thread that heard it; the events of one
// reading go on together. A call ends for its observer as soon as the message does: with
// message_stop or an error event, even if upstream keeps the response open. The rest of the
// response is then waited for, so that the connection can serve again, but for a second at most.
// Thread-safe.
class HttpMessagesTransport : public MessagesTransport {
 public:
  // Both must outlive the transport; `http` must also outlive every call, which its destruction
  // ends.
  HttpMessagesTransport(const Platform* platform, HttpClient* http,
                        const HttpMessagesOptions& options = {});

  MessagesCallId Send(MessagesCall call, MessagesObserver* observer) override;
  void Cancel(MessagesCallId id) override;
  void Pause(MessagesCallId id) override;
  void Resume(MessagesCallId id) override;

 private:
  const Platform& platform_;
  HttpClient& http_;
  const HttpMessagesOptions options_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_TRANSPORT_H_
