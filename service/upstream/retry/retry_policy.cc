// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retry_policy.h"

namespace footnote::upstream {
namespace {

// 504 is the timeout status of the API and of gateways; 524 is that of Cloudflare, the API's proxy.
bool IsTimeoutStatus(int status) { return status == 504 || status == 524; }

bool IsTransientStatus(int status) {
  return status == 408 || status == 409 || status == 429 || (status >= 500 && status <= 599);
}

}  // namespace

bool IsPossiblyBilled(const Failure& failure) {
  switch (failure.kind) {
    case Failure::Kind::kBrokeOff:
    case Failure::Kind::kConnectionLost:
    case Failure::Kind::kTimeout:
      return true;
    case Failure::Kind::kResponse:
    case Failure::Kind::kErrorEvent:
      return IsTimeoutStatus(failure.http_status);
    case Failure::Kind::kNone:
    case Failure::Kind::kNotConnected:
    case Failure::Kind::kFinal:
      return false;
  }
  return false;
}

bool IsRetryable(const Failure& failure, bool retry_possibly_billed) {
  if (failure.kind == Failure::Kind::kNone || failure.kind == Failure::Kind::kFinal) return false;
  const bool is_lost_connection = failure.kind == Failure::Kind::kConnectionLost;
  if (IsPossiblyBilled(failure) && !is_lost_connection && !retry_possibly_billed) return false;
  if (failure.should_retry.has_value()) return *failure.should_retry;
  if (failure.kind == Failure::Kind::kResponse || failure.kind == Failure::Kind::kErrorEvent) {
    return IsTransientStatus(failure.http_status);
  }
  return true;
}

}  // namespace footnote::upstream
