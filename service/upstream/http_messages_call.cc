// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http_messages_call.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"
#include "service/out_of_memory.h"
#include "service/upstream/event_redaction.h"

namespace footnote::upstream {
namespace {

using Cause = TransferResult::Cause;

// The spare capacity that lets ParseMessage work in place.
constexpr size_t kParserPadding = 64;
// The limit on the memory that a content-length header reserves.
constexpr size_t kMaxReserve = 1 << 20;
// Errors of the API are much smaller; only the start of any other body is used.
constexpr size_t kMaxOtherBody = 64 << 10;
// A message of this size takes about 5 ms to read, and so does an event.
constexpr size_t kLarge = 256 << 10;
// The end of a stream takes time for its whole text.
constexpr size_t kLargeStream = 4 << 20;
// The name of the API's id of a request in the log.
constexpr char kIdField[] = "upstream_request_id";
// The maximum time to wait for the rest of a response after its message has ended.
constexpr absl::Duration kMaxRest = absl::Seconds(1);

// The events of one read, in memory that the thread reuses for the next: events are large, and most
// of the memory that a stream allocates would be for them.
class EventBatch {
 public:
  EventBatch() : events_(std::exchange(Spare(), {})) {}
  EventBatch(const EventBatch&) = delete;
  EventBatch& operator=(const EventBatch&) = delete;
  ~EventBatch() {
    events_.clear();
    if (events_.capacity() <= kMaxSpare) Spare() = std::move(events_);
  }

  // Adds an event to be set; valid until the next one is added.
  messages::StreamEvent* Add() {
    return &std::get<messages::StreamEvent>(events_.emplace_back(
        std::in_place_type<messages::StreamEvent>, messages::Ping()));  // the cheapest alternative
  }
  void RemoveLast() { events_.pop_back(); }
  // Removes and returns the last event if it is an error.
  std::optional<messages::ErrorEvent> TakeError() {
    if (events_.empty()) return std::nullopt;
    auto& last = std::get<messages::StreamEvent>(events_.back());
    auto* const error = std::get_if<messages::ErrorEvent>(&last);
    if (error == nullptr) return std::nullopt;
    std::optional<messages::ErrorEvent> taken = std::move(*error);
    events_.pop_back();
    return taken;
  }
  absl::Span<MessagesEvent> events() { return absl::MakeSpan(events_); }

 private:
  // The memory of more events than these is released.
  static constexpr size_t kMaxSpare = 1024;

  static std::vector<MessagesEvent>& Spare() {
    thread_local std::vector<MessagesEvent> spare;
    return spare;
  }

  std::vector<MessagesEvent> events_;
};

// True if the API or the connection to it ended a transfer, not this server or its caller.
bool EndedByUpstream(Cause cause) {
  return cause != Cause::kCancelled && cause != Cause::kDeadline && cause != Cause::kShutdown;
}

}  // namespace

HttpTransferId HttpMessagesCall::Start(HttpClient* http, WorkerPool* workers,
                                       const Platform* platform,
                                       std::shared_ptr<const Redactor> redactor,
                                       HttpRequest request, bool stream,
                                       MessagesObserver* observer) {
  const std::shared_ptr<HttpMessagesCall> call(new HttpMessagesCall(
      http, workers, platform, std::move(redactor), request.body->size(), stream, observer));
  call->self_ = call;
  const HttpTransferId id = http->Start(std::move(request), call.get());
  call->id_ = id;
  // Requested before the id was known.
  const int64_t delay = call->cancel_after_ns_;
  if (delay >= 0) call->CancelTransferAfter(id, absl::Nanoseconds(delay));
  return id;
}

HttpMessagesCall::HttpMessagesCall(HttpClient* http, WorkerPool* workers, const Platform* platform,
                                   std::shared_ptr<const Redactor> redactor, size_t request_bytes,
                                   bool stream, MessagesObserver* observer)
    : http_(*http),
      workers_(workers),
      platform_(*platform),
      redactor_(std::move(redactor)),
      request_bytes_(request_bytes),
      stream_(stream),
      observer_(observer) {}

void HttpMessagesCall::OnHead(int status,
                              std::vector<std::pair<std::string, std::string>> headers) {
  head_ =
      ReadResponseHead(status, std::move(headers), platform_.response_header_names(), absl::Now());
  if (!head_.is_success()) return;
  if (stream_) reader_ = platform_.NewEventReader(head_);
  if (reader_ != nullptr) {
    body_kind_ = Body::kEvents;
  } else if (head_.is_json() || head_.content_type.empty()) {
    body_kind_ = Body::kMessage;
    body_.reserve(std::min(head_.content_length, kMaxReserve) + kParserPadding);
  }
}

void HttpMessagesCall::OnBody(absl::string_view bytes) {
  if (sequence_ == nullptr && BecomesLarge(bytes.size())) sequence_ = workers_->NewSequence();
  if (sequence_ == nullptr) return ReadBody(bytes);
  sequence_->Run([self = self_, copy = std::string(bytes)] {
    if (!self->is_abandoned_) self->ReadBody(copy);
  });
}

bool HttpMessagesCall::BecomesLarge(size_t bytes) {
  body_bytes_ += bytes;
  if (workers_ == nullptr) return false;
  switch (body_kind_) {
    case Body::kMessage:
      return body_bytes_ > kLarge;
    case Body::kEvents:
      return body_bytes_ > kLargeStream || event_bytes_ + bytes > kLarge;
    case Body::kOther:
      return false;
  }
  return false;
}

void HttpMessagesCall::ReadBody(absl::string_view bytes) {
  if (observer_ == nullptr) return;
  const OutOfMemoryScope scope(kIdField, head_.request_id);
  if (body_kind_ == Body::kEvents) return ReadEvents(bytes);
  if (body_kind_ == Body::kOther) bytes = bytes.substr(0, kMaxOtherBody - body_.size());
  body_.append(bytes.data(), bytes.size());
}

void HttpMessagesCall::OnEnd(const TransferResult& end) {
  const std::shared_ptr<HttpMessagesCall> self = std::move(self_);
  if (sequence_ == nullptr) return ReadEnd(end);
  if (!EndedByUpstream(end.cause)) is_abandoned_ = true;
  sequence_->Run([self, end] { self->ReadEnd(end); });
}

void HttpMessagesCall::ReadEnd(const TransferResult& end) {
  const std::string id = head_.request_id;  // the end may destroy the call
  const OutOfMemoryScope scope(kIdField, id);
  if (observer_ != nullptr) Finish(ResultOfResponse(end));
}

void HttpMessagesCall::ReadEvents(absl::string_view bytes) {
  EventBatch batch;
  reader_->Push(bytes);
  absl::StatusOr<bool> more = true;
  while ((more = reader_->Next(batch.Add())).ok() && *more) {
  }
  batch.RemoveLast();
  event_bytes_ = batch.events().empty() ? event_bytes_ + bytes.size() : 0;
  // The reader stops at an error event.
  const std::optional<messages::ErrorEvent> error = batch.TakeError();
  if (!batch.events().empty()) Deliver(batch.events());
  if (error.has_value()) {
    Finish(ResultOfErrorEvent(error->error));
    CancelAfter(kMaxRest);
  } else if (!more.ok()) {
    Finish(Unreadable(more.status().message(), ""));
    CancelAfter(absl::ZeroDuration());
  } else if (reader_->stopped()) {
    Finish(MessagesResult());
    CancelAfter(kMaxRest);
  }
}

MessagesResult HttpMessagesCall::ResultOfResponse(const TransferResult& end) {
  // The status determines an error even if its body broke off.
  const bool has_error_head = head_.status != 0 && !head_.is_success();
  if (has_error_head && EndedByUpstream(end.cause)) {
    return ResultOfErrorResponse();
  }
  if (body_kind_ == Body::kEvents) return ResultOfEvents(end);
  if (end.cause != Cause::kComplete) return Broken(end);
  if (body_kind_ == Body::kMessage) return ResultOfMessage();
  return Unreadable(
      stream_ ? "its content type is not that of a stream" : "its content type is not JSON", body_);
}

MessagesResult HttpMessagesCall::ResultOfMessage() {
  // The parser takes the body; an error needs only its start.
  const std::string start = body_.substr(0, 256);
  auto read = messages::ParseMessageOrError(std::move(body_));
  if (!read.ok()) return Unreadable(read.status().message(), start);
  if (auto* error = std::get_if<messages::ApiError>(&*read))
    return ResultOfErrorEvent(std::move(*error));
  MessagesEvent event = std::get<messages::Message>(*std::move(read));
  Deliver(absl::MakeSpan(&event, 1));
  return MessagesResult();
}

MessagesResult HttpMessagesCall::ResultOfEvents(const TransferResult& end) {
  // A message with its stop reason is complete, regardless of the rest of its stream.
  if (reader_->AtEnd() != EventReader::End::kTruncated || !EndedByUpstream(end.cause)) {
    return Broken(end);
  }
  MessagesResult truncated;
  truncated.truncated = true;
  return truncated;
}

MessagesResult HttpMessagesCall::ResultOfErrorResponse() {
  ErrorResponse response;
  response.http_status = head_.status;
  response.content_type = head_.content_type;
  response.request_id = head_.request_id;
  response.retry_after = head_.retry_after;
  response.should_retry = head_.should_retry;
  response.api_error = messages::ParseApiError(body_);
  response.body = std::move(body_);
  response.request_bytes = request_bytes_;
  if (head_.request_id.empty() && response.api_error.has_value()) {
    head_.request_id = response.api_error->request_id;
  }
  return ResultWith(ErrorFromResponse(response, *redactor_));
}

MessagesResult HttpMessagesCall::ResultOfErrorEvent(messages::ApiError error) const {
  ErrorInStream in_stream;
  in_stream.http_status = head_.status;
  in_stream.api_error = std::move(error);
  in_stream.request_id = head_.request_id;
  in_stream.request_bytes = request_bytes_;
  MessagesResult end = ResultWith(ErrorFromEvent(in_stream, *redactor_));
  if (end.request_id.empty()) end.request_id = in_stream.api_error.request_id;
  return end;
}

MessagesResult HttpMessagesCall::Unreadable(absl::string_view cause, absl::string_view body) const {
  UnreadableResponse response;
  response.http_status = head_.status;
  response.content_type = head_.content_type;
  response.request_id = head_.request_id;
  response.body = std::string(body);
  response.cause = std::string(cause);
  return ResultWith(ErrorFromUnreadableResponse(response, *redactor_));
}

MessagesResult HttpMessagesCall::Broken(const TransferResult& end) const {
  BrokenTransfer transfer;
  transfer.end = end;
  transfer.stream = stream_;
  transfer.http_status = head_.status;
  transfer.request_id = head_.request_id;
  return ResultWith(ErrorFromTransfer(transfer, *redactor_));
}

MessagesResult HttpMessagesCall::ResultWith(UpstreamError error) const {
  MessagesResult end;
  end.status = std::move(error.status);
  end.failure = std::move(error.failure);
  return end;
}

void HttpMessagesCall::Deliver(absl::Span<MessagesEvent> events) {
  for (MessagesEvent& event : events) RedactEvent(*redactor_, &event);
  observer_->OnEvents(events);
}

void HttpMessagesCall::Finish(MessagesResult end) {
  if (end.request_id.empty()) end.request_id = head_.request_id;
  end.request_id = redactor_->Redact(std::move(end.request_id));
  MessagesObserver* const observer = std::exchange(observer_, nullptr);
  reader_.reset();
  body_ = std::string();
  observer->OnEnd(std::move(end));
}

void HttpMessagesCall::CancelAfter(absl::Duration delay) {
  cancel_after_ns_ = absl::ToInt64Nanoseconds(delay);
  const HttpTransferId id = id_;
  if (id != 0) CancelTransferAfter(id, delay);  // else Start does it
}

void HttpMessagesCall::CancelTransferAfter(HttpTransferId id, absl::Duration delay) {
  http_.CancelAfter(id, delay);
  // The observer may have paused the transfer, and does not resume it after its OnEnd.
  http_.Resume(id);
}

}  // namespace footnote::upstream
