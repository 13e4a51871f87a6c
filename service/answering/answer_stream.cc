#include "service/answering/answer_stream.h"

#include <google/protobuf/arena.h>

#include <utility>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/answering/attempts.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/rich_status.h"

namespace footnote::answering {
namespace {

// A message on memory that most batches never outgrow, so that telling of a delta needs no malloc
// beyond its text's.
class Batch {
 public:
  Batch() : arena_(block_, sizeof(block_)) {
    message_ = google::protobuf::Arena::CreateMessage<v1::StreamAnswerResponse>(&arena_);
  }
  v1::StreamAnswerResponse* operator->() { return message_; }
  const v1::StreamAnswerResponse& operator*() const { return *message_; }

 private:
  char block_[4096];
  google::protobuf::Arena arena_;
  v1::StreamAnswerResponse* message_;
};

// How much text a growing answer has.
size_t TextBytes(const v1::Answer& answer) {
  size_t bytes = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) bytes += block.text().text().size();
  return bytes;
}

}  // namespace

void AnswerStream::Start(const v1::AnswerRequest& request, const FieldPath& root,
                         AnswerContext context, v1::StreamAnswerResponse* last,
                         Listener* listener) {
  absl::StatusOr<BuiltRequest> built =
      BuildRequest(request, engine_.defaults(), RequestPurpose::kStream, root);
  if (!built.ok()) {
    listener->OnEnd(built.status());
    return;
  }
  if (upstream_.cancelled()) {  // while it was built; nothing need be sent
    listener->OnEnd(
        ErrorWithInfo(absl::StatusCode::kCancelled, "CANCELLED", "the call was cancelled"));
    return;
  }
  sources_ = std::move(built->sources);
  strict_ = request.citations().strict();
  last_ = last;
  last_->add_events();
  listener_ = listener;
  message_.emplace(sources_, answer());
  upstream_.Send(&*built, std::move(context), /*stream=*/true, this);
}

void AnswerStream::OnEvents(absl::Span<upstream::MessagesEvent> events) {
  if (!fault_.ok()) return;
  Batch batch;
  for (upstream::MessagesEvent& event : events) {
    fault_ = Take(std::move(event), batch->mutable_events());
    if (!fault_.ok()) {
      upstream_.Cancel();
      break;
    }
  }
  Tell(*batch);
}

absl::Status AnswerStream::Take(upstream::MessagesEvent&& event, AnswerResolver::Events* events) {
  if (auto* part = std::get_if<messages::StreamEvent>(&event)) {
    return message_->Add(std::move(*part), events);
  }
  is_whole_ = true;
  AnswerResolver resolver(sources_, answer());
  messages::TellParts(
      std::move(std::get<messages::Message>(event)),
      [&resolver, events](messages::MessagePart&& part) { resolver.Add(std::move(part), events); });
  return absl::OkStatus();
}

void AnswerStream::OnEnd(upstream::MessagesEnd end) {
  Batch batch;
  absl::Status status = fault_;
  if (status.ok()) status = end.status;
  if (status.ok()) status = Finish(end, batch->mutable_events());
  Tell(*batch);
  if (!status.ok()) {
    ListAttempts(end.attempts, &status);
    if (told_) {
      AddErrorMetadata({{"partial", "true"},
                        {"told_blocks", absl::StrCat(answer()->blocks_size())},
                        {"told_text_bytes", absl::StrCat(TextBytes(*answer()))}},
                       &status);
    }
  }
  // The listener may destroy this stream.
  listener_->OnEnd(std::move(status));
}

absl::Status AnswerStream::Finish(upstream::MessagesEnd& end, AnswerResolver::Events* events) {
  if (!is_whole_) {
    if (absl::Status status = message_->Finish(end.truncated, events); !status.ok()) return status;
  }
  answer()->set_request_id(std::move(end.request_id));
  const int notices = answer()->notices_size();
  ListAttempts(end.attempts, answer());
  for (int i = notices; i < answer()->notices_size(); ++i) {
    *events->Add()->mutable_notice() = answer()->notices(i);
  }
  return strict_ ? CheckStrict(*answer()) : absl::OkStatus();
}

void AnswerStream::Tell(const v1::StreamAnswerResponse& batch) {
  if (batch.events_size() == 0) return;
  told_ = true;
  listener_->OnEvents(batch);
}

}  // namespace footnote::answering
