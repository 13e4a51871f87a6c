// SPDX-License-Identifier: Apache-2.0
// Scripts, with which tests specify the reply to a request and its faults.
//
// A script is a list of `key=value` pairs, separated by ';'. It is the value of the request header
// x-emulator-script, or it is passed to the Emulator in process:
//
//   x-emulator-script: status=529; retry_after=2
//
//   script = [ pair *( ";" pair ) [ ";" ] ]
//   pair   = key "=" value          ; white space around keys and values is ignored
//   value  = any characters except ";", or a text in double quotes, in which a backslash
//            escapes the next character
//
// Keys of any reply:
//   status=N           the HTTP status, 200 to 599; from 400 on with an error body
//   error_type=T       error.type (default: the type that the API has for the status)
//   message=M          error.message
//   error_code=C       error.details.error_code
//   retry_after=V      the header retry-after: seconds or a date, sent unchanged
//   retry_after_ms=N   the header retry-after-ms
//   should_retry=B     the header x-should-retry: true or false
//   delay_ms=N         delay before the headers in milliseconds, at most 600000
//   hang_up=H          no reply: close or reset the connection after delay_ms
//   body=NAME          a body registered with Emulator::AddBody, sent unchanged
//   body_file=PATH     a file inside the emulator's body directory, sent unchanged
//   body_kind=K        html: a page like those of proxies; empty: no body; json: the reply to a
//                      stream request as JSON
//   content_type=T     the header content-type; default for body and body_file:
//                      text/event-stream if they begin like an event stream, else application/json
//   gzip=true          compresses the body and sends the header content-encoding
//   validate=off       does not validate the request; requires hang_up, status from 400 on, body or
//                      body_file
// Keys of the content, for JSON replies and streams:
//   stop_reason=R      any text; a "refusal" has no content unless partial=true
//   partial=B          true: keeps the content of a refusal
//   thinking=T         adds a thinking block at the start: on, or signature_first, see
//                      stream_script.h
//   unknown_block=true adds a block of an unknown type at the start
//   leak=L             adds citation markup to the text: cite, unclosed, brackets, link or
//                      placeholder, see reply/reply_changes.h
//   cite_page=N        adds a block at the end that cites page N of the first citable PDF, URL or
//                      file
// delivery_script.h has the keys of the timing of the body, stream_script.h those of the events of
// a stream.
//
// Requests are validated first. A request that the API would reject is rejected in any case, unless
// the script has validate=off.
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "service/emulator/reply/reply_changes.h"
#include "service/emulator/script/stream_script.h"
#include "service/emulator/stream/delivery.h"

namespace footnote::emulator {

struct Script {
  std::optional<int> status;
  std::string error_type;
  std::string message;
  std::string error_code;
  std::string retry_after;
  std::string retry_after_ms;
  std::string should_retry;
  std::chrono::milliseconds delay{0};
  enum class HangUp { kNone, kClose, kReset };
  HangUp hang_up = HangUp::kNone;
  std::string body;
  std::string body_file;
  enum class BodyKind { kDefault, kHtml, kEmpty, kJson };
  BodyKind body_kind = BodyKind::kDefault;
  std::string content_type;
  bool gzip = false;
  bool validate = true;
  ReplyChanges changes;
  StreamScript stream;
  Delivery delivery;

  bool HasBody() const { return !body.empty() || !body_file.empty(); }
  bool IsError() const { return status.has_value() && *status >= 400; }
};

// Returns InvalidArgument if `text` is malformed, with a message that names the pair and states the
// valid values. An empty text is the script that changes nothing.
absl::StatusOr<Script> ParseScript(std::string_view text);

// Returns the names of all keys, separated by ", ".
std::string ScriptKeys();

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_H_
