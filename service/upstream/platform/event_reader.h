// SPDX-License-Identifier: Apache-2.0
// Decoders of streamed responses.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_EVENT_READER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_EVENT_READER_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/stream/stream_event.h"
#include "service/messages/stream/stream_reader.h"

namespace footnote::upstream {

// Decodes the body of one streamed response to events. See messages::StreamReader for the contract
// of the methods. Not thread-safe.
class EventReader {
 public:
  using End = messages::StreamReader::End;

  virtual ~EventReader() = default;
  virtual void Push(absl::string_view bytes) = 0;
  virtual absl::StatusOr<bool> Next(messages::StreamEvent* event) = 0;
  virtual bool stopped() const = 0;
  virtual End AtEnd() const = 0;
};

// Decodes server-sent events, the format of the Claude API.
class SseEventReader final : public EventReader {
 public:
  void Push(absl::string_view bytes) override { reader_.Push(bytes); }
  absl::StatusOr<bool> Next(messages::StreamEvent* event) override { return reader_.Next(event); }
  bool stopped() const override { return reader_.stopped(); }
  End AtEnd() const override { return reader_.AtEnd(); }

 private:
  messages::StreamReader reader_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_PLATFORM_EVENT_READER_H_
