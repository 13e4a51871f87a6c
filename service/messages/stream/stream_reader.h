// SPDX-License-Identifier: Apache-2.0
// Decodes the bytes of a streamed message to events, and determines how the stream ended.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_READER_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_READER_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/stream/sse_decoder.h"
#include "service/messages/stream/stream_event.h"

namespace footnote::messages {

// Takes time linear in the number of bytes, regardless of how they are split. Ignores events
// without data. Not thread-safe.
class StreamReader {
 public:
  // The state of the stream at its end.
  enum class End {
    kComplete,   // message_stop was received
    kTruncated,  // a stop reason was received, message_stop was not: the message is complete
    kEarly,      // neither was received: there is no message
    kError,      // an error event was received
  };

  // Appends the events that `bytes` complete to `events`. Ignores bytes after message_stop or an
  // error event. Fails with InvalidArgument, without text of the stream in the message, if the
  // bytes are not a stream of events; nothing can be read after that.
  absl::Status Read(absl::string_view bytes, std::vector<StreamEvent>* events);

  // Like Read, one event at a time: call Push, then Next until it returns false, which means that
  // there is no event yet or no further event. If Next does not return true, `event` is
  // unspecified. The bytes must be valid until then.
  void Push(absl::string_view bytes);
  absl::StatusOr<bool> Next(StreamEvent* event);

  // Returns true if message_stop was received.
  bool stopped() const;
  // Returns true if anything except white space, comments and pings was received.
  bool began() const;

  // Returns the state of the stream if it ends here.
  End AtEnd() const;

 private:
  bool is_over() const { return !status_.ok() || stopped_ || error_received_; }
  // Updates the state of the stream with an event.
  void Note(const StreamEvent& event);

  SseDecoder decoder_;
  absl::Status status_;
  bool began_ = false;
  bool stop_reason_received_ = false;
  bool stopped_ = false;
  bool error_received_ = false;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_STREAM_READER_H_
