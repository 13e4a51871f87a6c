// SPDX-License-Identifier: Apache-2.0
// Helpers for tests of the resolution of messages.
#ifndef FOOTNOTE_TESTS_ANSWERING_RESOLVING_RESOLVING_SUPPORT_H_
#define FOOTNOTE_TESTS_ANSWERING_RESOLVING_RESOLVING_SUPPORT_H_

#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::resolving {

// A text block that cites the first block of TwoHits exactly.
Json CitedBlock(const std::string& text);

// The kinds of the notices of `answer`, in order.
std::vector<int> NoticeKinds(const v1::Answer& answer);

// Checks the verification of the first citation of the first block of `answer`, the number of its
// source spans, and that it has a source and a reference if `has_source`, and neither otherwise.
void ExpectVerdict(const v1::Answer& answer, v1::Verification::Verdict verdict,
                   v1::Verification::Reason reason, int source_spans, bool has_source);

// A request with `count` search results without ids. The one with index i has the source "s<i>",
// the title "t<i>" and one block, "text <i>".
v1::AnswerRequest SearchResults(int count);

// The answer to `request`, which is from SearchResults, that cites the search results with these
// indices in order, one block for each.
v1::Answer CiteInOrder(const v1::AnswerRequest& request, const std::vector<int>& indices);

// The number of the reference of each citation of `answer`, in order.
std::vector<int> ReferenceNumbers(const v1::Answer& answer);

// The sources of the references of `answer`, in order.
std::vector<std::string> ReferenceSources(const v1::Answer& answer);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_TESTS_ANSWERING_RESOLVING_RESOLVING_SUPPORT_H_
