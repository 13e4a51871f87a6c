// What a caller demands of an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ACCEPTANCE_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ACCEPTANCE_H_

#include <optional>

#include "absl/status/status.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::answering::resolving {

struct AcceptancePolicy {
  // Every citation is one that IsAcceptable takes.
  bool strict = false;
  // The least Coverage.ratio, where the answer has one.
  std::optional<double> min_coverage;
};

AcceptancePolicy AcceptancePolicyFrom(const v1::CitationOptions& options);

// OK, or the typed failure of what `answer` does not meet, ABORTED: UNVERIFIED_CITATION with the
// number of citations that are not acceptable and the place and verdict of the first, or
// COVERAGE_TOO_LOW with both ratios. The message has no text of hits or answer.
absl::Status CheckAcceptance(const AcceptancePolicy& policy, const v1::Answer& answer);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_ACCEPTANCE_H_
