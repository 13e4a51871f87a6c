#include "service/messages/stream/stream_reader.h"

#include <variant>

namespace footnote::messages {

absl::Status StreamReader::Read(absl::string_view bytes, std::vector<StreamEvent>* events) {
  if (!status_.ok() || stopped_ || error_heard_) return status_;
  decoder_.Push(bytes);
  while (!stopped_ && !error_heard_) {
    const SseDecoder::Result result = decoder_.Next(&event_);
    if (result == SseDecoder::Result::kBroken) {
      began_ = true;
      return status_ = absl::InvalidArgumentError("an event larger than allowed");
    }
    if (result != SseDecoder::Result::kEvent) break;
    if (event_.data.empty()) continue;
    status_ = ParseStreamEvent(event_, &events->emplace_back(Ping()));  // the cheapest to replace
    if (!status_.ok()) {
      events->pop_back();
      began_ = true;
      return status_;
    }
    Note(events->back());
  }
  return absl::OkStatus();
}

bool StreamReader::stopped() const { return stopped_; }

bool StreamReader::began() const { return began_; }

StreamReader::End StreamReader::AtEnd() const {
  if (error_heard_) return End::kError;
  if (stopped_) return End::kWhole;
  return stop_reason_heard_ ? End::kTruncated : End::kEarly;
}

void StreamReader::Note(const StreamEvent& event) {
  if (std::holds_alternative<Ping>(event)) return;
  began_ = true;
  if (const auto* delta = std::get_if<MessageDelta>(&event)) {
    if (delta->stop_reason) stop_reason_heard_ = true;
  } else if (const auto* start = std::get_if<MessageStart>(&event)) {
    if (start->message.stop_reason) stop_reason_heard_ = true;
  } else if (std::holds_alternative<MessageStop>(event)) {
    stopped_ = true;
  } else if (std::holds_alternative<ErrorEvent>(event)) {
    error_heard_ = true;
  }
}

}  // namespace footnote::messages
