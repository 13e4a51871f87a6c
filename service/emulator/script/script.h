// SPDX-License-Identifier: Apache-2.0
// What a test wants to go wrong, said per request.
//
// A script is a list of `key=value` pairs with ';' between them, in the header x-emulator-script or
// given to the Emulator in process:
//
//   x-emulator-script: status=529; retry_after=2
//
//   script = [ pair *( ";" pair ) [ ";" ] ]
//   pair   = key "=" value          ; white space around keys and values does not count
//   value  = any characters but ";", or a text in double quotes, in which a backslash
//            makes the next character stand for itself
//
// Keys of any reply:
//   status=N           answer with this HTTP status, 200 to 599; from 400 on with an error body
//   error_type=T       error.type (default: what the API gives to the status)
//   message=M          error.message
//   error_code=C       error.details.error_code
//   retry_after=V      the header retry-after: seconds or a date, sent as it is
//   retry_after_ms=N   the header retry-after-ms
//   should_retry=B     the header x-should-retry: true or false
//   delay_ms=N         wait before the headers, at most 600000
//   hang_up=H          no answer at all, after delay_ms: close or reset the connection
//   body=NAME          a body registered with Emulator::AddBody, byte for byte
//   body_file=PATH     a file inside the emulator's body directory, byte for byte
//   body_kind=K        html: a page such as a proxy sends; empty: nothing; json: the reply to a
//                      stream request as JSON
//   content_type=T     of the answer; default for body and body_file: text/event-stream if they
//                      begin like one, else application/json
//   gzip=true          the body compressed, with the header content-encoding
//   validate=off       do not validate the request; needs hang_up, status from 400 on, body or
//                      body_file
// Keys of the content, in either mode:
//   stop_reason=R      any text; "refusal" comes with no content unless partial=true
//   partial=B          keep the content of a refusal
//   thinking=T         a thinking block first: on, or signature_first, see stream_script.h
//   unknown_block=true a block of no known kind first
//   leak=L             citations leak into the text: cite, unclosed, brackets, link or placeholder,
//                      see reply/reply_changes.h
//   cite_page=N        a last block that cites page N of the first citable PDF, URL or file
// When and in which pieces the body goes out, and where it stops: delivery_script.h.
// How a stream looks: stream_script.h.
//
// Requests are validated first: one that the API would refuse is refused whatever the script says.
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

// Fails with InvalidArgument and a message that names the pair at fault and what would be right.
// An empty text is the empty script, which changes nothing.
absl::StatusOr<Script> ParseScript(std::string_view text);

// The names of all keys, with ", " between.
std::string ScriptKeys();

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_SCRIPT_H_
