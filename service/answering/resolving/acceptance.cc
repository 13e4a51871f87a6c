// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/acceptance.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "service/answering/resolving/citations/citations.h"
#include "service/status/errors.h"

namespace footnote::answering::resolving {
namespace {

absl::Status CheckStrict(const v1::Answer& answer) {
  int count = 0;
  std::string first;
  std::string first_verdict;
  for (int b = 0; b < answer.blocks_size(); ++b) {
    const v1::AnswerText& text = answer.blocks(b).text();
    for (int c = 0; c < text.citations_size(); ++c) {
      const v1::Verification& verification = text.citations(c).verification();
      if (IsAcceptable(verification)) continue;
      if (count++ > 0) continue;
      first = absl::StrCat("blocks[", b, "].text.citations[", c, "]");
      first_verdict = v1::Verification::Verdict_Name(verification.verdict());
    }
  }
  return count == 0 ? absl::OkStatus() : status::UnverifiedCitation(count, first, first_verdict);
}

// False if the model stopped for a tool use, a pause or a refusal.
bool IsAnswer(const v1::Answer& answer) {
  return answer.stop_reason() != v1::STOP_REASON_TOOL_USE &&
         answer.stop_reason() != v1::STOP_REASON_PAUSE_TURN &&
         answer.stop_reason() != v1::STOP_REASON_REFUSAL;
}

absl::Status CheckCoverage(double min_coverage, const v1::Answer& answer) {
  if (!IsAnswer(answer) || !answer.coverage().has_ratio() ||
      answer.coverage().ratio() >= min_coverage) {
    return absl::OkStatus();
  }
  return status::CoverageTooLow(answer.coverage().ratio(), min_coverage);
}

}  // namespace

AcceptancePolicy AcceptancePolicyFrom(const v1::CitationOptions& options) {
  AcceptancePolicy policy;
  policy.strict = options.strict();
  if (options.has_min_coverage()) policy.min_coverage = options.min_coverage();
  return policy;
}

absl::Status CheckAcceptance(const AcceptancePolicy& policy, const v1::Answer& answer) {
  if (policy.strict) {
    if (absl::Status status = CheckStrict(answer); !status.ok()) return status;
  }
  if (policy.min_coverage.has_value()) return CheckCoverage(*policy.min_coverage, answer);
  return absl::OkStatus();
}

}  // namespace footnote::answering::resolving
