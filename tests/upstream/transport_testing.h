// SPDX-License-Identifier: Apache-2.0
// Fakes for the tests of HttpMessagesTransport.
#ifndef FOOTNOTE_TESTS_UPSTREAM_TRANSPORT_TESTING_H_
#define FOOTNOTE_TESTS_UPSTREAM_TRANSPORT_TESTING_H_

#include <gtest/gtest.h>

#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"
#include "service/status/rich_status.h"
#include "service/upstream/credentials/static_credentials.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/response_head.h"
#include "service/upstream/platform/event_reader.h"
#include "service/upstream/platform/platform.h"
#include "service/upstream/redactor.h"
#include "service/upstream/routes.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Sends the body and the headers of the call to `url`.
class FakePlatform : public Platform {
 public:
  explicit FakePlatform(std::string url = "http://fake") : url_(std::move(url)) {}
  HttpRequest MakeRequest(MessagesCall call, const Credentials& credentials) const override {
    HttpRequest request;
    request.url = url_ + "/v1/messages";
    request.headers = std::move(call.headers);
    if (!credentials.token.empty()) {
      request.headers.emplace_back("x-token", credentials.token.Reveal());
    }
    request.body = std::move(call.json);
    request.deadline = call.deadline;
    return request;
  }
  HttpHeaders PublicHeaders(HttpHeaders call_headers) const override {
    call_headers.emplace_back("x-url", url_);
    return call_headers;
  }
  std::shared_ptr<const Redactor> RedactorFor(const Credentials& credentials) const override {
    return std::make_shared<const Redactor>(credentials.token, HttpHeaders());
  }
  const ResponseHeaderNames& response_header_names() const override {
    static constexpr absl::string_view kRequestId[] = {"request-id"};
    static constexpr ResponseHeaderNames kNames = {kRequestId, "retry-after-ms", "retry-after",
                                                   "x-should-retry"};
    return kNames;
  }
  std::unique_ptr<EventReader> NewEventReader(const ResponseHead& head) const override {
    if (!head.is_event_stream() && !head.content_type.empty()) return nullptr;
    return std::make_unique<SseEventReader>();
  }

 private:
  const std::string url_;
};

// One route with a FakePlatform.
class FakeRoute {
 public:
  explicit FakeRoute(const RouteTimeouts& timeouts = {}, const std::string& url = "http://fake")
      : platform_(url), routes_({{"fake", &platform_, &credentials_, timeouts, {}}}) {}
  const Routes* routes() const { return &routes_; }

 private:
  const FakePlatform platform_;
  StaticCredentials credentials_{Secret()};
  const Routes routes_;
};

// Keeps the request of each transfer; the test acts as the server.
class FakeHttpClient : public HttpClient {
 public:
  static constexpr HttpTransferId kId = 7;

  HttpTransferId Start(HttpRequest request, HttpObserver* observer) override {
    request_ = std::move(request);
    observer_ = observer;
    if (at_start) at_start();
    return kId;
  }
  void Cancel(HttpTransferId id) override { CancelAfter(id, absl::ZeroDuration()); }
  void CancelAfter(HttpTransferId id, absl::Duration delay) override {
    EXPECT_EQ(id, kId);
    cancels.push_back(delay);
  }
  void Pause(HttpTransferId id) override {
    EXPECT_EQ(id, kId);
    paused = true;
  }
  void Resume(HttpTransferId id) override {
    EXPECT_EQ(id, kId);
    paused = false;
  }

  const HttpRequest& request() const { return request_; }

  void Head(int status, HttpHeaders headers) { observer_->OnHead(status, std::move(headers)); }
  void Body(absl::string_view bytes) { observer_->OnBody(bytes); }
  void End(TransferResult::Cause cause) {
    TransferResult end;
    end.cause = cause;
    end.sent = end.response_started = true;
    observer_->OnEnd(end);
  }
  void Reply(int status, HttpHeaders headers, const std::vector<absl::string_view>& pieces,
             TransferResult::Cause cause = TransferResult::Cause::kComplete) {
    Head(status, std::move(headers));
    for (const absl::string_view piece : pieces) Body(piece);
    End(cause);
  }

  std::function<void()> at_start;       // called before Start returns
  std::vector<absl::Duration> cancels;  // the delays that were asked for
  bool paused = false;

 private:
  HttpRequest request_;
  HttpObserver* observer_ = nullptr;
};

class Recorder : public MessagesObserver {
 public:
  void OnEvents(absl::Span<MessagesEvent> received) override {
    EXPECT_EQ(ends, 0) << "nothing comes after the end";
    EXPECT_FALSE(received.empty());
    batches.push_back(received.size());
    for (MessagesEvent& event : received) {
      if (auto* const message = std::get_if<messages::Message>(&event)) {
        messages.push_back(std::move(*message));
      } else {
        events.push_back(std::get<messages::StreamEvent>(std::move(event)));
      }
    }
  }
  void OnEnd(MessagesResult e) override {
    ++ends;
    end = std::move(e);
  }

  std::vector<messages::Message> messages;
  std::vector<messages::StreamEvent> events;
  std::vector<size_t> batches;  // how many events came at once
  int ends = 0;
  MessagesResult end;
};

inline MessagesCall Call(std::string json, bool stream) {
  MessagesCall call;
  call.json = std::make_shared<const std::string>(std::move(json));
  call.stream = stream;
  return call;
}

// The metadata `key` of the status' ErrorInfo; empty if absent.
inline std::string MetadataOf(const absl::Status& status, const std::string& key) {
  google::rpc::ErrorInfo info;
  const auto payload = status.GetPayload(status::kErrorInfoTypeUrl);
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return "";
  const auto it = info.metadata().find(key);
  return it == info.metadata().end() ? "" : it->second;
}

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_TRANSPORT_TESTING_H_
