// SPDX-License-Identifier: Apache-2.0
#include "tests/answering/resolving/resolving_support.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace footnote::answering::resolving {

Json CitedBlock(const std::string& text) {
  return TextBlock(text, Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}));
}

std::vector<int> NoticeKinds(const v1::Answer& answer) {
  std::vector<int> kinds;
  for (const v1::Notice& notice : answer.notices()) kinds.push_back(notice.kind());
  return kinds;
}

void ExpectVerdict(const v1::Answer& answer, v1::Verification::Verdict verdict,
                   v1::Verification::Reason reason, int source_spans, bool has_source) {
  const v1::Citation& citation = answer.blocks(0).text().citations(0);
  EXPECT_EQ(citation.verification().verdict(), verdict);
  EXPECT_EQ(citation.verification().reason(), reason);
  EXPECT_EQ(citation.source_spans_size(), source_spans);
  EXPECT_EQ(citation.has_source(), has_source);
  EXPECT_EQ(citation.has_reference_index(), has_source);
  EXPECT_EQ(answer.references_size(), has_source ? 1 : 0);
  EXPECT_TRUE(answer.complete());
}

v1::AnswerRequest SearchResults(int count) {
  v1::AnswerRequest request;
  request.set_question("Q");
  for (int i = 0; i < count; ++i) {
    v1::SearchResult* result = request.add_search_results();
    result->set_source(absl::StrCat("s", i));
    result->set_title(absl::StrCat("t", i));
    result->mutable_blocks()->add_blocks()->set_text(absl::StrCat("text ", i));
  }
  return request;
}

v1::Answer CiteInOrder(const v1::AnswerRequest& request, const std::vector<int>& indices) {
  Json content = Json::array();
  for (const int index : indices) {
    content.push_back(TextBlock(absl::StrCat("Claim of ", index, ". "),
                                Json::array({Srl(index, 0, 1, absl::StrCat("text ", index))})));
  }
  return AnswerTo(request, MessageJson(content));
}

std::vector<int> ReferenceNumbers(const v1::Answer& answer) {
  std::vector<int> numbers;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    for (const v1::Citation& citation : block.text().citations()) {
      numbers.push_back(answer.references(citation.reference_index()).number());
    }
  }
  return numbers;
}

std::vector<std::string> ReferenceSources(const v1::Answer& answer) {
  std::vector<std::string> sources;
  for (const v1::Reference& row : answer.references()) sources.push_back(row.source());
  return sources;
}

}  // namespace footnote::answering::resolving
