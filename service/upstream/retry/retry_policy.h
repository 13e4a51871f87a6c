// What to retry, how long to wait, and where to go next: three answers that do not know each other.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_

#include "service/upstream/attempt.h"

namespace footnote::upstream {

// Whether upstream may have worked, and billed, for an attempt that failed like this: limits of
// time, a gateway's included, and responses that broke off.
//
// A connection that broke before the response's head was whole (kConnectionLost) does not count. It
// is nearly always a kept-alive connection that upstream had closed before it read the request, and
// that the API's own SDKs send it again is the reading that callers know.
bool IsPossiblyBilled(const Failure& failure);

// Whether another attempt may mend a failure: connections that failed; 408, 409, 429 and 5xx; error
// events of those types; `x-should-retry` wins over the status. What may be billed only if
// `retry_possibly_billed`, whatever upstream advises: the money is the caller's. Spend limits
// (attempt.h: kFinal) never.
bool IsRetryable(const Failure& failure, bool retry_possibly_billed);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_POLICY_H_
