// SPDX-License-Identifier: Apache-2.0
// Errors in the API's own shape.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_API_ERROR_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_API_ERROR_H_

#include <string>
#include <string_view>

#include "absl/strings/string_view.h"

namespace footnote::emulator {

struct ApiError {
  int status = 400;                            // HTTP
  std::string type = "invalid_request_error";  // error.type
  std::string message;
  // error.details.error_code; no details are written when empty.
  std::string error_code;
};

// A 400 with `message`, which starts with the path of what is wrong where there is one.
ApiError InvalidRequest(std::string message);

// The type that the API gives to an HTTP status: 529 is "overloaded_error".
std::string_view ErrorTypeOfStatus(int status);

// What the API says with a status when there is nothing more to say: "Overloaded".
std::string_view DefaultErrorMessage(int status);

// {"type":"error","error":{"type":...,"message":...},"request_id":...}
std::string ErrorJson(const ApiError& error, absl::string_view request_id);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_API_ERROR_H_
