#include "service/upstream/http_messages_transport.h"

#include <utility>

#include "service/upstream/http_messages_call.h"

namespace footnote::upstream {
namespace {

absl::Duration ZeroIsNone(absl::Duration limit) {
  return limit <= absl::ZeroDuration() ? absl::InfiniteDuration() : limit;
}

}  // namespace

HttpMessagesTransport::HttpMessagesTransport(const Platform* platform, HttpClient* http,
                                             const HttpMessagesOptions& options)
    : platform_(*platform), http_(*http), options_(options) {}

MessagesCallId HttpMessagesTransport::Send(MessagesCall call, MessagesObserver* observer) {
  const bool stream = call.stream;
  HttpRequest request = platform_.MakeRequest(std::move(call));
  if (stream) {
    request.total_timeout = ZeroIsNone(options_.stream_timeout);
    request.first_byte_timeout = ZeroIsNone(options_.first_byte_timeout);
    request.idle_timeout = ZeroIsNone(options_.idle_timeout);
    request.streams = true;
  } else {
    request.total_timeout = ZeroIsNone(options_.request_timeout);
  }
  return HttpMessagesCall::Start(&http_, std::move(request), stream, observer);
}

void HttpMessagesTransport::Cancel(MessagesCallId id) { http_.Cancel(id); }

void HttpMessagesTransport::Pause(MessagesCallId id) { http_.Pause(id); }

void HttpMessagesTransport::Resume(MessagesCallId id) { http_.Resume(id); }

}  // namespace footnote::upstream
