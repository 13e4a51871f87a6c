// SPDX-License-Identifier: Apache-2.0
// Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html, section
// 9.2.6.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::messages {

// One event. Its views are valid until the next call of the decoder.
struct SseEvent {
  // The last `event` field; empty if there was none.
  absl::string_view name;
  // The `data` fields, joined with LF.
  absl::string_view data;
};

// Decodes a stream of bytes that arrive in any pieces:
//
//   decoder.Push(bytes);
//   while (decoder.Next(&event) == SseDecoder::Result::kEvent) Use(event);
//
// Lines end in LF, CRLF or CR. A byte order mark at the start, comments, `id`, `retry` and unknown
// fields are ignored. An event without a data field is ignored; an event with empty data is not.
// Bytes after the last empty line are not an event.
//
// Events are views of the pushed bytes. Only the bytes of an incomplete event are copied, so memory
// is bounded by `max_event_bytes`, plus bytes that were pushed before Next returned all previous
// events. Not thread-safe.
class SseDecoder {
 public:
  enum class Result {
    kEvent,   // *event is the next one
    kNotYet,  // more bytes are needed
    kNoMore,  // End was called, and there are no more events
    kBroken,  // an event or a line exceeds the limit; permanent
  };

  // The maximum size, in bytes, of the fields of an event, and of a line.
  static constexpr size_t kDefaultMaxEventBytes = 16 << 20;

  explicit SseDecoder(size_t max_event_bytes = kDefaultMaxEventBytes);

  // Adds bytes of the stream. Must not be called after End. `bytes` must be valid until the next
  // Push, or until Next returns something other than kEvent.
  void Push(absl::string_view bytes);
  // Marks the end of the stream.
  void End();

  // Returns the next event. Sets `event` only with kEvent. An event is returned as soon as its last
  // byte was pushed, even if that is a CR that an LF may follow.
  Result Next(SseEvent* event);

  // After kNoMore: returns true if the stream ended within an event. White space and comments are
  // not part of one.
  bool broke_off() const;

 private:
  // Removes the next complete line from the unread bytes; false if there is none.
  bool NextLine(absl::string_view* line);
  // Skips a byte order mark at the start; false while it is not known whether there is one.
  bool PastByteOrderMark();
  // Adds a non-empty line. False if the event is too large.
  bool AddField(absl::string_view line);
  void Dispatch(SseEvent* event);
  // Copies the pushed bytes that are still needed.
  void Keep();
  Result Break();

  const size_t max_event_bytes_;
  absl::string_view unread_;  // in the last pushed bytes or in `kept_`
  size_t searched_ = 0;       // the length of its start that has no line end
  std::string kept_;
  bool at_start_ = true;
  bool after_cr_ = false;  // an LF that follows belongs to the previous line end
  bool ended_ = false;
  bool broken_ = false;

  // The incomplete event: views of the pushed bytes or of the copies.
  absl::string_view name_;
  absl::string_view data_;
  std::string kept_name_;
  std::string kept_data_;
  bool has_data_ = false;
  bool has_fields_ = false;
};

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_SSE_DECODER_H_
