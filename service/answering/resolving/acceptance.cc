#include "service/answering/resolving/acceptance.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "service/answering/resolving/citations/citations.h"
#include "service/status/rich_status.h"

namespace footnote::answering::resolving {
namespace {

absl::Status CheckStrict(const v1::Answer& answer) {
  int refused = 0;
  std::string first_place;
  std::string first_verdict;
  for (int b = 0; b < answer.blocks_size(); ++b) {
    const v1::AnswerText& text = answer.blocks(b).text();
    for (int c = 0; c < text.citations_size(); ++c) {
      const v1::Verification& verification = text.citations(c).verification();
      if (IsAcceptable(verification)) continue;
      if (refused++ > 0) continue;
      first_place = absl::StrCat("blocks[", b, "].text.citations[", c, "]");
      first_verdict = v1::Verification::Verdict_Name(verification.verdict());
    }
  }
  if (refused == 0) return absl::OkStatus();
  return status::ErrorWithInfo(
      absl::StatusCode::kAborted, "UNVERIFIED_CITATION",
      absl::StrCat(refused, refused == 1 ? " citation" : " citations",
                   " could not be verified, the first at ", first_place, ": ", first_verdict,
                   ". Without citations.strict the answer has them, marked as such."),
      {{"citations", absl::StrCat(refused)}, {"first", first_place}, {"verdict", first_verdict}});
}

// Whether the model came to an end of an answer, as opposed to a tool use or a refusal.
bool IsAnAnswer(const v1::Answer& answer) {
  return answer.stop_reason() != v1::STOP_REASON_TOOL_USE &&
         answer.stop_reason() != v1::STOP_REASON_PAUSE_TURN &&
         answer.stop_reason() != v1::STOP_REASON_REFUSAL;
}

absl::Status CheckCoverage(double least, const v1::Answer& answer) {
  if (!IsAnAnswer(answer) || !answer.coverage().has_ratio() || answer.coverage().ratio() >= least) {
    return absl::OkStatus();
  }
  const std::string ratio = absl::StrCat(answer.coverage().ratio());
  return status::ErrorWithInfo(absl::StatusCode::kAborted, "COVERAGE_TOO_LOW",
                               absl::StrCat("the answer's coverage is ", ratio,
                                            ", less than citations.min_coverage, ", least,
                                            ". Without it the answer has its coverage, sentence by "
                                            "sentence."),
                               {{"coverage", ratio}, {"min_coverage", absl::StrCat(least)}});
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
