// SPDX-License-Identifier: Apache-2.0
// A fast path for the most frequent event of a stream.
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

// Parses the data of an event if it is, byte for byte,
//
//   {"type":"content_block_delta","index":N,"delta":{"type":"text_delta","text":"TEXT"}}
//
// with at most nine digits in N, no escape sequences in TEXT, and optional spaces before or after
// the last brace. Such data is well-formed JSON, for which the full parser returns the same.
// Returns nullopt for all other data, well-formed or not, which requires the full parser.
std::optional<PlainTextDelta> ReadPlainTextDelta(absl::string_view data);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_STREAM_PLAIN_TEXT_DELTA_H_
