// The beginning of an attempt, kept back until it is known whether the attempt is any good.
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

// Holds the events of one attempt while none of them has content. Content is what a reader of the
// answer would miss: text, a citation, a tool's input, a block that opens with any of these, a tool
// use, a block of another kind (a search's result), and the end of a text block, which is then
// whole even if it is empty. Thinking is none, nor are message_start, an empty text block's
// opening, message_delta, message_stop and events of unknown kinds.
//
// An attempt that turns out to be a refusal has no content any more: what it goes on to say is held
// too. So is a whole Message, until its end says that it stands.
//
// Pings are dropped, and neighbouring thinking deltas of one block joined, so that a long thought
// takes the memory of its text and not of its events.
//
//   const absl::Span<MessagesEvent> ready = held.Add(events);
//   if (!ready.empty()) {
//     observer->OnEvents(ready);
//     held.Take();
//   }
class HeldEvents {
 public:
  // Returns what is to be handed on: nothing while there is no content, else all that is held and
  // `events` behind it, after which nothing more is to be added. Moves from `events` unless it
  // returns just them. What it returns is good until Take.
  absl::Span<MessagesEvent> Add(absl::Span<MessagesEvent> events);

  // Looks at events that are handed on past it.
  void Watch(absl::Span<const MessagesEvent> events);

  // Whether the attempt is a refusal, as far as it was heard.
  bool refused() const { return refused_; }

  // Gives away what is held, in order.
  std::vector<MessagesEvent> Take() { return std::exchange(events_, {}); }

 private:
  void NoteStopReason(const MessagesEvent& event);
  bool HasContent(const messages::StreamEvent& event);
  void Keep(MessagesEvent&& event);

  std::vector<MessagesEvent> events_;
  absl::flat_hash_set<int64_t> text_blocks_;  // indices of those that were opened
  bool refused_ = false;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_HELD_EVENTS_H_
