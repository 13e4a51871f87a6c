// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/stream_reader.h"

#include <variant>

namespace footnote::messages {

absl::Status StreamReader::Read(absl::string_view bytes, std::vector<StreamEvent>* events) {
  Push(bytes);
  absl::StatusOr<bool> more = true;
  while (more.ok() && *more)
    more = Next(&events->emplace_back(Ping()));  // the cheapest value to replace
  events->pop_back();
  return more.status();
}

void StreamReader::Push(absl::string_view bytes) {
  if (!is_over()) decoder_.Push(bytes);
}

absl::StatusOr<bool> StreamReader::Next(StreamEvent* event) {
  SseEvent read;
  while (!is_over()) {
    const SseDecoder::Result result = decoder_.Next(&read);
    if (result == SseDecoder::Result::kBroken) {
      began_ = true;
      status_ = absl::InvalidArgumentError("an event that is larger than the limit");
    }
    if (result != SseDecoder::Result::kEvent) break;
    if (read.data.empty()) continue;
    status_ = ParseStreamEvent(read, event);
    if (status_.ok()) {
      Note(*event);
      return true;
    }
    began_ = true;
  }
  if (!status_.ok()) return status_;
  return false;
}

bool StreamReader::stopped() const { return stopped_; }

bool StreamReader::began() const { return began_; }

StreamReader::End StreamReader::AtEnd() const {
  if (error_received_) return End::kError;
  if (stopped_) return End::kComplete;
  return stop_reason_received_ ? End::kTruncated : End::kEarly;
}

void StreamReader::Note(const StreamEvent& event) {
  if (std::holds_alternative<Ping>(event)) return;
  began_ = true;
  if (const auto* delta = std::get_if<MessageDelta>(&event)) {
    if (delta->stop_reason) stop_reason_received_ = true;
  } else if (const auto* start = std::get_if<MessageStart>(&event)) {
    if (start->message.stop_reason) stop_reason_received_ = true;
  } else if (std::holds_alternative<MessageStop>(event)) {
    stopped_ = true;
  } else if (std::holds_alternative<ErrorEvent>(event)) {
    error_received_ = true;
  }
}

}  // namespace footnote::messages
