// SPDX-License-Identifier: Apache-2.0
#include "service/answering/answer_terms.h"

namespace footnote::answering {

AnswerTerms AnswerTermsFrom(const v1::AnswerRequest& request,
                            const resolving::AnswerLimits& limits) {
  AnswerTerms terms;
  terms.acceptance = resolving::AcceptancePolicyFrom(request.citation_options());
  terms.response.omit_exact_cited_text = request.response_options().omit_exact_cited_text();
  terms.response.limits = limits;
  terms.omit_delivered_content = request.response_options().omit_delivered_content();
  return terms;
}

void OmitDeliveredContent(v1::Answer* answer) {
  answer->clear_text();
  answer->clear_blocks();
  answer->clear_references();
  answer->clear_notices();
}

}  // namespace footnote::answering
