// Refusals, and the models that are asked instead.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "service/upstream/retry/retrying_transport.h"
#include "tests/upstream/retry/retry_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class RefusalTest : public RetryingTransportTest {
 protected:
  void SendWithFallbacks(std::vector<std::string> models) {
    MessagesCall call = NewCall();
    call.retry.fallback_models = std::move(models);
    Send(std::move(call));
  }
  void RefuseWhole(const std::string& id) {
    inner_.Say(Whole(id, "refusal"));
    inner_.End(Fine("req_" + id));
  }
  void RefuseInStream() {
    inner_.Say(Start());
    inner_.Say(StopsBy("refusal"));
    inner_.Say(Done());
    inner_.End(Fine("req_refused"));
  }
  std::vector<std::string> AskedModels() const {
    std::vector<std::string> models;
    for (const MessagesCall& call : inner_.sent) models.push_back(call.model);
    return models;
  }
};

TEST_F(RefusalTest, ARefusalIsTheAnswerOfACallWithoutFallbacks) {  // B22
  Send();
  RefuseWhole("a");
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
  EXPECT_TRUE(recorder_.end.status.ok());
  ASSERT_THAT(recorder_.end.attempts, SizeIs(1));
  EXPECT_TRUE(recorder_.end.attempts[0].refused);
  EXPECT_EQ(recorder_.end.attempts[0].code, absl::StatusCode::kOk);
}

TEST_F(RefusalTest, TheNextModelIsAskedTheSameAtOnce) {
  SendWithFallbacks({"n"});
  RefuseWhole("a");
  ASSERT_THAT(AskedModels(), ElementsAre("m", "n"));
  EXPECT_EQ(*inner_.sent[1].json, *NewCall("n").json);
  EXPECT_THAT(timer_.waits, IsEmpty());
  inner_.Say(Whole("b", "end_turn"));
  inner_.End(Fine("req_b"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole b"));
  EXPECT_EQ(recorder_.end.request_id, "req_b");
  ASSERT_THAT(recorder_.end.attempts, SizeIs(2));
  EXPECT_EQ(recorder_.end.attempts[0].model, "m");
  EXPECT_TRUE(recorder_.end.attempts[0].refused);
  EXPECT_EQ(recorder_.end.attempts[0].request_id, "req_a");
  EXPECT_EQ(recorder_.end.attempts[1].model, "n");
  EXPECT_FALSE(recorder_.end.attempts[1].refused);
}

TEST_F(RefusalTest, ARefusalInAStreamGoesToTheNextModelToo) {
  SendWithFallbacks({"n"});
  RefuseInStream();
  ASSERT_THAT(AskedModels(), ElementsAre("m", "n"));
  inner_.Say(Start(), OpenText(0), Text(0, "yes"));
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text yes"));
  inner_.End(Fine());
  EXPECT_TRUE(recorder_.end.status.ok());
}

TEST_F(RefusalTest, ARefusalAfterThinkingHasSaidNothingYet) {
  SendWithFallbacks({"n"});
  inner_.Say(Start(), OpenOpaque(0, "thinking"), Think(0, "no"), Close(0), StopsBy("refusal"));
  inner_.End(Fine());
  EXPECT_THAT(AskedModels(), ElementsAre("m", "n"));
  RefuseInStream();
}

TEST_F(RefusalTest, ARefusalAfterTextIsHandedOn) {
  SendWithFallbacks({"n"});
  inner_.Say(Start(), OpenText(0), Text(0, "I could"));
  inner_.Say(Close(0), StopsBy("refusal"), Done());
  inner_.End(Fine());
  EXPECT_THAT(AskedModels(), ElementsAre("m"));
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_THAT(recorder_.received,
              ElementsAre("start", "open", "text I could", "close", "stops by refusal", "done"));
  EXPECT_TRUE(recorder_.end.attempts[0].refused);
}

TEST_F(RefusalTest, TheLastRefusalIsTheAnswerIfAllRefuse) {
  SendWithFallbacks({"n", "o"});
  RefuseWhole("a");
  RefuseInStream();
  RefuseWhole("c");
  EXPECT_THAT(AskedModels(), ElementsAre("m", "n", "o"));
  EXPECT_EQ(*inner_.sent[2].json, *NewCall("o").json);
  EXPECT_THAT(recorder_.received, ElementsAre("whole c"));
  EXPECT_EQ(recorder_.end.request_id, "req_c");
  EXPECT_THAT(recorder_.end.attempts, SizeIs(3));
}

TEST_F(RefusalTest, AnErrorOfTheFallbackDoesNotCostTheRefusal) {
  SendWithFallbacks({"n"});
  RefuseInStream();
  inner_.Say(Start());
  inner_.End(Rejected());
  EXPECT_TRUE(recorder_.end.status.ok()) << recorder_.end.status;
  EXPECT_EQ(recorder_.end.request_id, "req_refused");
  EXPECT_EQ(recorder_.end.failure.kind, Failure::Kind::kNone);
  EXPECT_THAT(recorder_.received, ElementsAre("start", "stops by refusal", "done"));
  ASSERT_THAT(recorder_.end.attempts, SizeIs(2));
  EXPECT_EQ(recorder_.end.attempts[1].code, absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(recorder_.end.attempts[1].model, "n");
}

TEST_F(RefusalTest, TheFallbackHasAllAttemptsOfItsOwn) {
  SendWithFallbacks({"n"});
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(1));
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(1));
  RefuseWhole("a");
  for (int i = 0; i < 2; ++i) {
    inner_.End(Overloaded());
    EXPECT_EQ(recorder_.ends, 0);
    timer_.Advance(absl::Seconds(1));
  }
  inner_.End(Overloaded());
  EXPECT_THAT(AskedModels(), ElementsAre("m", "m", "m", "n", "n", "n"));
  EXPECT_THAT(timer_.waits, ElementsAre(absl::Milliseconds(500), absl::Seconds(1),
                                        absl::Milliseconds(500), absl::Seconds(1)));
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
  EXPECT_THAT(recorder_.end.attempts, SizeIs(6));
}

TEST_F(RefusalTest, AnErrorOfAFallbackEndsTheChain) {
  SendWithFallbacks({"n", "o"});
  RefuseWhole("a");
  inner_.End(Rejected());
  EXPECT_THAT(AskedModels(), ElementsAre("m", "n"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
}

TEST_F(RefusalTest, AnErrorAfterTheFallbacksTextIsAnError) {
  SendWithFallbacks({"n"});
  RefuseInStream();
  inner_.Say(Start(), OpenText(0), Text(0, "yes"));
  inner_.End(Overloaded());
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text yes"));
}

TEST_F(RefusalTest, AnErrorOfTheAskedModelStaysWithIt) {
  SendWithFallbacks({"n"});
  inner_.End(Rejected());
  ExpectError(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST");
  EXPECT_THAT(AskedModels(), ElementsAre("m"));
}

TEST_F(RefusalTest, AStreamThatBreaksOffAfterSayingRefusalIsStillAnError) {
  SendWithFallbacks({"n"});
  inner_.Say(Start(), StopsBy("refusal"));
  inner_.End(Fails(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_BROKEN",
                   Failure::Kind::kBrokeOff, 200));
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_BROKEN");
  EXPECT_FALSE(recorder_.end.attempts[0].refused);
}

TEST_F(RefusalTest, FallbacksCostNoRetryBudget) {
  options_.budget.capacity = 0;
  SendWithFallbacks({"n"});
  RefuseWhole("a");
  EXPECT_THAT(AskedModels(), ElementsAre("m", "n"));
  inner_.Say(Whole("b", "end_turn"));
  inner_.End(Fine());
}

TEST_F(RefusalTest, EveryAttemptMayEndWithinItsSend) {
  int asked = 0;
  inner_.on_send = [this, &asked] {
    if (++asked <= 3) {
      RefuseWhole(std::to_string(asked));
    } else {
      inner_.Say(Whole("last", "end_turn"));
      inner_.End(Fine());
    }
  };
  SendWithFallbacks({"n", "o", "p"});
  EXPECT_THAT(AskedModels(), ElementsAre("m", "n", "o", "p"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole last"));
}

}  // namespace
}  // namespace footnote::upstream
