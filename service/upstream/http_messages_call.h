// One call of HttpMessagesTransport.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_CALL_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_CALL_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/messages/stream/stream_reader.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/response_head.h"
#include "service/upstream/transport.h"
#include "service/upstream/upstream_error.h"

namespace footnote::upstream {

// Reads the response of one transfer for one observer. Lives until the transfer's end, which may be
// later than the end that the observer hears.
class HttpMessagesCall : public HttpObserver {
 public:
  // Starts the transfer of `request`; returns its id. `http` must live until the transfer's end,
  // `observer` until its own.
  static HttpTransferId Start(HttpClient* http, HttpRequest request, bool stream,
                              MessagesObserver* observer);

  void OnHead(int status, std::vector<std::pair<std::string, std::string>> headers) override;
  void OnBody(absl::string_view bytes) override;
  void OnEnd(const TransferResult& end) override;

 private:
  // What the body is. An error's body is kOther.
  enum class Body { kMessage, kEvents, kOther };

  HttpMessagesCall(HttpClient* http, size_t request_bytes, bool stream, MessagesObserver* observer);

  void ReadEvents(absl::string_view bytes);

  // How the call ended, now that the transfer has.
  MessagesResult EndOfResponse(const TransferResult& end);
  MessagesResult EndOfMessage();
  MessagesResult EndOfEvents(const TransferResult& end);
  MessagesResult EndInResponseError();
  MessagesResult ResultInEvent(messages::ApiError error) const;
  MessagesResult Unreadable(absl::string_view why, absl::string_view body) const;
  MessagesResult Broken(const TransferResult& end) const;
  MessagesResult ResultWith(UpstreamError error) const;

  // Tells the observer, and leaves the rest of the response to nobody.
  void EndObserver(MessagesResult end);
  // Has the transfer cancelled after `delay`.
  void CancelAfter(absl::Duration delay);
  void CancelTransferAfter(HttpTransferId id, absl::Duration delay);

  HttpClient& http_;
  const size_t request_bytes_;
  const bool stream_;
  MessagesObserver* observer_;  // null once it has heard the end
  ResponseHead head_;
  Body body_kind_ = Body::kOther;
  std::string body_;                                // kMessage, kOther
  std::unique_ptr<messages::StreamReader> reader_;  // kEvents

  // The transfer's id becomes known when Start returns, which may be after its first bytes came, or
  // after its end.
  std::shared_ptr<HttpMessagesCall> self_;  // until the transfer's end
  std::atomic<HttpTransferId> id_{0};
  std::atomic<int64_t> cancel_after_ns_{-1};  // negative: not asked for
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_CALL_H_
