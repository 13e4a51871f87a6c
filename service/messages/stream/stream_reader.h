// From the bytes of a streamed message to its events, and how the stream ended.
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

// Not thread-safe. Takes time linear in the bytes, however they are cut. Events without data are
// read past.
class StreamReader {
 public:
  // What the stream was when it ended.
  enum class End {
    kWhole,      // message_stop was heard
    kTruncated,  // a stop reason was heard, message_stop was not: the message is whole
    kEarly,      // neither: there is no message
    kError,      // an error event was heard
  };

  // Reads on; appends the events that `bytes` complete to `events`. What comes after message_stop
  // or an error event is read past. InvalidArgument, with no text of the stream, if it is not a
  // stream of events; nothing can be read after that.
  absl::Status Read(absl::string_view bytes, std::vector<StreamEvent>* events);

  // The same event by event, for those who have a place of their own for each: Push, then Next
  // until it says false, which is that there is none yet or that none is to come. Whatever Next
  // says but true, `event` may have been overwritten. The bytes must live until then.
  void Push(absl::string_view bytes);
  absl::StatusOr<bool> Next(StreamEvent* event);

  // Whether message_stop was heard.
  bool stopped() const;
  // Whether anything but white space, comments and pings was heard.
  bool began() const;

  // What the stream is, if it ends here.
  End AtEnd() const;

 private:
  bool is_over() const { return !status_.ok() || stopped_ || error_received_; }
  // Takes note of what the event says about the stream.
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
