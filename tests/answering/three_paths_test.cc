// The same message gives the same answer in one piece, streamed, and resolved from a log.
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "client/cpp/answer_assembler.h"
#include "service/answering/logged_message.h"
#include "service/answering/message_stream.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/messages/stream/stream_reader.h"
#include "tests/answering/test_support.h"
#include "tests/messages/random_message.h"

namespace footnote::answering {
namespace {

constexpr uint32_t kMessages = 10000;

// What makes two answers differ; empty if they are equal.
std::string Difference(const v1::Answer& a, const v1::Answer& b) {
  google::protobuf::util::MessageDifferencer differencer;
  std::string difference;
  differencer.ReportDifferencesToString(&difference);
  differencer.Compare(a, b);
  return difference;
}

// The answer without what only a stream can tell of.
v1::Answer WithoutUnknownEvents(v1::Answer answer) {
  google::protobuf::RepeatedPtrField<v1::Notice> kept;
  for (v1::Notice& notice : *answer.mutable_notices()) {
    if (notice.kind() != v1::Notice::KIND_UNKNOWN_EVENT) *kept.Add() = std::move(notice);
  }
  answer.mutable_notices()->Swap(&kept);
  return answer;
}

// What a client knows before the last event: text, blocks, references and notices from events
// alone.
v1::Answer WithoutTheCompleted(const v1::Answer& whole, const client::AnswerAssembler& assembler) {
  v1::Answer answer = whole;
  answer.set_text(assembler.answer().text());
  *answer.mutable_blocks() = assembler.answer().blocks();
  *answer.mutable_references() = assembler.answer().references();
  *answer.mutable_notices() = assembler.answer().notices();
  return answer;
}

class ThreePathsTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ThreePathsTest, GiveEqualAnswers) {
  const v1::AnswerRequest request = TwoHits();
  std::vector<messages::CitableHit> hits;
  for (const v1::SearchResult& hit : request.hits()) {
    messages::CitableHit citable = {hit.source(), hit.title(), {}};
    for (const v1::TextBlock& block : hit.blocks()) citable.blocks.push_back(block.text());
    hits.push_back(std::move(citable));
  }
  const BuiltRequest built = MustBuild(request);
  for (uint32_t seed = GetParam(); seed < kMessages; seed += 10) {
    const messages::RandomMessage message = messages::MakeRandomMessage(seed, hits);
    v1::Answer whole;
    ResolveMessage(Said(message.json), built.sources, &whole);

    v1::Answer streamed;
    MessageStream stream(built.sources, &streamed);
    messages::StreamReader reader;
    std::vector<messages::StreamEvent> heard;
    ASSERT_TRUE(reader.Read(message.sse, &heard).ok());
    AnswerResolver::Events events;
    for (messages::StreamEvent& event : heard) {
      const absl::Status status = stream.Add(std::move(event), &events);
      ASSERT_TRUE(status.ok()) << "seed " << seed << ": " << status;
    }
    ASSERT_EQ(reader.AtEnd(), messages::StreamReader::End::kWhole);
    ASSERT_TRUE(stream.Finish(false, &events).ok());
    ASSERT_EQ(Difference(whole, WithoutUnknownEvents(streamed)), "") << "seed " << seed;

    // B06
    client::AnswerAssembler assembler;
    for (const v1::AnswerEvent& event : events) ASSERT_TRUE(assembler.Add(event).ok());
    ASSERT_EQ(Difference(streamed, WithoutTheCompleted(streamed, assembler)), "")
        << "seed " << seed;

    v1::ResolveAnswerRequest logged;
    *logged.mutable_request() = request;
    logged.set_message_json(message.json);
    v1::Answer resolved;
    ASSERT_TRUE(ResolveLoggedMessage(&logged, TestDefaults(), &resolved).ok());
    ASSERT_EQ(Difference(whole, resolved), "") << "seed " << seed;
    logged.set_message_events(message.sse);
    resolved.Clear();
    ASSERT_TRUE(ResolveLoggedMessage(&logged, TestDefaults(), &resolved).ok());
    ASSERT_EQ(Difference(streamed, resolved), "") << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomMessages, ThreePathsTest, ::testing::Range(0u, 10u));

}  // namespace
}  // namespace footnote::answering
