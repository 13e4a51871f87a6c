// What a test wants to go wrong, said per request.
//
// A script is a list of `key=value` pairs with ';' between them, in the header x-emulator-script or
// given to the Emulator in process:
//
//   x-emulator-script: status=529; retry_after=2
//
//   script = [ pair *( ";" pair ) [ ";" ] ]
//   pair   = key "=" value          ; white space around keys and values does not count
//   value  = any characters but ";", or a text in double quotes, in which a backslash makes the
//   next
//            character stand for itself
//
// Keys:
//   status=N           answer with this HTTP status, 200 to 599; from 400 on with an error body
//   error_type=T       error.type (default: what the API gives to the status)
//   message=M          error.message
//   error_code=C       error.details.error_code
//   retry_after=V      the header retry-after: seconds or a date, sent as it is
//   retry_after_ms=N   the header retry-after-ms
//   should_retry=B     the header x-should-retry: true or false
//   delay_ms=N         wait before the first byte, at most 600000
//   body=NAME          a body registered with Emulator::AddBody, byte for byte
//   body_file=PATH     a file inside the emulator's body directory, byte for byte
//   content_type=T     of the answer
//   cut_after=N        close the connection after N bytes of the body
//   stop_reason=R      any text; "refusal" comes with no content unless partial=true
//   partial=B          keep the content of a refusal
//   validate=off       do not validate the request; needs status from 400 on, body or body_file
//
// Requests are validated first: one that the API would refuse is refused whatever the script says.
#ifndef FOOTNOTE_SERVICE_EMULATOR_SCRIPT_H_
#define FOOTNOTE_SERVICE_EMULATOR_SCRIPT_H_

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

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
  std::string body;
  std::string body_file;
  std::string content_type;
  std::optional<size_t> cut_after;
  std::string stop_reason;
  bool partial = false;
  bool validate = true;

  bool HasBody() const { return !body.empty() || !body_file.empty(); }
  bool IsError() const { return status.has_value() && *status >= 400; }
};

// Fails with InvalidArgument and a message that names the pair at fault and what would be right.
// An empty text is the empty script, which changes nothing.
absl::StatusOr<Script> ParseScript(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_SCRIPT_H_
