// SPDX-License-Identifier: Apache-2.0
// A message that exceeds a limit gives the same error in one piece, streamed, and resolved.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "service/answering/resolve_call.h"
#include "service/messages/stream/stream_reader.h"
#include "service/status/rich_status.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"
#include "tests/messages/random_message.h"

namespace footnote::answering {
namespace {

constexpr uint32_t kMessages = 1000;

// The part of an error that is about the answer: "OK", or the limit with its value.
std::string Outcome(const absl::Status& status) {
  if (status.ok()) return "OK";
  return absl::StrCat(status::ErrorReason(status), " ", status::ErrorMetadata(status, "limit"), " ",
                      status::ErrorMetadata(status, "max"));
}

// Resolves one message in all ways with the same limits.
class Paths : private AnswerStream::Listener {
 public:
  explicit Paths(resolving::AnswerLimits limits)
      : engine_(&transport_, &routes_, TestDefaults(), limits) {}

  std::string InOnePiece(const std::string& json) {
    AnswerCall call;
    v1::Answer answer;
    engine_.Answer(TwoHits(), AnswerContext(), &answer, &call,
                   [this](absl::Status status) { status_ = std::move(status); });
    transport_.Reply(json);
    return Outcome(status_);
  }

  // Streams the events in batches of `batch`.
  std::string Streamed(const std::string& sse, size_t batch) {
    AnswerStream stream;
    v1::StreamAnswerResponse last;
    Start(&stream, &last);
    messages::StreamReader reader;
    std::vector<messages::StreamEvent> events;
    EXPECT_TRUE(reader.Read(sse, &events).ok());
    std::vector<messages::StreamEvent> part;
    for (messages::StreamEvent& event : events) {
      part.push_back(std::move(event));
      if (part.size() < batch) continue;
      if (transport_.IsRunning()) transport_.Emit(std::move(part));
      part.clear();
    }
    if (!part.empty() && transport_.IsRunning()) transport_.Emit(std::move(part));
    if (transport_.IsRunning()) transport_.End(absl::OkStatus());
    return Outcome(status_);
  }

  // Returns a complete message although a stream was requested.
  std::string StreamedInOnePiece(const std::string& json) {
    AnswerStream stream;
    v1::StreamAnswerResponse last;
    Start(&stream, &last);
    transport_.EmitMessage(ParseMessage(json));
    if (transport_.IsRunning()) transport_.End(absl::OkStatus());
    return Outcome(status_);
  }

  std::string ResolvedJson(const std::string& json) {
    v1::ResolveAnswerRequest request;
    request.set_message_json(json);
    return Resolved(std::move(request));
  }
  std::string ResolvedEvents(const std::string& sse) {
    v1::ResolveAnswerRequest request;
    request.set_message_events(sse);
    return Resolved(std::move(request));
  }

  // True if the last stream delivered an event and its error states it, or neither.
  bool MarksPartial() const {
    return delivered_any_ == (status::ErrorMetadata(status_, "partial") == "true");
  }

 private:
  void Start(AnswerStream* stream, v1::StreamAnswerResponse* last) {
    delivered_any_ = false;
    v1::StreamAnswerRequest request;
    *request.mutable_request() = TwoHits();
    engine_.Stream(request, AnswerContext(), last, stream, this);
  }
  std::string Resolved(v1::ResolveAnswerRequest request) {
    *request.mutable_request() = TwoHits();
    v1::Answer answer;
    return Outcome(engine_.Resolve(&request, &answer));
  }

  void OnEvents(const v1::StreamAnswerResponse&) override { delivered_any_ = true; }
  void OnBatchEnd() override {}
  void OnEnd(absl::Status status) override { status_ = std::move(status); }

  ScriptedTransport transport_;
  const EchoingRoutes routes_;
  const AnswerEngine engine_;
  absl::Status status_;
  bool delivered_any_ = false;
};

v1::Answer Unlimited(const std::string& json) { return AnswerTo(TwoHits(), json); }

int CitationsOf(const v1::Answer& answer) {
  int count = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    count += block.text().citations_size() + block.text().recovered_citations_size();
  }
  return count;
}

// The random messages that have no unknown events, whose notices only a stream has.
std::vector<messages::RandomMessage> Messages() {
  const v1::AnswerRequest request = TwoHits();
  const auto built = MustBuild(request);
  std::vector<messages::CitableSearchResult> hits;
  for (const Source& hit : built.sources.search_results()) {
    hits.push_back(
        {std::string(hit.address), std::string(hit.title), {hit.blocks.begin(), hit.blocks.end()}});
  }
  std::vector<messages::RandomMessage> kept;
  for (uint32_t seed = 0; seed < kMessages; ++seed) {
    messages::RandomMessage message = messages::MakeRandomMessage(seed, hits, {});
    v1::ResolveAnswerRequest streamed;
    *streamed.mutable_request() = request;
    streamed.set_message_events(message.sse);
    v1::Answer answer;
    EXPECT_TRUE(ResolveAnswer(&streamed, TestDefaults(), &answer).ok());
    if (answer.ByteSizeLong() == Unlimited(message.json).ByteSizeLong()) {
      kept.push_back(std::move(message));
    }
  }
  EXPECT_GT(kept.size(), kMessages / 4);
  return kept;
}

void ExpectEverywhere(const std::string& outcome, const resolving::AnswerLimits& limits,
                      const messages::RandomMessage& message) {
  Paths paths(limits);
  EXPECT_EQ(paths.InOnePiece(message.json), outcome);
  for (const size_t batch : {size_t{1}, size_t{7}, size_t{10000}}) {
    EXPECT_EQ(paths.Streamed(message.sse, batch), outcome) << "batch " << batch;
    EXPECT_TRUE(outcome == "OK" || paths.MarksPartial());
  }
  EXPECT_EQ(paths.StreamedInOnePiece(message.json), outcome);
  EXPECT_EQ(paths.ResolvedJson(message.json), outcome);
  EXPECT_EQ(paths.ResolvedEvents(message.sse), outcome);
}

TEST(AnswerLimitsTest, TheSameBytesExceedTheLimitOnAllPaths) {
  for (const messages::RandomMessage& message : Messages()) {
    const size_t bytes = Unlimited(message.json).ByteSizeLong();
    resolving::AnswerLimits limits;
    // What is counted is never much less than the answer's size, and at most a quarter more.
    limits.max_bytes = static_cast<int64_t>(bytes - bytes / 50) - 50;
    ExpectEverywhere(absl::StrCat("ANSWER_TOO_LARGE max_answer_bytes ", limits.max_bytes), limits,
                     message);
    limits.max_bytes = static_cast<int64_t>(bytes / 3);
    ExpectEverywhere(absl::StrCat("ANSWER_TOO_LARGE max_answer_bytes ", limits.max_bytes), limits,
                     message);
    limits.max_bytes = static_cast<int64_t>(bytes + bytes / 4) + 200;
    ExpectEverywhere("OK", limits, message);
    if (testing::Test::HasFailure()) {
      FAIL() << "the message is " << message.json;
    }
  }
}

TEST(AnswerLimitsTest, TheSameCitationsExceedTheLimitOnAllPaths) {
  int exceeded = 0;
  for (const messages::RandomMessage& message : Messages()) {
    const int citations = CitationsOf(Unlimited(message.json));
    if (citations == 0) continue;
    ++exceeded;
    resolving::AnswerLimits limits;
    limits.max_citations = citations - 1;
    ExpectEverywhere(absl::StrCat("ANSWER_TOO_LARGE max_answer_citations ", citations - 1), limits,
                     message);
    limits.max_citations = citations;
    ExpectEverywhere("OK", limits, message);
    if (testing::Test::HasFailure()) {
      FAIL() << "the message is " << message.json;
    }
  }
  EXPECT_GT(exceeded, 100);
}

}  // namespace
}  // namespace footnote::answering
