// SPDX-License-Identifier: Apache-2.0
// The first events of an attempt, withheld until the attempt has content.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_HELD_EVENTS_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_HELD_EVENTS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "service/messages/stream/stream_event.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

// Holds the events of one attempt while none of them has content. Content is text, a citation, a
// tool's input, the start of a block with any of these, a tool use, a block of another kind (such
// as the result of a search), and the end of a text block, which is then complete even if it is
// empty. Not content are thinking, message_start, the start of an empty text block, message_delta,
// message_stop, and events of unknown kinds.
//
// After an attempt became a refusal, its further events are held too. A complete Message is held
// until the attempt's end confirms it.
//
// Pings are dropped, and adjacent thinking deltas of one block are joined, so that long thinking
// needs only the memory of its text.
//
//   const absl::Span<MessagesEvent> ready = held.Add(events);
//   if (!ready.empty()) {
//     observer->OnEvents(ready);
//     held.Take();
//   }
class HeldEvents {
 public:
  // Returns the events to deliver: none while there is no content; otherwise all held events
  // followed by `events`, after which Add must not be called again. Moves from `events` unless it
  // returns only them. The result is valid until Take.
  absl::Span<MessagesEvent> Add(absl::Span<MessagesEvent> events);

  // Notes the stop reason in events that are delivered without being held.
  void Watch(absl::Span<const MessagesEvent> events);

  // True if the events so far show that the attempt is a refusal.
  bool refused() const { return refused_; }

  // Removes and returns the held events, in order.
  std::vector<MessagesEvent> Take() { return std::exchange(events_, {}); }

 private:
  void NoteStopReason(const MessagesEvent& event);
  bool HasContent(const messages::StreamEvent& event);
  void Keep(MessagesEvent&& event);

  std::vector<MessagesEvent> events_;
  absl::flat_hash_set<int64_t> text_blocks_;  // the indices of text blocks that have started
  bool refused_ = false;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_HELD_EVENTS_H_
