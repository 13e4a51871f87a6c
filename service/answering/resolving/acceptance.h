// SPDX-License-Identifier: Apache-2.0
// The conditions under which a caller accepts an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ACCEPTANCE_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ACCEPTANCE_H_

#include <optional>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::answering::resolving {

struct AcceptancePolicy {
  // True if IsAcceptable must be true for every citation.
  bool strict = false;
  // The minimum of Coverage.ratio. An answer without a ratio is accepted.
  std::optional<double> min_coverage;
};

AcceptancePolicy AcceptancePolicyFrom(const v1::CitationOptions& options);

// Returns OK if `policy` accepts `answer`; otherwise UNVERIFIED_CITATION or COVERAGE_TOO_LOW. The
// error contains no text of sources or the answer.
absl::Status CheckAcceptance(const AcceptancePolicy& policy, const v1::Answer& answer);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ACCEPTANCE_H_
