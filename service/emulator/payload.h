// SPDX-License-Identifier: Apache-2.0
// The content of an answer, and its conversion to an HTTP reply as a script specifies.
#ifndef FOOTNOTE_SERVICE_EMULATOR_PAYLOAD_H_
#define FOOTNOTE_SERVICE_EMULATOR_PAYLOAD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/http/http_message.h"
#include "service/emulator/reply/reply.h"
#include "service/emulator/request/api_error.h"
#include "service/emulator/script/script.h"

namespace footnote::emulator {

struct Payload {
  int status = 200;
  std::string content_type;                 // the header is omitted if empty
  std::shared_ptr<const std::string> body;  // never null
  // True if the body is an event stream, which is sent in chunks.
  bool is_stream = false;
  // The offsets in `body` after each event, in bytes. A body that is not a stream is one event.
  std::vector<size_t> event_ends;
  // A ping in the format of the other events; empty if the body is not a stream.
  std::string ping;
};

// Returns a payload with the status 200 and the content type application/json.
Payload JsonPayload(std::string json);

// Returns the API's error object, with the status of `error`.
Payload ErrorPayload(const ApiError& error, std::string_view request_id);

// Returns an HTML page such as proxies send with `status`.
Payload HtmlPayload(int status);

// Returns `bytes` unchanged: as an event stream if they begin like one, else as JSON.
Payload VerbatimPayload(std::shared_ptr<const std::string> bytes);

// Returns `reply` as an event stream with the order, faults and format of `script`. Sizes of text
// deltas and the padding of events depend on `seed`.
Payload StreamPayload(const Reply& reply, const StreamScript& script, std::string_view request_id,
                      uint64_t seed);

// An HTTP reply, and the offsets after each event in its body, in bytes.
struct Answer {
  HttpReply reply;
  std::vector<size_t> event_ends;
};

// Returns a reply with the payload unchanged, in one piece.
Answer AnswerWith(Payload payload);

// Returns a reply with the payload and with the status, headers, delays and faults of `script`. The
// status is 0 if the script closes or resets the connection without a reply.
Answer AnswerWith(Payload payload, const Script& script);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_PAYLOAD_H_
