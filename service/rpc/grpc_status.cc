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

// Where a detail stands among others.
size_t Rank(absl::string_view type_url) {
  constexpr absl::string_view kOrder[] = {status::kErrorInfoTypeUrl, status::kBadRequestTypeUrl,
                                          status::kRetryInfoTypeUrl};
  return std::find(std::begin(kOrder), std::end(kOrder), type_url) - std::begin(kOrder);
}

// Whether a failed call is for whoever runs the server to know of, and not the caller's own doing.
bool ShouldLog(const absl::Status& status, absl::string_view reason) {
  return status.code() == absl::StatusCode::kInternal ||
         (absl::StartsWith(reason, "UPSTREAM_") &&
          status.code() != absl::StatusCode::kInvalidArgument);
}

void LogFailure(const absl::Status& status) {
  const std::string reason = status::ErrorReason(status);
  if (!ShouldLog(status, reason)) return;
  const auto field = [&status](const char* key) { return status::ErrorMetadata(status, key); };
  LogError("answer_failed", {{"code", absl::StatusCodeToString(status.code())},
                             {"reason", reason},
                             {"http_status", field("http_status")},
                             {"type", field("type")},
                             {"limit", field("limit")},
                             {"request_id", field("request_id")},
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
  // Abseil walks payloads in a random order.
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

grpc::Status ResultStatus(const absl::Status& status) {
  if (!status.ok()) LogFailure(status);
  return ToGrpcStatus(status);
}

}  // namespace footnote::rpc
