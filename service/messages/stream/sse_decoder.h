// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html,
// section 9.2.6.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::messages {

// One dispatched event. Its decoder's views are good until the decoder is called again.
struct SseEvent {
  // The last `event` field; empty if there was none.
  absl::string_view name;
  // The `data` fields, joined with LF.
  absl::string_view data;
};

// Bytes in any pieces, events out:
//
//   decoder.Push(bytes);
//   while (decoder.Next(&event) == SseDecoder::Result::kEvent) Use(event);
//
// Lines end in LF, CRLF or CR; a byte order mark at the start, comments, `id`, `retry` and unknown
// fields are read past. An event without a data field is none; one whose data is empty is one. What
// stands behind the last empty line when
// the stream ends is no event.
//
// Events are read where they stand in what was pushed. Only what a later push has to complete is
// copied, so memory is bounded by `max_event_bytes`, plus what was pushed before Next had taken all
// of the last. Not thread-safe.
class SseDecoder {
 public:
  enum class Result {
    kEvent,   // *event is the next one
    kNotYet,  // more bytes are needed
    kNoMore,  // End was called and there is no further event
    kBroken,  // an event or a line of it is larger than allowed; for good
  };

  // The most bytes that one event's fields, and one line, may have.
  static constexpr size_t kDefaultMaxEventBytes = 16 << 20;

  explicit SseDecoder(size_t max_event_bytes = kDefaultMaxEventBytes);

  // More of the stream. Not after End. `bytes` must live until the next Push, or until Next says
  // something else than kEvent.
  void Push(absl::string_view bytes);
  // The stream is over.
  void End();

  // The next event. Overwrites `event` only with kEvent. An event comes out as soon as its last
  // byte is in, a CR that LF may follow included.
  Result Next(SseEvent* event);

  // With kNoMore: whether bytes of an unfinished event were left behind (white space and comments
  // are none).
  bool broke_off() const;

 private:
  // Takes the next whole line off what is unread; false if there is none.
  bool NextLine(absl::string_view* line);
  // Reads past a byte order mark at the start; false while it is not known whether there is one.
  bool PastByteOrderMark();
  // Takes a line in that is not empty. False if its event is too large.
  bool AddField(absl::string_view line);
  void Dispatch(SseEvent* event);
  // Makes copies of what is still needed of what was pushed.
  void Keep();
  Result Break();

  const size_t max_event_bytes_;
  absl::string_view unread_;  // in what was pushed last or in `kept_`
  size_t searched_ = 0;       // how much of it has no line end
  std::string kept_;
  bool at_start_ = true;
  bool after_cr_ = false;  // an LF that comes next belongs to the line before
  bool ended_ = false;
  bool broken_ = false;

  // The event that is coming: in the lines it came in, or in copies.
  absl::string_view name_;
  absl::string_view data_;
  std::string kept_name_;
  std::string kept_data_;
  bool has_data_ = false;
  bool has_fields_ = false;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_
