// SPDX-License-Identifier: Apache-2.0
// What ResponseOptions omits, and ResolveMessage.
#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/answering/resolving/answer_resolver.h"
#include "tests/answering/resolving/resolving_support.h"

namespace footnote::answering::resolving {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::ElementsAre;
using testing::IsEmpty;

// An answer and the events that AnswerResolver emitted for it.
struct Resolved {
  v1::Answer answer;
  AnswerResolver::Events events;
};

// Citations of TwoHits with each verdict, of a web page, and of an unknown kind.
std::string MessageWithAllVerdicts() {
  return MessageJson(Json::array(
      {TextBlock("A. ", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h."),
                                     Srl(0, 0, 2, "Rate limit is 1000/h. Errors use HTTP codes."),
                                     Srl(0, 0, 1, "Rate\u00A0limit is 1000/h."), Srl(0, 0, 1, "x"),
                                     Srl(0, 1, 99, "y"), Srl(9, 0, 1, "z")})),
       TextBlock("B.", Json::array({Srl(1, 1, 2, "返金は30日以内です。"),
                                    {{"type", "web_search_result_location"},
                                     {"url", "u"},
                                     {"encrypted_index", "e"},
                                     {"cited_text", "w"}},
                                    {{"type", "table_location"}, {"cited_text", "t"}}}))}));
}

Resolved ResolveWith(ResponseOptions options) {
  const v1::AnswerRequest request = TwoHits();
  const building::BuiltRequest built = MustBuild(request);
  Resolved resolved;
  AnswerResolver resolver(built.sources, options, &resolved.answer);
  messages::ForEachPart(ParseMessage(MessageWithAllVerdicts()), [&](messages::MessagePart&& part) {
    EXPECT_TRUE(resolver.Add(std::move(part), &resolved.events).ok());
  });
  return resolved;
}

ResponseOptions OmitExactCitedText() {
  ResponseOptions options;
  options.omit_exact_cited_text = true;
  return options;
}

// The text of the search result that `citation` names.
std::string SourceText(const v1::Citation& citation) {
  std::string text;
  const v1::AnswerRequest request = TwoHits();
  for (const v1::TextBlock& block :
       request.search_results(citation.source().api_index()).blocks().blocks()) {
    text += block.text();
  }
  return text;
}

// Sets the cited text of an exact citation from its source spans.
void RestoreCitedText(v1::Citation* citation) {
  if (citation->verification().verdict() != v1::Verification::VERDICT_EXACT) return;
  EXPECT_FALSE(citation->has_cited_text());
  ASSERT_FALSE(citation->source_spans().empty());
  for (const v1::Span& span : citation->source_spans()) {
    citation->mutable_cited_text()->append(Slice(SourceText(*citation), span));
  }
}

void RestoreCitedTexts(v1::Answer* answer) {
  for (v1::AnswerBlock& block : *answer->mutable_blocks()) {
    if (!block.has_text()) continue;
    for (v1::Citation& citation : *block.mutable_text()->mutable_citations()) {
      RestoreCitedText(&citation);
    }
  }
}

TEST(ResponseOptionsTest, OnlyExactCitationsOmitTheirCitedText) {
  const v1::Answer answer = ResolveWith(OmitExactCitedText()).answer;
  std::vector<bool> has_cited_text;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    for (const v1::Citation& citation : block.text().citations()) {
      has_cited_text.push_back(citation.has_cited_text());
    }
  }
  EXPECT_THAT(has_cited_text, ElementsAre(false, false, true, true, true, true, false, true, true));
}

TEST(ResponseOptionsTest, TheSourceSpansRestoreTheOmittedCitedTextsOfTheAnswer) {
  const v1::Answer complete = ResolveWith(ResponseOptions()).answer;
  v1::Answer answer = ResolveWith(OmitExactCitedText()).answer;
  EXPECT_FALSE(MessageDifferencer::Equals(answer, complete));
  RestoreCitedTexts(&answer);
  EXPECT_TRUE(MessageDifferencer::Equals(answer, complete));
}

TEST(ResponseOptionsTest, TheSourceSpansRestoreTheOmittedCitedTextsOfTheEvents) {
  const AnswerResolver::Events complete = ResolveWith(ResponseOptions()).events;
  AnswerResolver::Events events = ResolveWith(OmitExactCitedText()).events;
  ASSERT_EQ(events.size(), complete.size());
  int citations = 0;
  for (int i = 0; i < events.size(); ++i) {
    if (events[i].has_citation()) {
      ++citations;
      RestoreCitedText(events[i].mutable_citation()->mutable_citation());
    }
    EXPECT_TRUE(MessageDifferencer::Equals(events[i], complete[i])) << complete[i].DebugString();
  }
  EXPECT_EQ(citations, 9);
}

TEST(ResponseOptionsTest, ResolveMessageAppliesThem) {
  const v1::AnswerRequest request = TwoHits();
  const building::BuiltRequest built = MustBuild(request);
  v1::Answer answer;
  ASSERT_TRUE(ResolveMessage(ParseMessage(MessageWithAllVerdicts()), built.sources,
                             OmitExactCitedText(), &answer)
                  .ok());
  EXPECT_TRUE(MessageDifferencer::Equals(answer, ResolveWith(OmitExactCitedText()).answer));
}

// ResolveMessage

TEST(ResolveMessageTest, ResolvesToTheAnswerOfAnAnswerResolver) {
  const v1::AnswerRequest request = TwoHits();
  const building::BuiltRequest built = MustBuild(request);
  v1::Answer answer;
  ASSERT_TRUE(ResolveMessage(ParseMessage(MessageWithAllVerdicts()), built.sources, &answer).ok());
  EXPECT_TRUE(MessageDifferencer::Equals(answer, ResolveWith(ResponseOptions()).answer));
  EXPECT_TRUE(answer.blocks(0).text().citations(0).has_cited_text());
}

TEST(ResolveMessageTest, SetsTheFieldsThatDescribeTheMessageOnly) {
  v1::Answer answer;
  ASSERT_TRUE(
      ResolveMessage(ParseMessage(MessageJson({TextBlock("A.")})), SourceIndex(), &answer).ok());
  EXPECT_EQ(answer.model(), "claude-test");
  EXPECT_EQ(answer.upstream_message_id(), "msg_1");
  EXPECT_EQ(answer.text(), "A.");
  EXPECT_EQ(answer.upstream_request_id(), "");
  EXPECT_EQ(answer.attempts_size(), 0);
  EXPECT_THAT(NoticeKinds(answer), IsEmpty());
}

}  // namespace
}  // namespace footnote::answering::resolving
