// SPDX-License-Identifier: Apache-2.0
#include "service/answering/answer_stream.h"

#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "service/answering/attempts.h"
#include "service/answering/event_batcher.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/status/rich_status.h"

namespace footnote::answering {
namespace {

// True if no other event follows; see MessagesObserver.
bool IsLast(const upstream::MessagesEvent& event) {
  const auto* part = std::get_if<messages::StreamEvent>(&event);
  return part == nullptr || std::holds_alternative<messages::MessageStop>(*part);
}

size_t TextBytes(const v1::Answer& answer) {
  size_t bytes = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) bytes += block.text().text().size();
  return bytes;
}

}  // namespace

void AnswerStream::OnStart() {
  last_->add_events();
  message_.emplace(sources(), terms().response, answer(), [routes = routes()](std::string text) {
    return routes->Redact(std::move(text));
  });
}

void AnswerStream::OnEvents(absl::Span<upstream::MessagesEvent> events) {
  ReleaseJson();
  if (!fault_.ok()) return;
  const bool end_follows = IsLast(events.back());
  EventBatcher batcher(listener_);
  for (upstream::MessagesEvent& event : events) {
    fault_ = AddEvent(std::move(event), batcher.events());
    if (!fault_.ok()) break;
  }
  batcher.Flush();
  if (batcher.delivered_any()) {
    delivered_any_ = true;
    if (!end_follows) listener_->OnBatchEnd();
  }
  // The end may follow immediately, and the listener may destroy this stream.
  if (!fault_.ok()) upstream().Cancel();
}

absl::Status AnswerStream::AddEvent(upstream::MessagesEvent&& event,
                                    resolving::AnswerResolver::Events* events) {
  if (auto* part = std::get_if<messages::StreamEvent>(&event)) {
    return message_->Add(std::move(*part), events);
  }
  was_complete_message_ = true;
  resolving::AnswerResolver resolver(sources(), terms().response, answer());
  absl::Status status;
  messages::ForEachPart(std::move(std::get<messages::Message>(event)),
                        [&resolver, &status, events](messages::MessagePart&& part) {
                          status = resolver.Add(std::move(part), events);
                        });
  return status;
}

void AnswerStream::OnEnd(upstream::MessagesResult result) {
  ReleaseJson();
  EventBatcher batcher(listener_);
  absl::Status status = fault_;
  if (status.ok()) status = result.status;
  if (status.ok()) status = Complete(&result, batcher.events());
  batcher.Flush();
  if (batcher.delivered_any()) delivered_any_ = true;
  if (!status.ok()) {
    ListAttempts(result.attempts, &status);
    if (delivered_any_) {
      status::AddErrorMetadata({{"partial", "true"},
                                {"delivered_blocks", absl::StrCat(answer()->blocks_size())},
                                {"delivered_text_bytes", absl::StrCat(TextBytes(*answer()))}},
                               &status);
    }
  } else if (terms().omit_delivered_content) {
    OmitDeliveredContent(answer());
  }
  // The listener may destroy this stream.
  listener_->OnEnd(std::move(status));
}

absl::Status AnswerStream::Complete(upstream::MessagesResult* result,
                                    resolving::AnswerResolver::Events* events) {
  if (!was_complete_message_) {
    absl::Status status = message_->Finish(result->truncated, events);
    if (!status.ok()) return status;
  }
  answer()->set_upstream_request_id(std::move(result->request_id));
  const int notices = answer()->notices_size();
  ListAttempts(result->attempts, answer());
  for (int i = notices; i < answer()->notices_size(); ++i) {
    *events->Add()->mutable_notice() = answer()->notices(i);
  }
  return resolving::CheckAcceptance(terms().acceptance, *answer());
}

}  // namespace footnote::answering
