// SPDX-License-Identifier: Apache-2.0
// The error response of the Messages API.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_API_ERROR_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_API_ERROR_H_

#include <string>
#include <string_view>

#include "absl/strings/string_view.h"

namespace footnote::emulator {

struct ApiError {
  // The HTTP status code.
  int status = 400;
  // The JSON fields `error.type` and `error.message`.
  std::string type = "invalid_request_error";
  std::string message;
  // The JSON field `error.details.error_code`. If empty, the response has no `error.details`.
  std::string error_code;
};

// Returns an error with status 400, type "invalid_request_error" and `message`. By convention, the
// message starts with the path of the invalid field if there is one: "messages.0.role: ...".
ApiError InvalidRequest(std::string message);

// Returns the error type of an HTTP status: "overloaded_error" for 529. For a status that is not in
// the API's documentation, returns the type of 400, or of 500 if `status` is at least 500.
std::string_view ErrorTypeOfStatus(int status);

// Returns the default message of an HTTP status: "Overloaded" for 529. Handles other statuses in
// the same way as ErrorTypeOfStatus.
std::string_view DefaultErrorMessage(int status);

// Returns the body of the error response, without white space between tokens:
// {"type":"error","error":{"type":...,"message":...},"request_id":...}
std::string ErrorJson(const ApiError& error, absl::string_view request_id);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_API_ERROR_H_
