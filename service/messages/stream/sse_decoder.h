// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html,
// section 9.2.6.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::messages {

// One dispatched event.
struct SseEvent {
  // The last `event` field; empty if there was none.
  std::string name;
  // The `data` fields, joined with LF. Has spare capacity of kSpare bytes, so that a JSON reader
  // takes it as it is.
  std::string data;

  static constexpr size_t kSpare = 64;
};

// Bytes in any pieces, events out:
//
//   decoder.Push(bytes);
//   while (decoder.Next(&event) == SseDecoder::Result::kEvent) Use(event);
//
// Lines end in LF, CRLF or CR; a byte order mark at the start, comments, `id`, `retry` and unknown
// fields are read past. An event without a data field is none; one whose data is empty is one. What
// stands behind the last empty line when
// the stream ends is no event. Memory is bounded by `max_event_bytes` plus what was pushed and not
// yet read. Not thread-safe.
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

  // More of the stream. Not after End.
  void Push(absl::string_view bytes);
  // The stream is over.
  void End();

  // The next event. Overwrites `event`, keeping its capacity, only with kEvent. An event comes out
  // as soon as its last byte is in, a CR that LF may follow included.
  Result Next(SseEvent* event);

  // With kNoMore: whether bytes of an unfinished event were left behind (white space and comments
  // are none).
  bool broke_off() const;

 private:
  // Takes the next whole line off the buffer; false if there is none.
  bool NextLine(absl::string_view* line);
  // Reads past a byte order mark at the start; false while it is not known whether there is one.
  bool PastByteOrderMark();
  // Takes a line in that is not empty. False if its event is too large.
  bool AddField(absl::string_view line);
  void Dispatch(SseEvent* event);
  Result Break();

  const size_t max_event_bytes_;
  std::string buffer_;   // what was pushed
  size_t read_ = 0;      // how much of it was taken off
  size_t searched_ = 0;  // up to where there is no further line end
  bool at_start_ = true;
  bool after_cr_ = false;  // an LF that comes next belongs to the line before
  bool ended_ = false;
  bool broken_ = false;

  // The event that is coming.
  std::string name_;
  std::string data_;
  bool has_data_ = false;
  bool has_fields_ = false;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_
