// SPDX-License-Identifier: Apache-2.0
// A message gives the same answer in one piece, streamed, and resolved.
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "client/cpp/answer_assembler.h"
#include "service/answering/message_stream.h"
#include "service/answering/resolve_call.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/messages/stream/stream_reader.h"
#include "tests/answering/test_support.h"
#include "tests/messages/random_message.h"

namespace footnote::answering {
namespace {

constexpr uint32_t kMessages = 10000;

// A description of the difference of two answers; empty if they are equal.
std::string Difference(const v1::Answer& a, const v1::Answer& b) {
  google::protobuf::util::MessageDifferencer differencer;
  std::string difference;
  differencer.ReportDifferencesToString(&difference);
  differencer.Compare(a, b);
  return difference;
}

// The answer without the notices that only a stream can have.
v1::Answer WithoutUnknownEvents(v1::Answer answer) {
  google::protobuf::RepeatedPtrField<v1::Notice> kept;
  for (v1::Notice& notice : *answer.mutable_notices()) {
    if (notice.kind() != v1::Notice::KIND_UNKNOWN_EVENT) *kept.Add() = std::move(notice);
  }
  answer.mutable_notices()->Swap(&kept);
  return answer;
}

// The answer that a client has before the last event: its text, blocks, references and notices come
// from the other events.
v1::Answer AssembledBeforeTheLastEvent(const v1::Answer& whole,
                                       const client::AnswerAssembler& assembler) {
  v1::Answer answer = whole;
  answer.set_text(assembler.answer().text());
  *answer.mutable_blocks() = assembler.answer().blocks();
  *answer.mutable_references() = assembler.answer().references();
  *answer.mutable_notices() = assembler.answer().notices();
  return answer;
}

// Adds documents of every kind, one with an image among its blocks.
void AddDocuments(v1::AnswerRequest* request) {
  request->MergeFrom(FromText<v1::AnswerRequest>(R"pb(
    documents { id: "text" text: "The grass is green. 空は青い😀。 " title: "Example Document" }
    documents { pdf: "%PDF-1.7\n" title: "PDF Document" document_key: "key" }
    documents { pdf_url: "https://docs.example/a.pdf" }
    documents { file_id: "file_1" document_key: "key" }
    documents {
      blocks {
        blocks { text: "First chunk. " }
        blocks { image { file_id: "file_2" } }
        blocks { text: "二つ目😀" }
      }
    })pb"));
}

// An indexed request, and what a message may cite of it.
struct Sent {
  explicit Sent(v1::AnswerRequest sent) : request(std::move(sent)), built(MustBuild(request)) {
    for (const Source& hit : built.sources.search_results()) {
      hits.push_back({std::string(hit.address),
                      std::string(hit.title),
                      {hit.blocks.begin(), hit.blocks.end()}});
    }
    for (const Source& document : built.sources.documents()) {
      using Kind = messages::CitableDocument::Kind;
      const Kind kind = document.kind == Source::Kind::kPlainText ? Kind::kText
                        : document.kind == Source::Kind::kBlocks  ? Kind::kBlocks
                                                                  : Kind::kPages;
      documents.push_back(
          {kind, std::string(document.title), {document.blocks.begin(), document.blocks.end()}});
    }
  }

  const v1::AnswerRequest request;
  const decltype(MustBuild(v1::AnswerRequest())) built;
  std::vector<messages::CitableSearchResult> hits;
  std::vector<messages::CitableDocument> documents;
};

// Counts the cases that the messages cover.
struct Coverage {
  void Add(const v1::Answer& answer) {
    for (const v1::AnswerBlock& block : answer.blocks()) {
      recovered += block.text().recovered_citations_size();
      for (const v1::Citation& citation : block.text().citations()) {
        ++verdicts[citation.verification().verdict()];
        exact_documents += citation.verification().verdict() == v1::Verification::VERDICT_EXACT &&
                           citation.source().kind() == v1::CitedSource::KIND_DOCUMENT;
      }
    }
    for (const v1::AnswerSentence& sentence : answer.coverage().sentences()) {
      ++states[sentence.state()];
    }
    for (const v1::Notice& notice : answer.notices()) ++notices[notice.kind()];
  }

  int recovered = 0;
  int exact_documents = 0;
  std::map<int, int> verdicts;
  std::map<int, int> states;
  std::map<int, int> notices;
};

class ThreePathsTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ThreePathsTest, GiveEqualAnswers) {
  v1::AnswerRequest documents;
  documents.set_question("Q");
  AddDocuments(&documents);
  v1::AnswerRequest both = TwoHits();
  AddDocuments(&both);
  const Sent sent[] = {Sent(TwoHits()), Sent(documents), Sent(both)};
  Coverage covered;
  for (uint32_t seed = GetParam(); seed < kMessages; seed += 10) {
    const auto& [request, built, sent_hits, sent_documents] = sent[seed % 3];
    const messages::RandomMessage message =
        messages::MakeRandomMessage(seed, sent_hits, sent_documents);
    v1::Answer whole;
    ASSERT_TRUE(resolving::ResolveMessage(ParseMessage(message.json), built.sources, &whole).ok());

    v1::Answer streamed;
    MessageStream stream(built.sources, &streamed);
    messages::StreamReader reader;
    std::vector<messages::StreamEvent> stream_events;
    ASSERT_TRUE(reader.Read(message.sse, &stream_events).ok());
    resolving::AnswerResolver::Events events;
    for (messages::StreamEvent& event : stream_events) {
      const absl::Status status = stream.Add(std::move(event), &events);
      ASSERT_TRUE(status.ok()) << "seed " << seed << ": " << status;
    }
    ASSERT_EQ(reader.AtEnd(), messages::StreamReader::End::kComplete);
    ASSERT_TRUE(stream.Finish(false, &events).ok());
    ASSERT_EQ(Difference(whole, WithoutUnknownEvents(streamed)), "") << "seed " << seed;

    // B06
    client::AnswerAssembler assembler;
    for (const v1::AnswerEvent& event : events) ASSERT_TRUE(assembler.Add(event).ok());
    ASSERT_EQ(Difference(streamed, AssembledBeforeTheLastEvent(streamed, assembler)), "")
        << "seed " << seed;

    v1::ResolveAnswerRequest resolve;
    *resolve.mutable_request() = request;
    resolve.set_message_json(message.json);
    v1::Answer resolved;
    ASSERT_TRUE(ResolveAnswer(&resolve, TestDefaults(), &resolved).ok());
    ASSERT_EQ(Difference(whole, resolved), "") << "seed " << seed;
    covered.Add(whole);
    resolve.set_message_events(message.sse);
    resolved.Clear();
    ASSERT_TRUE(ResolveAnswer(&resolve, TestDefaults(), &resolved).ok());
    ASSERT_EQ(Difference(streamed, resolved), "") << "seed " << seed;
  }
  EXPECT_GT(covered.recovered, 0);
  EXPECT_GT(covered.exact_documents, 0);
  EXPECT_EQ(covered.verdicts.size(), 6u);
  EXPECT_EQ(covered.states.size(), 3u);
  for (const int kind : {v1::Notice::KIND_LEAKED_MARKUP, v1::Notice::KIND_PLACEHOLDER_CHARACTER,
                         v1::Notice::KIND_UNSOURCED_LINK, v1::Notice::KIND_TITLE_MISMATCH}) {
    EXPECT_GT(covered.notices[kind], 0) << kind;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomMessages, ThreePathsTest, ::testing::Range(0u, 10u));

}  // namespace
}  // namespace footnote::answering
