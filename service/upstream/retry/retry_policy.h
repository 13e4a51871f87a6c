// What to retry. How long to wait (backoff_policy) and where to go next (fallback_chain) are other
// questions.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_

#include "service/upstream/attempt.h"

namespace footnote::upstream {

// Whether upstream may have worked, and billed, for an attempt that failed like this: limits of
// time, a gateway's included, responses that broke off, and connections that broke before any.
bool IsPossiblyBilled(const Failure& failure);

// Whether another attempt may mend a failure: connections that failed; 408, 409, 429 and 5xx; error
// events of those types; `x-should-retry` wins over the status. What may be billed only if
// `retry_possibly_billed`, whatever upstream advises: the money is the caller's. A connection that
// broke before anything was heard is the exception: the API's own SDKs send such a request again,
// and so do we; the attempt is marked. Spend limits (attempt.h: kFinal) never.
bool IsRetryable(const Failure& failure, bool retry_possibly_billed);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_
