// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/grpc_status.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "google/rpc/status.pb.h"
#include "service/log.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {
namespace {

// Returns the position of a detail among the others.
size_t Rank(absl::string_view type_url) {
  constexpr absl::string_view kOrder[] = {status::kErrorInfoTypeUrl, status::kBadRequestTypeUrl,
                                          status::kRetryInfoTypeUrl};
  return std::find(std::begin(kOrder), std::end(kOrder), type_url) - std::begin(kOrder);
}

void LogFailure(const absl::Status& status) {
  const auto field = [&status](const char* key) { return status::ErrorMetadata(status, key); };
  const std::string reason = status::ErrorReason(status);
  LogErrorLimited("answer_failed", reason,
                  {{"code", absl::StatusCodeToString(status.code())},
                   {"reason", reason},
                   {"request_id", field("request_id")},
                   {"http_status", field("http_status")},
                   {"error_type", field("error_type")},
                   {"timeout", field("timeout")},
                   {"upstream_request_id", field("upstream_request_id")},
                   {"attempts", field("attempts")},
                   {"retry_stopped_by", field("retry_stopped_by")},
                   {"partial", field("partial")}});
}

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;

  std::vector<std::pair<std::string, std::string>> details;
  status.ForEachPayload([&details](absl::string_view type_url, const absl::Cord& payload) {
    details.emplace_back(type_url, payload);
  });
  // Abseil visits payloads in an unspecified order.
  std::sort(details.begin(), details.end(), [](const auto& a, const auto& b) {
    return std::make_pair(Rank(a.first), a.first) < std::make_pair(Rank(b.first), b.first);
  });

  const auto code = static_cast<grpc::StatusCode>(status.code());
  const std::string message(status.message());
  if (details.empty()) return grpc::Status(code, message);

  google::rpc::Status rich;
  rich.set_code(static_cast<int>(code));
  rich.set_message(message);
  for (auto& [type_url, value] : details) {
    google::protobuf::Any* detail = rich.add_details();
    detail->set_type_url(std::move(type_url));
    detail->set_value(std::move(value));
  }
  return grpc::Status(code, message, rich.SerializeAsString());
}

bool ShouldLog(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInternal ||
         (absl::StartsWith(status::ErrorReason(status), "UPSTREAM_") &&
          status.code() != absl::StatusCode::kInvalidArgument);
}

grpc::Status ResultStatus(absl::Status status, absl::string_view request_id) {
  if (status.ok()) return grpc::Status::OK;
  if (!request_id.empty()) {
    status::AddErrorMetadata({{"request_id", std::string(request_id)}}, &status);
  }
  if (ShouldLog(status)) LogFailure(status);
  return ToGrpcStatus(status);
}

}  // namespace footnote::rpc
