#include "service/answering/attempts.h"

#include <algorithm>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "service/answering/resolving/notices.h"
#include "service/status/rich_status.h"

namespace footnote::answering {
namespace {

// The most bytes that the list may have in an error.
constexpr size_t kMaxListBytes = 2 << 10;
// Ids and names come from upstream and from the request; those of the API are far shorter.
constexpr size_t kMaxNameBytes = 128;

void Describe(const upstream::Attempt& attempt, v1::Attempt* out) {
  out->set_model(attempt.model);
  out->set_error_reason(attempt.reason);
  if (attempt.failure.http_status != 0) out->set_http_status(attempt.failure.http_status);
  out->set_error_type(attempt.failure.error_type);
  out->set_request_id(attempt.request_id);
  out->set_refused(attempt.refused);
  out->set_possibly_billed(attempt.possibly_billed);
  out->set_waited_ms(absl::ToInt64Milliseconds(attempt.waited));
}

void Shorten(std::string* name) {
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
    Shorten(out->mutable_model());
    Shorten(out->mutable_error_type());
    Shorten(out->mutable_request_id());
  }
  if (list.ByteSizeLong() > kMaxListBytes) {
    for (int i = 1; i + 1 < list.attempts_size(); ++i) {
      list.mutable_attempts(i)->clear_model();
      list.mutable_attempts(i)->clear_request_id();
    }
  }
  status::AddErrorMetadata({{"attempts", absl::StrCat(attempts.size())}}, error);
  error->SetPayload(kFailedAttemptsTypeUrl, absl::Cord(list.SerializeAsString()));
}

}  // namespace footnote::answering
