#include "service/upstream/http_messages_transport.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "service/messages/message.h"
#include "service/upstream/retry_after.h"
#include "service/upstream/upstream_error.h"

namespace footnote::upstream {
namespace {

// The spare capacity that lets ParseMessage work in place.
constexpr size_t kParserPadding = 64;
// What a response's own word about its size may make us reserve.
constexpr size_t kMaxReserve = 1 << 20;
// Errors of the API are far smaller; of anything else only the start is looked at.
constexpr size_t kMaxErrorBody = 64 << 10;

bool IsJson(absl::string_view content_type) {
  const absl::string_view type =
      absl::StripAsciiWhitespace(content_type.substr(0, content_type.find(';')));
  return absl::EqualsIgnoreCase(type, "application/json") ||
         absl::EndsWithIgnoreCase(type, "+json");
}

// What matters of a response's headers.
struct Head {
  int status = 0;
  std::string content_type;
  std::string request_id;
  std::optional<absl::Duration> retry_after;
  size_t content_length = 0;  // 0 if not said

  bool is_success() const { return status >= 200 && status <= 299; }
};

Head ReadHead(int status, std::vector<std::pair<std::string, std::string>> headers) {
  Head head;
  head.status = status;
  const auto take = [&headers](absl::string_view name) {
    const auto it = std::find_if(headers.begin(), headers.end(),
                                 [name](const auto& header) { return header.first == name; });
    return it == headers.end() ? std::string() : std::move(it->second);
  };
  head.content_type = take("content-type");
  // The API's own, then those of AWS and Azure before it.
  for (const absl::string_view name : {"request-id", "x-amzn-requestid", "apim-request-id"}) {
    head.request_id = take(name);
    // It goes into replies and errors as text.
    if (!std::all_of(head.request_id.begin(), head.request_id.end(), absl::ascii_isgraph)) {
      head.request_id.clear();
    }
    if (!head.request_id.empty()) break;
  }
  head.retry_after = ParseRetryAfterMs(take("retry-after-ms"));
  if (!head.retry_after.has_value()) {
    head.retry_after = ParseRetryAfter(take("retry-after"), absl::Now());
  }
  if (!absl::SimpleAtoi(take("content-length"), &head.content_length)) head.content_length = 0;
  return head;
}

// One call. Owns itself from Start until OnEnd, which the client promises to call.
class Call : public HttpObserver {
 public:
  Call(size_t request_bytes, MessagesObserver* observer)
      : request_bytes_(request_bytes), observer_(observer) {}

  void OnHead(int status, std::vector<std::pair<std::string, std::string>> headers) override {
    head_ = ReadHead(status, std::move(headers));
    body_.reserve(std::min(head_.content_length, kMaxReserve) + kParserPadding);
  }

  void OnBody(absl::string_view bytes) override {
    if (!head_.is_success()) bytes = bytes.substr(0, kMaxErrorBody - body_.size());
    body_.append(bytes.data(), bytes.size());
  }

  void OnEnd(const HttpEnd& end) override {
    const std::unique_ptr<Call> self(this);
    MessagesEnd messages_end;
    messages_end.status = Conclude(end);
    messages_end.request_id = std::move(head_.request_id);
    observer_->OnEnd(std::move(messages_end));
  }

 private:
  // Hands the message on, or says why there is none.
  absl::Status Conclude(const HttpEnd& end) {
    // An error whose body broke off is still the error that its status says.
    const bool broke_off = end.cause == HttpEnd::Cause::kConnectionLost ||
                           end.cause == HttpEnd::Cause::kTooLarge ||
                           end.cause == HttpEnd::Cause::kProtocol;
    const bool has_error_head = head_.status != 0 && !head_.is_success();
    if (end.cause != HttpEnd::Cause::kComplete && !(broke_off && has_error_head)) {
      return ErrorFromTransfer(end);
    }
    if (!head_.is_success()) return ResponseError();
    if (!head_.content_type.empty() && !IsJson(head_.content_type)) {
      return Unreadable("its content type is not JSON");
    }
    // Only the start can be wanted once the parser has taken the body.
    const std::string start = body_.substr(0, 256);
    absl::StatusOr<messages::Message> message = messages::ParseMessage(std::move(body_));
    if (!message.ok()) {
      body_ = start;
      return Unreadable(message.status().message());
    }
    observer_->OnEvent(*std::move(message));
    return absl::OkStatus();
  }

  absl::Status ResponseError() {
    ErrorResponse response;
    response.http_status = head_.status;
    response.content_type = head_.content_type;
    response.request_id = head_.request_id;
    response.retry_after = head_.retry_after;
    response.api_error = messages::ParseApiError(body_);
    response.body = std::move(body_);
    response.request_bytes = request_bytes_;
    if (head_.request_id.empty() && response.api_error.has_value()) {
      head_.request_id = response.api_error->request_id;
    }
    return ErrorFromResponse(response);
  }

  absl::Status Unreadable(absl::string_view why) {
    UnreadableResponse response;
    response.http_status = head_.status;
    response.content_type = head_.content_type;
    response.request_id = head_.request_id;
    response.body = std::move(body_);
    response.why = std::string(why);
    return ErrorFromUnreadableResponse(response);
  }

  const size_t request_bytes_;
  MessagesObserver* const observer_;
  Head head_;
  std::string body_;
};

}  // namespace

HttpMessagesTransport::HttpMessagesTransport(const Platform* platform, HttpClient* http)
    : platform_(*platform), http_(*http) {}

MessagesCallId HttpMessagesTransport::Send(MessagesCall call, MessagesObserver* observer) {
  HttpRequest request = platform_.MakeRequest(std::move(call));
  auto http_observer = std::make_unique<Call>(request.body.size(), observer);
  return http_.Start(std::move(request), http_observer.release());
}

void HttpMessagesTransport::Cancel(MessagesCallId id) { http_.Cancel(id); }

}  // namespace footnote::upstream
