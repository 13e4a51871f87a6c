// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/error_details.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace footnote::client {
namespace {

// True if a payload of type URL `url` is a `full_name` message. The URL's host is ignored.
bool IsMessage(absl::string_view url, absl::string_view full_name) {
  return absl::ConsumeSuffix(&url, full_name) && absl::EndsWith(url, "/");
}

template <typename Message>
bool ReadPayload(absl::string_view url, const absl::Cord& payload, Message* message) {
  return IsMessage(url, Message::descriptor()->full_name()) &&
         message->ParseFromString(std::string(payload));
}

// Sets the fields that have keys of their own in `details->metadata`.
void ReadMetadata(ErrorDetails* details) {
  const auto text = [details](const std::string& key) {
    const auto found = details->metadata.find(key);
    return found == details->metadata.end() ? std::string() : found->second;
  };
  const auto count = [&text](const std::string& key) {
    int64_t value = 0;
    return absl::SimpleAtoi(text(key), &value) ? value : 0;
  };
  details->request_id = text("request_id");
  details->upstream_request_id = text("upstream_request_id");
  details->upstream_message = text("upstream_message");
  details->partial = text("partial") == "true";
  details->delivered_blocks = count("delivered_blocks");
  details->delivered_text_bytes = count("delivered_text_bytes");
}

}  // namespace

ErrorDetails ReadDetails(const absl::Status& status) {
  ErrorDetails details;
  status.ForEachPayload([&details](absl::string_view url, const absl::Cord& payload) {
    if (google::rpc::ErrorInfo info; ReadPayload(url, payload, &info)) {
      details.reason = info.reason();
      details.domain = info.domain();
      details.metadata = {info.metadata().begin(), info.metadata().end()};
      ReadMetadata(&details);
    }
    if (google::rpc::BadRequest bad; ReadPayload(url, payload, &bad)) {
      for (const auto& violation : bad.field_violations()) {
        details.violations.push_back(
            {violation.field(), violation.reason(), violation.description()});
      }
    }
    if (google::rpc::RetryInfo retry;
        ReadPayload(url, payload, &retry) && retry.has_retry_delay()) {
      details.retry_delay = absl::Seconds(retry.retry_delay().seconds()) +
                            absl::Nanoseconds(retry.retry_delay().nanos());
    }
    if (v1::FailedAttempts failed; ReadPayload(url, payload, &failed)) {
      details.attempts = {failed.attempts().begin(), failed.attempts().end()};
    }
  });
  return details;
}

absl::Status StatusFromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  int code = status.error_code();
  if (code < grpc::StatusCode::OK || code > grpc::StatusCode::UNAUTHENTICATED) {
    code = grpc::StatusCode::UNKNOWN;
  }
  absl::Status result(static_cast<absl::StatusCode>(code), status.error_message());
  google::rpc::Status rich;
  if (rich.ParseFromString(status.error_details())) {
    for (const auto& detail : rich.details()) {
      result.SetPayload(detail.type_url(), absl::Cord(detail.value()));
    }
  }
  return result;
}

}  // namespace footnote::client
