// SPDX-License-Identifier: Apache-2.0
// Constructors of failures for the tests of upstream_error.
#ifndef FOOTNOTE_TESTS_UPSTREAM_UPSTREAM_ERROR_TESTING_H_
#define FOOTNOTE_TESTS_UPSTREAM_UPSTREAM_ERROR_TESTING_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/time/time.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/message_types.h"
#include "service/status/rich_status.h"
#include "service/upstream/upstream_error.h"

namespace footnote::upstream {

inline google::rpc::ErrorInfo Info(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  const auto payload = status.GetPayload(status::kErrorInfoTypeUrl);
  EXPECT_TRUE(payload.has_value() && info.ParseFromString(std::string(*payload)));
  return info;
}

inline std::optional<int64_t> RetrySeconds(const absl::Status& status) {
  const auto payload = status.GetPayload(status::kRetryInfoTypeUrl);
  if (!payload.has_value()) return std::nullopt;
  google::rpc::RetryInfo info;
  EXPECT_TRUE(info.ParseFromString(std::string(*payload)));
  return info.retry_delay().seconds();
}

inline ErrorResponse Response(int http_status, const std::string& type = "",
                              const std::string& message = "", const std::string& error_code = "") {
  ErrorResponse response;
  response.http_status = http_status;
  response.content_type = "application/json";
  response.request_id = "req_1";
  response.retry_after = absl::Seconds(7);
  response.request_bytes = 40'000'000;
  if (!type.empty()) {
    response.api_error.emplace();
    response.api_error->type = type;
    response.api_error->message = message;
    response.api_error->error_code = error_code;
  }
  return response;
}

inline messages::ApiError ApiErrorOf(const std::string& type, const std::string& message = "words",
                                     const std::string& error_code = "") {
  messages::ApiError error;
  error.type = type;
  error.message = message;
  error.error_code = error_code;
  return error;
}

// The progress of a transfer.
enum class Reached { kNothing, kSent, kHead };

inline BrokenTransfer Transfer(TransferResult::Cause cause, Reached reached = Reached::kNothing,
                               bool stream = false) {
  BrokenTransfer transfer;
  transfer.end.cause = cause;
  transfer.end.sent = reached != Reached::kNothing;
  transfer.end.response_started = reached == Reached::kHead;
  transfer.end.message = "Couldn't do it";
  transfer.stream = stream;
  if (reached == Reached::kHead) transfer.http_status = 200;
  return transfer;
}

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_UPSTREAM_ERROR_TESTING_H_
