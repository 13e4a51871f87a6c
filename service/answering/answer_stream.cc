#include "service/answering/answer_stream.h"

#include <google/protobuf/arena.h>

#include <utility>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/answering/attempts.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/status/rich_status.h"

namespace footnote::answering {
namespace {

using google::protobuf::Arena;

// Tells of events a few at a time, from one small piece of memory that they hardly ever outgrow: so
// telling of a delta needs no malloc beyond its text's, however many come at once.
class EventBatcher {
 public:
  explicit EventBatcher(AnswerStream::Listener* listener)
      : listener_(*listener), arena_(block_, sizeof(block_)) {}
  EventBatcher(const EventBatcher&) = delete;
  EventBatcher& operator=(const EventBatcher&) = delete;

  // Where the next events go.
  resolving::AnswerResolver::Events* events() {
    if (message_ == nullptr) {
      message_ = Arena::CreateMessage<v1::StreamAnswerResponse>(&arena_);
    } else if (message_->events_size() >= kFew) {
      Flush();
      message_ = Arena::CreateMessage<v1::StreamAnswerResponse>(&arena_);
    }
    return message_->mutable_events();
  }

  // Tells of those that it has not told of yet.
  void Flush() {
    if (message_ == nullptr) return;
    if (message_->events_size() > 0) {
      delivered_any_ = true;
      listener_.OnEvents(*message_);
    }
    message_ = nullptr;
    arena_.Reset();
  }

  // Whether it has told of any.
  bool delivered_any() const { return delivered_any_; }

 private:
  static constexpr int kFew = 16;

  AnswerStream::Listener& listener_;
  char block_[4096];
  Arena arena_;
  v1::StreamAnswerResponse* message_ = nullptr;
  bool delivered_any_ = false;
};

// Whether it is the last that is heard: see MessagesObserver.
bool IsLast(const upstream::MessagesEvent& event) {
  const auto* part = std::get_if<messages::StreamEvent>(&event);
  return part == nullptr || std::holds_alternative<messages::MessageStop>(*part);
}

// How much text a growing answer has.
size_t TextBytes(const v1::Answer& answer) {
  size_t bytes = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) bytes += block.text().text().size();
  return bytes;
}

}  // namespace

void AnswerStream::Start(const v1::AnswerRequest& request, const building::FieldPath& root,
                         AnswerContext context, v1::StreamAnswerResponse* last,
                         Listener* listener) {
  absl::StatusOr<building::BuiltRequest> built =
      building::BuildRequest(request, engine_.defaults(), building::RequestPurpose::kStream, root);
  if (!built.ok()) {
    listener->OnEnd(built.status());
    return;
  }
  if (upstream_.cancelled()) {  // while it was built; nothing need be sent
    listener->OnEnd(
        status::ErrorWithInfo(absl::StatusCode::kCancelled, "CANCELLED", "the call was cancelled"));
    return;
  }
  sources_ = std::move(built->sources);
  sources_.Detach();
  acceptance_policy_ = resolving::AcceptancePolicyFrom(request.citations());
  last_ = last;
  last_->add_events();
  listener_ = listener;
  message_.emplace(sources_, answer());
  upstream_.Send(&*built, std::move(context), /*stream=*/true, this);
}

void AnswerStream::OnEvents(absl::Span<upstream::MessagesEvent> events) {
  if (!fault_.ok()) return;
  const bool end_follows = IsLast(events.back());
  EventBatcher batcher(listener_);
  for (upstream::MessagesEvent& event : events) {
    fault_ = Take(std::move(event), batcher.events());
    if (!fault_.ok()) {
      upstream_.Cancel();
      break;
    }
  }
  batcher.Flush();
  if (!batcher.delivered_any()) return;
  delivered_any_ = true;
  if (!end_follows) listener_->OnBatchEnd();
}

absl::Status AnswerStream::Take(upstream::MessagesEvent&& event,
                                resolving::AnswerResolver::Events* events) {
  if (auto* part = std::get_if<messages::StreamEvent>(&event)) {
    return message_->Add(std::move(*part), events);
  }
  is_whole_ = true;
  resolving::AnswerResolver resolver(sources_, answer());
  messages::ForEachPart(
      std::move(std::get<messages::Message>(event)),
      [&resolver, events](messages::MessagePart&& part) { resolver.Add(std::move(part), events); });
  return absl::OkStatus();
}

void AnswerStream::OnEnd(upstream::MessagesResult end) {
  EventBatcher batcher(listener_);
  absl::Status status = fault_;
  if (status.ok()) status = end.status;
  if (status.ok()) status = Finish(end, batcher.events());
  batcher.Flush();
  if (batcher.delivered_any()) delivered_any_ = true;
  if (!status.ok()) {
    ListAttempts(end.attempts, &status);
    if (delivered_any_) {
      status::AddErrorMetadata({{"partial", "true"},
                                {"told_blocks", absl::StrCat(answer()->blocks_size())},
                                {"told_text_bytes", absl::StrCat(TextBytes(*answer()))}},
                               &status);
    }
  }
  // The listener may destroy this stream.
  listener_->OnEnd(std::move(status));
}

absl::Status AnswerStream::Finish(upstream::MessagesResult& end,
                                  resolving::AnswerResolver::Events* events) {
  if (!is_whole_) {
    if (absl::Status status = message_->Finish(end.truncated, events); !status.ok()) return status;
  }
  answer()->set_request_id(std::move(end.request_id));
  const int notices = answer()->notices_size();
  ListAttempts(end.attempts, answer());
  for (int i = notices; i < answer()->notices_size(); ++i) {
    *events->Add()->mutable_notice() = answer()->notices(i);
  }
  return resolving::CheckAcceptance(acceptance_policy_, *answer());
}

}  // namespace footnote::answering
