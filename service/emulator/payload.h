// SPDX-License-Identifier: Apache-2.0
// What an answer says, before a script decides how it goes over the wire.
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
  std::string content_type;                 // empty: no such header
  std::shared_ptr<const std::string> body;  // never null
  // Whether it goes out in chunks, and where its events end. A body that is none is one event.
  bool is_stream = false;
  std::vector<size_t> event_ends;
  // A ping in the form of the other events; empty where there are none.
  std::string ping;
};

Payload JsonPayload(std::string json);
Payload ErrorPayload(const ApiError& error, std::string_view request_id);
// The page that a proxy would give with `status`.
Payload HtmlPayload(int status);
// `bytes` as they are: a stream if they begin like one, else JSON.
Payload VerbatimPayload(std::shared_ptr<const std::string> bytes);
// `reply` as the script has it streamed.
Payload StreamPayload(const Reply& reply, const StreamScript& script, std::string_view request_id,
                      uint64_t seed);

// An HTTP reply, and where the events end in its body as it goes out.
struct Answer {
  HttpReply reply;
  std::vector<size_t> event_ends;
};

// The payload as it is, in one piece.
Answer AnswerWith(Payload payload);

// The payload under the status, headers, delays and faults of `script`.
Answer AnswerWith(Payload payload, const Script& script);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_PAYLOAD_H_
