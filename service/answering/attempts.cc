// SPDX-License-Identifier: Apache-2.0
#include "service/answering/attempts.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "google/protobuf/duration.pb.h"
#include "service/answering/resolving/notices.h"
#include "service/status/rich_status.h"

namespace footnote::answering {
namespace {

// The maximum size of the list in an error.
constexpr size_t kMaxListBytes = 2 << 10;
// The maximum size of an id or name in an error. Those of the API are much shorter.
constexpr size_t kMaxNameBytes = 128;

google::protobuf::Duration ToProto(absl::Duration duration) {
  google::protobuf::Duration proto;
  proto.set_seconds(absl::IDivDuration(duration, absl::Seconds(1), &duration));
  proto.set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(duration)));
  return proto;
}

void Describe(const upstream::Attempt& attempt, v1::Attempt* out) {
  out->set_model(attempt.model);
  out->set_error_reason(attempt.reason);
  if (attempt.failure.http_status != 0) out->set_http_status(attempt.failure.http_status);
  out->set_error_type(attempt.failure.error_type);
  out->set_upstream_request_id(attempt.request_id);
  out->set_refused(attempt.refused);
  out->set_possibly_billed(attempt.possibly_billed);
  *out->mutable_wait() = ToProto(attempt.waited);
  out->set_route(attempt.route);
}

void ClearIfTooLong(std::string* name) {
  if (name->size() > kMaxNameBytes) name->clear();
}

}  // namespace

void ListAttempts(absl::Span<const upstream::Attempt> attempts, v1::Answer* answer) {
  for (const upstream::Attempt& attempt : attempts) Describe(attempt, answer->add_attempts());
  const bool billed = std::any_of(attempts.begin(), attempts.end(),
                                  [](const auto& attempt) { return attempt.possibly_billed; });
  if (!billed) return;
  v1::Notice* notice = answer->add_notices();
  notice->set_kind(v1::Notice::KIND_POSSIBLY_BILLED_TWICE);
  notice->set_message(resolving::NoticeText(notice->kind()));
}

void ListAttempts(absl::Span<const upstream::Attempt> attempts, absl::Status* error) {
  if (attempts.empty()) return;
  v1::FailedAttempts list;
  for (const upstream::Attempt& attempt : attempts) {
    v1::Attempt* out = list.add_attempts();
    Describe(attempt, out);
    for (std::string* name : {out->mutable_model(), out->mutable_error_type(),
                              out->mutable_upstream_request_id(), out->mutable_route()}) {
      ClearIfTooLong(name);
    }
  }
  const auto shorten = [&list](auto clear) {
    if (list.ByteSizeLong() <= kMaxListBytes) return;
    for (int i = 1; i + 1 < list.attempts_size(); ++i) clear(list.mutable_attempts(i));
  };
  shorten([](v1::Attempt* attempt) {
    attempt->clear_model();
    attempt->clear_upstream_request_id();
    attempt->clear_route();
  });
  // The API's types are short; those of another server need not be.
  shorten([](v1::Attempt* attempt) { attempt->clear_error_type(); });
  status::AddErrorMetadata({{"attempts", absl::StrCat(attempts.size())}}, error);
  error->SetPayload(kFailedAttemptsTypeUrl, absl::Cord(list.SerializeAsString()));
}

}  // namespace footnote::answering
