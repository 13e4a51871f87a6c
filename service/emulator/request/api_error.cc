// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/api_error.h"

#include <utility>

#include "service/messages/json/json_writer.h"

namespace footnote::emulator {
namespace {

struct StatusRow {
  int status;
  std::string_view type;
  std::string_view message;
};

constexpr StatusRow kStatuses[] = {
    {400, "invalid_request_error", "Invalid request"},
    {401, "authentication_error", "Authentication error"},
    {402, "billing_error", "Billing error"},
    {403, "permission_error", "Permission denied"},
    {404, "not_found_error", "Not found"},
    {409, "conflict_error", "Conflict"},
    {413, "request_too_large", "Request exceeds the maximum size"},
    {429, "rate_limit_error", "This request would exceed your organization's rate limit."},
    {500, "api_error", "Internal server error"},
    {504, "timeout_error", "Request timeout"},
    {529, "overloaded_error", "Overloaded"},
};

const StatusRow& FindRow(int status) {
  for (const StatusRow& row : kStatuses) {
    if (row.status == status) return row;
  }
  static constexpr StatusRow kOther4xx = {400, "invalid_request_error", "Invalid request"};
  static constexpr StatusRow kOther5xx = {500, "api_error", "Internal server error"};
  return status >= 500 ? kOther5xx : kOther4xx;
}

}  // namespace

ApiError InvalidRequest(std::string message) {
  ApiError error;
  error.message = std::move(message);
  return error;
}

std::string_view ErrorTypeOfStatus(int status) { return FindRow(status).type; }

std::string_view DefaultErrorMessage(int status) { return FindRow(status).message; }

std::string ErrorJson(const ApiError& error, absl::string_view request_id) {
  std::string text;
  messages::JsonWriter json(&text);
  json.Raw(R"({"type":"error","error":{"type":)");
  json.String(error.type);
  json.Raw(R"(,"message":)");
  json.String(error.message);
  if (!error.error_code.empty()) {
    json.Raw(R"(,"details":{"error_code":)");
    json.String(error.error_code);
    json.Raw("}");
  }
  json.Raw(R"(},"request_id":)");
  json.String(request_id);
  json.Raw("}");
  return text;
}

}  // namespace footnote::emulator
