// SPDX-License-Identifier: Apache-2.0
// Inspects the texts of answers that AnswerResolver resolves.
#include "service/answering/resolving/inspection/text_inspector.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/answering/resolving/answer_resolver.h"
#include "service/status/rich_status.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::resolving {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using v1::Notice;

constexpr char kLeaked[] = R"(The limit is (cite index="0-0">1000 per hour</cite>.)";

v1::Answer Answer(const Json& content) { return AnswerTo(TwoHits(), MessageJson(content)); }

// The kinds of the notices with a span, and the text of their spans.
std::vector<std::pair<int, std::string>> Spans(const v1::Answer& answer) {
  std::vector<std::pair<int, std::string>> spans;
  for (const Notice& notice : answer.notices()) {
    if (notice.has_span()) {
      spans.emplace_back(notice.kind(), Slice(answer.text(), notice.span()));
    }
  }
  return spans;
}

v1::AnswerRequest OneDocument() {
  return FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents {
      id: "doc"
      blocks {
        blocks { text: "One." }
        blocks { image { file_id: "f" } }
        blocks { text: "Two." }
      }
    }
  )pb");
}

// Leaked markup

TEST(LeakedMarkupNoticeTest, MarkupThatNamesABlockIsRecovered) {
  // B61
  const v1::Answer answer = Answer({TextBlock(kLeaked)});
  EXPECT_THAT(Spans(answer), ElementsAre(Pair(Notice::KIND_LEAKED_MARKUP,
                                              R"((cite index="0-0">1000 per hour</cite>)")));
  EXPECT_EQ(answer.notices(0).block_index(), 0);
  EXPECT_EQ(answer.clean_text(), "The limit is 1000 per hour.");
  EXPECT_EQ(answer.text(), kLeaked);
  const v1::AnswerText& text = answer.blocks(0).text();
  EXPECT_EQ(text.citations_size(), 0);
  ASSERT_EQ(text.recovered_citations_size(), 1);
  const v1::Citation& citation = text.recovered_citations(0);
  EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_NOT_CHECKABLE);
  EXPECT_EQ(citation.verification().reason(), v1::Verification::REASON_RECOVERED);
  EXPECT_FALSE(citation.has_cited_text());
  EXPECT_EQ(citation.source().id(), "kb-1");
  EXPECT_EQ(citation.reference_index(), 0);
  EXPECT_EQ(answer.references(0).source(), "kb://1");
  EXPECT_EQ(citation.location().search_result().start_block_index(), 0);
  EXPECT_EQ(citation.location().search_result().end_block_index(), 1);
  EXPECT_FALSE(citation.location().search_result().has_source());
  ASSERT_EQ(citation.source_spans_size(), 1);
  EXPECT_EQ(Slice("Rate limit is 1000/h. Errors use HTTP codes.", citation.source_spans(0)),
            "Rate limit is 1000/h.");
  EXPECT_EQ(Slice(answer.text(), citation.answer_span()), "1000 per hour");
}

TEST(LeakedMarkupNoticeTest, ARecoveredCitationDoesNotCountAsACitation) {
  const v1::Answer answer = Answer({TextBlock(kLeaked)});
  EXPECT_EQ(answer.notices(answer.notices_size() - 1).kind(), Notice::KIND_NO_CITATIONS);
  EXPECT_EQ(answer.coverage().ratio(), 0);
}

TEST(LeakedMarkupNoticeTest, AListOfTargetsIsRecoveredAsSeveralCitations) {
  const v1::Answer answer =
      Answer({TextBlock("はい。"), TextBlock("😀<cite index='0-0:1,1-1,1-2,7-0'>料金</cite>")});
  const v1::AnswerText& text = answer.blocks(1).text();
  ASSERT_EQ(text.recovered_citations_size(), 2);
  EXPECT_EQ(text.recovered_citations(0).location().search_result().end_block_index(), 2);
  EXPECT_EQ(text.recovered_citations(1).source().id(), "kb-2");
  EXPECT_EQ(text.recovered_citations(1).reference_index(), 1);
  for (const v1::Citation& citation : text.recovered_citations()) {
    EXPECT_EQ(Slice(answer.text(), citation.answer_span()), "料金");
  }
  EXPECT_EQ(answer.clean_text(), "はい。😀料金");
}

TEST(LeakedMarkupNoticeTest, MarkupWithoutAnExistingTargetOrAClaimIsOnlyReported) {
  for (const char* text :
       {R"((cite index="9-0">a</cite>)", R"((cite index="0-2">a</cite>)",
        R"((cite index="0-1:0">a</cite>)", R"((cite index="x">a</cite>)",
        R"((cite index="0-0"> </cite>)", R"((cite index="0-0">a)", R"(a</cite>)"}) {
    const v1::Answer answer = Answer({TextBlock(text)});
    EXPECT_EQ(answer.notices(0).kind(), Notice::KIND_LEAKED_MARKUP) << text;
    EXPECT_EQ(answer.blocks(0).text().recovered_citations_size(), 0) << text;
    EXPECT_EQ(answer.references_size(), 0) << text;
    EXPECT_TRUE(answer.has_clean_text()) << text;
  }
}

TEST(LeakedMarkupNoticeTest, MarkupNamesDocumentsIfOnlyDocumentsWereSent) {
  const v1::Answer answer = AnswerTo(
      OneDocument(),
      MessageJson({TextBlock(R"((cite index="0-0:2">a</cite>(cite index="0-1">b</cite>)")}));
  const v1::AnswerText& text = answer.blocks(0).text();
  // The second tag names an image.
  ASSERT_EQ(text.recovered_citations_size(), 1);
  EXPECT_EQ(text.recovered_citations(0).source().kind(), v1::CitedSource::KIND_DOCUMENT);
  EXPECT_EQ(text.recovered_citations(0).location().content_block().end_block_index(), 3);
  EXPECT_EQ(text.recovered_citations(0).source_spans_size(), 1);
}

TEST(LeakedMarkupNoticeTest, MarkupCannotNameADocumentThatTheApiSplits) {
  v1::AnswerRequest request = OneDocument();
  request.mutable_documents(0)->set_text("One. Two.");
  EXPECT_EQ(AnswerTo(request, MessageJson({TextBlock(kLeaked)}))
                .blocks(0)
                .text()
                .recovered_citations_size(),
            0);
}

TEST(LeakedMarkupNoticeTest, MarkupIsAmbiguousIfSearchResultsAndDocumentsWereSent) {
  v1::AnswerRequest request = TwoHits();
  *request.mutable_documents() = OneDocument().documents();
  const v1::Answer answer = AnswerTo(request, MessageJson({TextBlock(kLeaked)}));
  EXPECT_EQ(answer.blocks(0).text().recovered_citations_size(), 0);
  EXPECT_EQ(answer.notices(0).kind(), Notice::KIND_LEAKED_MARKUP);
}

TEST(LeakedMarkupNoticeTest, MarkupInCodeIsIgnored) {
  // B61
  for (const char* text : {"Use `<cite index=\"0-0\">`.", "```\n(cite index=\"0-0\">a</cite>\n```",
                           "The <cite> tag.", "~~~html\n<cite>a</cite>\n~~~"}) {
    const v1::Answer answer = Answer({TextBlock(text)});
    EXPECT_THAT(Spans(answer), IsEmpty()) << text;
    EXPECT_FALSE(answer.has_clean_text()) << text;
  }
}

TEST(LeakedMarkupNoticeTest, AFenceThatExtendsOverSeveralBlocksIsCode) {
  EXPECT_THAT(
      Spans(Answer({TextBlock("```\n"), TextBlock("</cite>\n"), TextBlock("```\n</cite>")})),
      ElementsAre(Pair(Notice::KIND_LEAKED_MARKUP, "</cite>")));
}

TEST(LeakedMarkupNoticeTest, TagsInDifferentBlocksAreNotAPair) {
  const v1::Answer answer =
      Answer({TextBlock(R"(A (cite index="0-0">b)"), TextBlock("c</cite> d")});
  EXPECT_THAT(Spans(answer), ElementsAre(Pair(Notice::KIND_LEAKED_MARKUP, R"((cite index="0-0">)"),
                                         Pair(Notice::KIND_LEAKED_MARKUP, "</cite>")));
  EXPECT_EQ(answer.notices(0).block_index(), 0);
  EXPECT_EQ(answer.notices(1).block_index(), 1);
  EXPECT_EQ(answer.blocks(0).text().recovered_citations_size(), 0);
  EXPECT_EQ(answer.clean_text(), "A bc d");
}

TEST(LeakedMarkupNoticeTest, AHundredAreReportedAndTheRestIsCounted) {
  std::string text;
  for (int i = 0; i < 103; ++i) text += R"((cite index="0-0">a</cite>)";
  const v1::Answer answer = Answer({TextBlock(text)});
  EXPECT_THAT(Spans(answer), SizeIs(100));
  EXPECT_EQ(answer.notices(100).message(), "The text has 3 more pieces of leaked citation markup.");
  EXPECT_EQ(answer.blocks(0).text().recovered_citations_size(), 103);
  EXPECT_EQ(answer.clean_text(), std::string(103, 'a'));
}

TEST(LeakedMarkupNoticeTest, RecoveredCitationsCountForTheLimit) {
  std::string tag = "<cite index='0-0";
  for (int i = 0; i < 199; ++i) tag += ",0-0";
  std::string text;
  for (int i = 0; i < 50; ++i) text += tag + "'>a</cite>";
  EXPECT_EQ(Answer({TextBlock(text)}).blocks(0).text().recovered_citations_size(), 10000);

  const v1::AnswerRequest request = TwoHits();
  const auto built = MustBuild(request);
  v1::Answer answer;
  const absl::Status status = ResolveMessage(
      ParseMessage(MessageJson({TextBlock(text), TextBlock("<cite index='0-0'>a</cite>")})),
      built.sources, &answer);
  EXPECT_EQ(status::ErrorMetadata(status, "limit"), "max_answer_citations");
}

// Placeholder characters

TEST(PlaceholderNoticeTest, APlaceholderIsReportedAndCleanTextOmitsIt) {
  // B45
  const v1::Answer answer =
      Answer({TextBlock("開\uFFFC票作業", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}))});
  EXPECT_THAT(Spans(answer), ElementsAre(Pair(Notice::KIND_PLACEHOLDER_CHARACTER, "\uFFFC")));
  EXPECT_EQ(answer.notices(0).span().code_point_start(), 1);
  EXPECT_EQ(answer.text(), "開\uFFFC票作業");
  EXPECT_EQ(answer.clean_text(), "開票作業");
  EXPECT_EQ(Slice(answer.text(), answer.blocks(0).text().citations(0).answer_span()),
            "開\uFFFC票作業");
}

TEST(PlaceholderNoticeTest, PlaceholdersAndMarkupAreReportedInReadingOrder) {
  const v1::Answer answer =
      Answer({TextBlock("\uFFFCa (cite index=\"0-0\">\uFFFCb</cite>"), TextBlock("\uFFFF")});
  EXPECT_THAT(Spans(answer), ElementsAre(Pair(Notice::KIND_PLACEHOLDER_CHARACTER, "\uFFFC"),
                                         Pair(Notice::KIND_LEAKED_MARKUP, testing::_),
                                         Pair(Notice::KIND_PLACEHOLDER_CHARACTER, "\uFFFC"),
                                         Pair(Notice::KIND_PLACEHOLDER_CHARACTER, "\uFFFF")));
  EXPECT_EQ(answer.clean_text(), "a b");
}

TEST(PlaceholderNoticeTest, APlaceholderInsideATagIsRemovedOnce) {
  EXPECT_EQ(Answer({TextBlock("a(cite index=\"0-0\uFFFC\">b</cite>c")}).clean_text(), "abc");
}

TEST(PlaceholderNoticeTest, AHundredAreReportedAndTheRestIsCounted) {
  std::string text;
  for (int i = 0; i < 101; ++i) text += "\uFFFC";
  const v1::Answer answer = Answer({TextBlock(text)});
  EXPECT_THAT(Spans(answer), SizeIs(100));
  EXPECT_EQ(answer.notices(100).message(), "The text has 1 more placeholder characters.");
  EXPECT_TRUE(answer.has_clean_text());
  EXPECT_EQ(answer.clean_text(), "");
}

TEST(CleanTextTest, IsAbsentIfTheTextIsClean) {
  EXPECT_FALSE(Answer({TextBlock("A.")}).has_clean_text());
}

// Links

TEST(LinkNoticeTest, ALinkToAnUnknownAddressIsReported) {
  // B59
  const v1::Answer answer =
      Answer({TextBlock("料金 [Policy](http://evil), [Limits](kb://1#a) "), TextBlock("http://e"),
              TextBlock("vil/2 and https://web.example/a",
                        Json::array({{{"type", "web_search_result_location"},
                                      {"url", "https://web.example/a"},
                                      {"encrypted_index", "e"}}}))});
  EXPECT_THAT(Spans(answer), ElementsAre(Pair(Notice::KIND_UNSOURCED_LINK, "http://evil"),
                                         Pair(Notice::KIND_UNSOURCED_LINK, "http://evil/2")));
  EXPECT_EQ(answer.notices(0).block_index(), 0);
  EXPECT_EQ(answer.notices(1).block_index(), 1);
}

TEST(LinkNoticeTest, APageThatALaterBlockCitesIsKnown) {
  const v1::Answer answer =
      Answer({TextBlock("See https://web.example/a. "),
              TextBlock("It is so.", Json::array({{{"type", "web_search_result_location"},
                                                   {"url", "https://web.example/a"},
                                                   {"encrypted_index", "e"}}}))});
  EXPECT_THAT(Spans(answer), IsEmpty());
}

TEST(LinkNoticeTest, AKnownAddressIsKnownWhateverFollowsIt) {
  const Json citations = Json::array({{{"type", "web_search_result_location"},
                                       {"url", "https://web.example/a"},
                                       {"encrypted_index", "e"}}});
  for (const char* text :
       {"https://web.example/a is", "https://web.example/a\nis", "<https://web.example/a>is",
        "[b](https://web.example/a \"title\")", "[b](<https://web.example/a>)",
        "`b`|https://web.example/a|", "https://web.example/aです"}) {
    EXPECT_THAT(Spans(Answer({TextBlock(text, citations)})), IsEmpty()) << text;
  }
  for (const char* text : {"https://web.example/ is", "https://web.example/ab is",
                           "[b](https://web.example/ab \"title\")"}) {
    EXPECT_THAT(Spans(Answer({TextBlock(text, citations)})), SizeIs(1)) << text;
  }
}

TEST(LinkNoticeTest, TheUrlOfADocumentIsKnown) {
  v1::AnswerRequest request = OneDocument();
  request.mutable_documents(0)->set_pdf_url("https://docs.example/a.pdf");
  EXPECT_THAT(Spans(AnswerTo(request, MessageJson({TextBlock("https://docs.example/a.pdf.")}))),
              IsEmpty());
}

TEST(LinkNoticeTest, AHundredAreReported) {
  std::string text;
  for (int i = 0; i < 101; ++i) text += "http://evil.example/ ";
  EXPECT_THAT(Spans(Answer({TextBlock(text)})),
              AllOf(SizeIs(100), Each(Pair(Notice::KIND_UNSOURCED_LINK, "http://evil.example/"))));
}

TEST(LinkNoticeTest, TheMessageContainsNoTextOfTheAnswer) {
  const v1::Answer answer = Answer({TextBlock("http://CANARY \uFFFC</cite>")});
  for (const Notice& notice : answer.notices()) {
    EXPECT_THAT(notice.message(), testing::Not(testing::HasSubstr("CANARY")));
    EXPECT_NE(notice.message(), "");
  }
}

// Division of the text into parts

// Resolves one text block that arrives in two parts, divided at byte `split`.
v1::Answer Streamed(const SourceIndex& sources, const std::string& text, size_t split,
                    AnswerResolver::Events* events) {
  v1::Answer answer;
  AnswerResolver resolver(sources, &answer);
  EXPECT_TRUE(resolver.Add(messages::BlockOpened{}, events).ok());
  for (const std::string& piece : {text.substr(0, split), text.substr(split)}) {
    if (piece.empty()) continue;
    EXPECT_TRUE(resolver.Add(messages::TextAdded{piece}, events).ok());
  }
  EXPECT_TRUE(resolver.Add(messages::BlockClosed{}, events).ok());
  EXPECT_TRUE(resolver.Add(messages::MessageClosed{}, events).ok());
  return answer;
}

TEST(TextInspectorTest, TheDivisionOfTheTextIntoPartsDoesNotChangeTheResult) {
  // B61, B45
  const std::string text =
      "See [a](http://evil) and (cite index=\"0-0,1-1\">料\uFFFC金</cite> or <x:cite index='1-0'>b"
      "</x:cite>, `</cite>` and </cite>. (cite index=\"0-1";
  const v1::AnswerRequest request = TwoHits();
  const building::BuiltRequest built = MustBuild(request);
  AnswerResolver::Events expected_events;
  const v1::Answer expected = Streamed(built.sources, text, 0, &expected_events);
  EXPECT_THAT(Spans(expected), SizeIs(6));
  for (size_t split = 1; split < text.size(); ++split) {
    if ((text[split] & 0xC0) == 0x80) continue;
    AnswerResolver::Events events;
    const v1::Answer answer = Streamed(built.sources, text, split, &events);
    ASSERT_TRUE(MessageDifferencer::Equals(answer, expected)) << "split at " << split;
    ASSERT_EQ(events.size(), expected_events.size());
    for (int i = 0; i < expected_events.size(); ++i) {
      ASSERT_TRUE(MessageDifferencer::Equals(events[i], expected_events[i]))
          << "split at " << split;
    }
  }
}

TEST(TextInspectorTest, TheEventOfABlockHasItsRecoveredCitationsAndTheirReferences) {
  const v1::AnswerRequest request = TwoHits();
  const building::BuiltRequest built = MustBuild(request);
  AnswerResolver::Events events;
  const v1::Answer answer =
      Streamed(built.sources, "(cite index='1-0,0-0,1-1'>a</cite>", 0, &events);
  const v1::BlockFinished* finished = nullptr;
  for (const v1::AnswerEvent& event : events) {
    if (event.has_block_finished()) finished = &event.block_finished();
  }
  ASSERT_NE(finished, nullptr);
  ASSERT_EQ(finished->recovered_citations_size(), 3);
  ASSERT_EQ(finished->new_references_size(), 2);
  EXPECT_EQ(finished->new_references(0).source(), "kb://2");
  EXPECT_EQ(finished->new_references(1).source(), "kb://1");
  EXPECT_TRUE(MessageDifferencer::Equals(finished->recovered_citations(0),
                                         answer.blocks(0).text().recovered_citations(0)));
}

}  // namespace
}  // namespace footnote::answering::resolving
