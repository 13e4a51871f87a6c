// SPDX-License-Identifier: Apache-2.0
#include "service/status/rich_status.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"

namespace footnote::status {
namespace {

constexpr absl::string_view kDomain = "footnote.dev";
constexpr size_t kMaxMessageBytes = 512;
constexpr size_t kMaxValueBytes = 500;
constexpr size_t kMaxFieldBytes = 200;
constexpr size_t kMaxDescriptionBytes = 300;
constexpr size_t kMaxErrorBytes = 4096;
// Tags and lengths of google.rpc.Status and of one google.protobuf.Any in it.
constexpr size_t kStatusOverhead = 16;
constexpr size_t kDetailOverhead = 16;

// Returns `text` as well-formed UTF-8 of at most `max_bytes` bytes.
std::string Fit(absl::string_view text, size_t max_bytes) {
  constexpr absl::string_view kEllipsis = "...";
  constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";
  std::string out;
  size_t truncated = 0;  // the length of the longest prefix of `out` that fits with the ellipsis
  size_t i = 0;
  while (i < text.size()) {
    const size_t start = i;
    UChar32 c;
    U8_NEXT(text.data(), i, text.size(), c);
    const absl::string_view character = c < 0 ? kReplacement : text.substr(start, i - start);
    if (out.size() + character.size() > max_bytes) {
      out.resize(truncated);
      return absl::StrCat(out, kEllipsis);
    }
    out.append(character.data(), character.size());
    if (out.size() + kEllipsis.size() <= max_bytes) truncated = out.size();
  }
  return out;
}

// Serializes deterministically, so that equal errors have equal bytes: the order of a map is
// otherwise unspecified.
absl::Cord Serialize(const google::protobuf::MessageLite& message) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializeToCodedStream(&coded);
  }
  return absl::Cord(std::move(bytes));
}

google::rpc::ErrorInfo MakeErrorInfo(absl::string_view reason) {
  google::rpc::ErrorInfo info;
  info.set_domain(kDomain.data(), kDomain.size());
  info.set_reason(reason.data(), reason.size());
  return info;
}

std::optional<google::rpc::ErrorInfo> ErrorInfoOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kErrorInfoTypeUrl);
  google::rpc::ErrorInfo info;
  if (!payload.has_value() || !info.ParseFromString(std::string(*payload))) return std::nullopt;
  return info;
}

void AddMetadata(const std::vector<std::pair<std::string, std::string>>& metadata,
                 google::rpc::ErrorInfo* info) {
  for (const auto& [key, value] : metadata) {
    (*info->mutable_metadata())[key] = Fit(value, kMaxValueBytes);
  }
}

// Returns "FIELD: DESCRIPTION", or "3 violations: FIELD: DESCRIPTION; and 2 more".
std::string Summary(const std::vector<Violation>& violations, size_t total) {
  if (violations.empty()) return "the request is not valid";
  const Violation& first = violations.front();
  std::string shown = Fit(first.description, kMaxDescriptionBytes / 2);
  if (!first.field.empty()) shown = absl::StrCat(Fit(first.field, kMaxFieldBytes), ": ", shown);
  if (total == 1) return shown;
  return absl::StrCat(total, " violations: ", shown, "; and ", total - 1, " more");
}

}  // namespace

absl::Status ErrorWithInfo(absl::StatusCode code, absl::string_view reason,
                           absl::string_view message,
                           const std::vector<std::pair<std::string, std::string>>& metadata) {
  google::rpc::ErrorInfo info = MakeErrorInfo(reason);
  AddMetadata(metadata, &info);
  absl::Status status(code, Fit(message, kMaxMessageBytes));
  status.SetPayload(kErrorInfoTypeUrl, Serialize(info));
  return status;
}

absl::Status WithReason(const absl::Status& status, absl::StatusCode code, absl::string_view reason,
                        absl::string_view message) {
  absl::Status changed(code, Fit(message, kMaxMessageBytes));
  status.ForEachPayload([&changed](absl::string_view type_url, const absl::Cord& payload) {
    changed.SetPayload(type_url, payload);
  });
  google::rpc::ErrorInfo info = MakeErrorInfo(reason);
  if (const auto before = ErrorInfoOf(status)) *info.mutable_metadata() = before->metadata();
  changed.SetPayload(kErrorInfoTypeUrl, Serialize(info));
  return changed;
}

void AddErrorMetadata(const std::vector<std::pair<std::string, std::string>>& metadata,
                      absl::Status* status) {
  std::optional<google::rpc::ErrorInfo> info = ErrorInfoOf(*status);
  if (!info.has_value()) return;
  AddMetadata(metadata, &*info);
  status->SetPayload(kErrorInfoTypeUrl, Serialize(*info));
}

void AddRetryInfo(absl::Duration delay, absl::Status* status) {
  // The maximum of google.protobuf.Duration.
  constexpr int64_t kMaxSeconds = 315'576'000'000;
  delay = std::clamp(delay, absl::ZeroDuration(), absl::Seconds(kMaxSeconds));
  absl::Duration rest;
  const int64_t seconds = absl::IDivDuration(delay, absl::Seconds(1), &rest);
  google::rpc::RetryInfo info;
  info.mutable_retry_delay()->set_seconds(seconds);
  info.mutable_retry_delay()->set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(rest)));
  status->SetPayload(kRetryInfoTypeUrl, Serialize(info));
}

absl::Status InvalidRequest(const std::vector<Violation>& violations, size_t total) {
  absl::Status status =
      ErrorWithInfo(absl::StatusCode::kInvalidArgument, v1::ErrorReason_Name(v1::INVALID_REQUEST),
                    Summary(violations, total), {{"violations", absl::StrCat(total)}});

  size_t room = kMaxErrorBytes - kStatusOverhead - status.message().size() -
                status.GetPayload(kErrorInfoTypeUrl)->size() - kErrorInfoTypeUrl.size() -
                kBadRequestTypeUrl.size() - 2 * kDetailOverhead;
  google::rpc::BadRequest bad_request;
  for (const Violation& violation : violations) {
    google::rpc::BadRequest::FieldViolation one;
    one.set_field(Fit(violation.field, kMaxFieldBytes));
    one.set_reason(v1::ViolationReason_Name(violation.reason));
    one.set_description(Fit(violation.description, kMaxDescriptionBytes));
    constexpr size_t kElementOverhead = 4;  // the tag and the length
    const size_t bytes = one.ByteSizeLong() + kElementOverhead;
    if (bytes > room) break;
    room -= bytes;
    *bad_request.add_field_violations() = std::move(one);
  }
  status.SetPayload(kBadRequestTypeUrl, Serialize(bad_request));
  return status;
}

bool HasRetryInfo(const absl::Status& status) {
  return status.GetPayload(kRetryInfoTypeUrl).has_value();
}

std::string ErrorMetadata(const absl::Status& status, const std::string& key) {
  const std::optional<google::rpc::ErrorInfo> info = ErrorInfoOf(status);
  if (!info.has_value()) return "";
  const auto found = info->metadata().find(key);
  return found == info->metadata().end() ? "" : found->second;
}

std::string ErrorReason(const absl::Status& status) {
  const std::optional<google::rpc::ErrorInfo> info = ErrorInfoOf(status);
  return info.has_value() ? info->reason() : "";
}

}  // namespace footnote::status
