// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/held_events.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/string_view.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::upstream {
namespace {

using messages::ContentBlock;
using messages::StreamEvent;
using messages::ThinkingDelta;

// A beginning is a handful of events; what goes on like this is handed on, lest it fills the
// memory.
constexpr size_t kMaxHeld = 10000;

// The stop reason that an event sets, if it sets one.
const std::optional<std::string>* StopReason(const MessagesEvent& event) {
  const std::optional<std::string>* reason = nullptr;
  if (const auto* message = std::get_if<messages::Message>(&event)) {
    reason = &message->stop_reason;
  } else {
    const StreamEvent& streamed = std::get<StreamEvent>(event);
    if (const auto* start = std::get_if<messages::MessageStart>(&streamed)) {
      reason = &start->message.stop_reason;
    } else if (const auto* delta = std::get_if<messages::MessageDelta>(&streamed)) {
      reason = &delta->stop_reason;
    }
  }
  return reason != nullptr && reason->has_value() ? reason : nullptr;
}

bool OpensWithContent(const ContentBlock& block) {
  switch (block.kind) {
    case ContentBlock::Kind::kText:
      return !block.text.empty() || !block.citations.empty();
    case ContentBlock::Kind::kToolUse:
      return true;
    case ContentBlock::Kind::kOpaque:
      return block.type != "thinking" && block.type != "redacted_thinking";
  }
  return true;
}

// Whether text of these bytes ends in the first half of a surrogate pair (ED A0..AF 80..BF), which
// is to stay the last of its delta: see messages::TextDelta.
bool EndsInHalfPair(absl::string_view text) {
  if (text.size() < 3) return false;
  const absl::string_view last = text.substr(text.size() - 3);
  return last[0] == '\xED' && (static_cast<unsigned char>(last[1]) & 0xF0) == 0xA0;
}

ThinkingDelta* AsThinking(MessagesEvent* event) {
  auto* streamed = std::get_if<StreamEvent>(event);
  return streamed == nullptr ? nullptr : std::get_if<ThinkingDelta>(streamed);
}

}  // namespace

absl::Span<MessagesEvent> HeldEvents::Add(absl::Span<MessagesEvent> events) {
  bool content = false;
  for (const MessagesEvent& event : events) {
    NoteStopReason(event);
    const auto* streamed = std::get_if<StreamEvent>(&event);
    if (streamed != nullptr && HasContent(*streamed)) content = true;
  }
  // A refusal takes back what came with it: how the bytes were cut must not decide.
  const bool is_ready = content && !refused_;
  if (is_ready && events_.empty()) return events;
  for (MessagesEvent& event : events) Keep(std::move(event));
  if (is_ready || events_.size() > kMaxHeld) return absl::MakeSpan(events_);
  return {};
}

void HeldEvents::Watch(absl::Span<const MessagesEvent> events) {
  for (const MessagesEvent& event : events) NoteStopReason(event);
}

void HeldEvents::NoteStopReason(const MessagesEvent& event) {
  if (const std::optional<std::string>* reason = StopReason(event)) {
    refused_ = **reason == "refusal";
  }
}

bool HeldEvents::HasContent(const StreamEvent& event) {
  if (const auto* start = std::get_if<messages::MessageStart>(&event)) {
    return !start->message.content.empty();
  }
  if (const auto* start = std::get_if<messages::ContentBlockStart>(&event)) {
    if (start->block.kind == ContentBlock::Kind::kText) text_blocks_.insert(start->index);
    return OpensWithContent(start->block);
  }
  if (const auto* stop = std::get_if<messages::ContentBlockStop>(&event)) {
    return text_blocks_.contains(stop->index);
  }
  if (const auto* delta = std::get_if<messages::TextDelta>(&event)) return !delta->text.empty();
  if (const auto* delta = std::get_if<messages::InputJsonDelta>(&event)) {
    return !delta->partial_json.empty();
  }
  return std::holds_alternative<messages::CitationsDelta>(event);
}

void HeldEvents::Keep(MessagesEvent&& event) {
  if (const auto* streamed = std::get_if<StreamEvent>(&event)) {
    if (std::holds_alternative<messages::Ping>(*streamed)) return;
  }
  if (const ThinkingDelta* more = AsThinking(&event); more != nullptr && !events_.empty()) {
    ThinkingDelta* last = AsThinking(&events_.back());
    if (last != nullptr && last->index == more->index && !EndsInHalfPair(last->thinking)) {
      last->thinking += more->thinking;
      return;
    }
  }
  events_.push_back(std::move(event));
}

}  // namespace footnote::upstream
