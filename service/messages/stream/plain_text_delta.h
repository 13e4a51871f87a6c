// A short way for the event that a stream consists of.
#ifndef FOOTNOTE_SERVICE_MESSAGES_STREAM_PLAIN_TEXT_DELTA_H_
#define FOOTNOTE_SERVICE_MESSAGES_STREAM_PLAIN_TEXT_DELTA_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace footnote::messages {

struct PlainTextDelta {
  int64_t index;
  absl::string_view text;
};

// Reads an event's data if it is, byte for byte,
//
//   {"type":"content_block_delta","index":N,"delta":{"type":"text_delta","text":"TEXT"}}
//
// with N of at most nine digits, TEXT without escapes, and spaces before or behind the last brace.
// That is well-formed JSON with one meaning, so whoever reads it in full gets the same. nullopt for
// everything else, well-formed or not, which has to be read in full.
std::optional<PlainTextDelta> ReadPlainTextDelta(absl::string_view data);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_PLAIN_TEXT_DELTA_H_
