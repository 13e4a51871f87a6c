// SPDX-License-Identifier: Apache-2.0
// One attempt of HttpMessagesTransport.
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
#include "absl/types/span.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/response_head.h"
#include "service/upstream/platform/event_reader.h"
#include "service/upstream/platform/platform.h"
#include "service/upstream/redactor.h"
#include "service/upstream/transport.h"
#include "service/upstream/upstream_error.h"
#include "service/upstream/worker_pool.h"

namespace footnote::upstream {

// Reads the response of one transfer for one observer. Lives until the end of the transfer, which
// may be later than the observer's OnEnd.
//
// A response is read on the thread of the HTTP client as long as each step is short. A large
// message, and a stream from its first large event on, are read on a worker: so everything that
// follows, in order, and never on both threads at the same time.
class HttpMessagesCall : public HttpObserver {
 public:
  // Starts the transfer of `request`; returns its id. `http` and `platform` must live until the end
  // of the transfer, `observer` until its OnEnd. `redactor` is the platform's for the credentials
  // of `request`.
  // `workers` may be null; then everything is read on the thread of the HTTP client. Otherwise
  // it must be destroyed before `http`.
  static HttpTransferId Start(HttpClient* http, WorkerPool* workers, const Platform* platform,
                              std::shared_ptr<const Redactor> redactor, HttpRequest request,
                              bool stream, MessagesObserver* observer);

  void OnHead(int status, std::vector<std::pair<std::string, std::string>> headers) override;
  void OnBody(absl::string_view bytes) override;
  void OnEnd(const TransferResult& end) override;

 private:
  // The content of the body. The body of an error is kOther.
  enum class Body { kMessage, kEvents, kOther };

  HttpMessagesCall(HttpClient* http, WorkerPool* workers, const Platform* platform,
                   std::shared_ptr<const Redactor> redactor, size_t request_bytes, bool stream,
                   MessagesObserver* observer);

  // True if what follows `bytes` more bytes of the body must be read on a worker.
  bool BecomesLarge(size_t bytes);
  void ReadBody(absl::string_view bytes);
  void ReadEvents(absl::string_view bytes);
  void ReadEnd(const TransferResult& end);

  // Return the result of the call when the transfer has ended.
  MessagesResult ResultOfResponse(const TransferResult& end);
  MessagesResult ResultOfMessage();
  MessagesResult ResultOfEvents(const TransferResult& end);
  MessagesResult ResultOfErrorResponse();
  MessagesResult ResultOfErrorEvent(messages::ApiError error) const;
  MessagesResult Unreadable(absl::string_view cause, absl::string_view body) const;
  MessagesResult Broken(const TransferResult& end) const;
  MessagesResult ResultWith(UpstreamError error) const;

  // Redacts and delivers events; never empty.
  void Deliver(absl::Span<MessagesEvent> events);
  // Delivers the result; the rest of the response is ignored.
  void Finish(MessagesResult end);
  // Cancels the transfer after `delay`.
  void CancelAfter(absl::Duration delay);
  void CancelTransferAfter(HttpTransferId id, absl::Duration delay);

  HttpClient& http_;
  WorkerPool* const workers_;
  const Platform& platform_;
  const std::shared_ptr<const Redactor> redactor_;
  const size_t request_bytes_;
  const bool stream_;
  MessagesObserver* observer_;  // null after its OnEnd
  ResponseHead head_;
  Body body_kind_ = Body::kOther;
  std::string body_;                     // kMessage, kOther
  std::unique_ptr<EventReader> reader_;  // kEvents

  // Used by the thread of the HTTP client.
  std::unique_ptr<WorkerPool::Sequence> sequence_;  // set once the response is read on a worker
  size_t body_bytes_ = 0;
  // True if the caller or this server ended the call, so that nobody wants the events that wait.
  std::atomic<bool> is_abandoned_{false};
  // The bytes since the last event.
  std::atomic<size_t> event_bytes_{0};

  // The id of the transfer is known when HttpClient::Start returns, which may be after the first
  // bytes were received, or after the end.
  std::shared_ptr<HttpMessagesCall> self_;  // until the end of the transfer
  std::atomic<HttpTransferId> id_{0};
  std::atomic<int64_t> cancel_after_ns_{-1};  // negative: not requested
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_MESSAGES_CALL_H_
