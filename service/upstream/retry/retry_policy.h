// SPDX-License-Identifier: Apache-2.0
// The rules for which failures are retried. backoff_policy.h determines the delay, fallback_chain.h
// the next model.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_

#include "service/upstream/attempt.h"

namespace footnote::upstream {

// True if the API may have processed and billed an attempt with this failure: timeouts, including
// those of a gateway, responses that broke off, and connections that were lost before a response.
bool IsPossiblyBilled(const Failure& failure);

// True if another attempt can succeed: after failed connections; statuses 408, 409, 429 and 5xx;
// error events of those types. The API's advice takes precedence over the status. A failure that
// may be billed is retried only if `retry_possibly_billed`, regardless of the advice, because the
// caller pays. The exception is a connection that was lost before any response: the API's own SDKs
// repeat such a request too, and the attempt is marked. Failures of kind kFinal, such as spend
// limits, are never retried.
bool IsRetryable(const Failure& failure, bool retry_possibly_billed);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_
