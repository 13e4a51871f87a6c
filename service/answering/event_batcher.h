// SPDX-License-Identifier: Apache-2.0
// Delivers the events of a streamed answer in small batches.
#ifndef FOOTNOTE_SERVICE_ANSWERING_EVENT_BATCHER_H_
#define FOOTNOTE_SERVICE_ANSWERING_EVENT_BATCHER_H_

#include <google/protobuf/arena.h>

#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_stream.h"
#include "service/answering/resolving/answer_resolver.h"

namespace footnote::answering {

// Delivers a few events at a time from one small block of memory, which they rarely exceed. The
// events of a text delta therefore need no allocation except for their text, however many arrive
// together.
class EventBatcher {
 public:
  // `listener` must outlive the batcher.
  explicit EventBatcher(AnswerStream::Listener* listener)
      : listener_(*listener), arena_(block_, sizeof(block_)) {}
  EventBatcher(const EventBatcher&) = delete;
  EventBatcher& operator=(const EventBatcher&) = delete;

  // The list to which the next events are appended. Valid until the next call of a method.
  resolving::AnswerResolver::Events* events() {
    if (batch_ != nullptr && batch_->events_size() >= kMaxEvents) Flush();
    if (batch_ == nullptr) {
      batch_ = google::protobuf::Arena::CreateMessage<v1::StreamAnswerResponse>(&arena_);
    }
    return batch_->mutable_events();
  }

  // Delivers the events that were not delivered yet.
  void Flush() {
    if (batch_ == nullptr) return;
    if (batch_->events_size() > 0) {
      delivered_any_ = true;
      listener_.OnEvents(*batch_);
    }
    batch_ = nullptr;
    arena_.Reset();
  }

  // True if at least one event was delivered.
  bool delivered_any() const { return delivered_any_; }

 private:
  static constexpr int kMaxEvents = 16;

  AnswerStream::Listener& listener_;
  char block_[4096];
  google::protobuf::Arena arena_;
  v1::StreamAnswerResponse* batch_ = nullptr;
  bool delivered_any_ = false;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_EVENT_BATCHER_H_
