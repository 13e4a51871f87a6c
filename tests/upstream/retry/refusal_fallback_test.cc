// SPDX-License-Identifier: Apache-2.0
// Refusals and fallback models.
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
    for (std::string& model : models) call.retry.fallback_models.push_back({std::move(model), ""});
    Send(std::move(call));
  }
  void RefuseWithMessage(const std::string& id) {
    inner_.Emit(Whole(id, "refusal"));
    inner_.End(Fine("req_" + id));
  }
  void RefuseInStream() {
    inner_.Emit(Start());
    inner_.Emit(StopsBy("refusal"));
    inner_.Emit(Done());
    inner_.End(Fine("req_refused"));
  }
  std::vector<std::string> RequestedModels() const {
    std::vector<std::string> models;
    for (const MessagesCall& call : inner_.sent) models.push_back(call.model);
    return models;
  }
};

TEST_F(RefusalTest, ARefusalIsTheAnswerOfACallWithoutFallbacks) {  // B22
  Send();
  RefuseWithMessage("a");
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
  EXPECT_TRUE(recorder_.end.status.ok());
  ASSERT_THAT(recorder_.end.attempts, SizeIs(1));
  EXPECT_TRUE(recorder_.end.attempts[0].refused);
  EXPECT_EQ(recorder_.end.attempts[0].code, absl::StatusCode::kOk);
}

TEST_F(RefusalTest, TheNextModelIsAskedTheSameAtOnce) {
  SendWithFallbacks({"n"});
  RefuseWithMessage("a");
  ASSERT_THAT(RequestedModels(), ElementsAre("m", "n"));
  EXPECT_EQ(*inner_.sent[1].json, *NewCall("n").json);
  EXPECT_THAT(timer_.waits, IsEmpty());
  inner_.Emit(Whole("b", "end_turn"));
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
  ASSERT_THAT(RequestedModels(), ElementsAre("m", "n"));
  inner_.Emit(Start(), OpenText(0), Text(0, "yes"));
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text yes"));
  inner_.End(Fine());
  EXPECT_TRUE(recorder_.end.status.ok());
}

TEST_F(RefusalTest, ARefusalAfterThinkingHasNoContent) {
  SendWithFallbacks({"n"});
  inner_.Emit(Start(), OpenOpaque(0, "thinking"), Think(0, "no"), Close(0), StopsBy("refusal"));
  inner_.End(Fine());
  EXPECT_THAT(RequestedModels(), ElementsAre("m", "n"));
  RefuseInStream();
}

TEST_F(RefusalTest, ARefusalAfterTextIsHandedOn) {
  SendWithFallbacks({"n"});
  inner_.Emit(Start(), OpenText(0), Text(0, "I could"));
  inner_.Emit(Close(0), StopsBy("refusal"), Done());
  inner_.End(Fine());
  EXPECT_THAT(RequestedModels(), ElementsAre("m"));
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_THAT(recorder_.received,
              ElementsAre("start", "open", "text I could", "close", "stops by refusal", "done"));
  EXPECT_TRUE(recorder_.end.attempts[0].refused);
}

TEST_F(RefusalTest, TheLastRefusalIsTheAnswerIfAllRefuse) {
  SendWithFallbacks({"n", "o"});
  RefuseWithMessage("a");
  RefuseInStream();
  RefuseWithMessage("c");
  EXPECT_THAT(RequestedModels(), ElementsAre("m", "n", "o"));
  EXPECT_EQ(*inner_.sent[2].json, *NewCall("o").json);
  EXPECT_THAT(recorder_.received, ElementsAre("whole c"));
  EXPECT_EQ(recorder_.end.request_id, "req_c");
  EXPECT_THAT(recorder_.end.attempts, SizeIs(3));
}

TEST_F(RefusalTest, AnErrorOfTheFallbackDoesNotCostTheRefusal) {
  SendWithFallbacks({"n"});
  RefuseInStream();
  inner_.Emit(Start());
  inner_.End(Rejected());
  EXPECT_TRUE(recorder_.end.status.ok()) << recorder_.end.status;
  EXPECT_EQ(recorder_.end.request_id, "req_refused");
  EXPECT_EQ(recorder_.end.failure.kind, Failure::Kind::kNone);
  EXPECT_THAT(recorder_.received, ElementsAre("start", "stops by refusal", "done"));
  ASSERT_THAT(recorder_.end.attempts, SizeIs(2));
  EXPECT_EQ(recorder_.end.attempts[1].code, absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(recorder_.end.attempts[1].model, "n");
}

TEST_F(RefusalTest, TheFallbackHasItsOwnAttempts) {
  SendWithFallbacks({"n"});
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(1));
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(1));
  RefuseWithMessage("a");
  for (int i = 0; i < 2; ++i) {
    inner_.End(Overloaded());
    EXPECT_EQ(recorder_.ends, 0);
    timer_.Advance(absl::Seconds(1));
  }
  inner_.End(Overloaded());
  EXPECT_THAT(RequestedModels(), ElementsAre("m", "m", "m", "n", "n", "n"));
  EXPECT_THAT(timer_.waits, ElementsAre(absl::Milliseconds(500), absl::Seconds(1),
                                        absl::Milliseconds(500), absl::Seconds(1)));
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
  EXPECT_THAT(recorder_.end.attempts, SizeIs(6));
}

TEST_F(RefusalTest, AnErrorOfAFallbackEndsTheChain) {
  SendWithFallbacks({"n", "o"});
  RefuseWithMessage("a");
  inner_.End(Rejected());
  EXPECT_THAT(RequestedModels(), ElementsAre("m", "n"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
}

TEST_F(RefusalTest, AnErrorAfterTheFallbacksTextIsAnError) {
  SendWithFallbacks({"n"});
  RefuseInStream();
  inner_.Emit(Start(), OpenText(0), Text(0, "yes"));
  inner_.End(Overloaded());
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text yes"));
}

TEST_F(RefusalTest, AnErrorOfTheAskedModelStaysWithIt) {
  SendWithFallbacks({"n"});
  inner_.End(Rejected());
  ExpectError(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST");
  EXPECT_THAT(RequestedModels(), ElementsAre("m"));
}

TEST_F(RefusalTest, AStreamThatBreaksOffAfterARefusalIsAnError) {
  SendWithFallbacks({"n"});
  inner_.Emit(Start(), StopsBy("refusal"));
  inner_.End(Fails(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_BROKEN",
                   Failure::Kind::kBrokeOff, 200));
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_BROKEN");
  EXPECT_FALSE(recorder_.end.attempts[0].refused);
}

TEST_F(RefusalTest, WithoutRetryBudgetTheRefusalIsTheAnswer) {
  options_.budget.capacity = 0;
  SendWithFallbacks({"n"});
  RefuseWithMessage("a");
  EXPECT_THAT(RequestedModels(), ElementsAre("m"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
  ASSERT_THAT(recorder_.end.attempts, SizeIs(1));
  EXPECT_TRUE(recorder_.end.attempts[0].refused);
}

TEST_F(RefusalTest, AFallbackTakesAsMuchBudgetAsARetry) {
  options_.budget.capacity = 1;
  options_.budget.per_call = 0;
  SendWithFallbacks({"n", "o"});
  RefuseWithMessage("a");
  RefuseWithMessage("b");
  EXPECT_THAT(RequestedModels(), ElementsAre("m", "n"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole b"));
}

TEST_F(RefusalTest, EveryAttemptMayEndWithinItsSend) {
  int asked = 0;
  inner_.on_send = [this, &asked] {
    if (++asked <= 3) {
      RefuseWithMessage(std::to_string(asked));
    } else {
      inner_.Emit(Whole("last", "end_turn"));
      inner_.End(Fine());
    }
  };
  SendWithFallbacks({"n", "o", "p"});
  EXPECT_THAT(RequestedModels(), ElementsAre("m", "n", "o", "p"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole last"));
}

TEST_F(RefusalTest, AFallbackIsSentOnItsRoute) {
  MessagesCall call = NewCall();
  call.route = "first";
  call.retry.fallback_models = {{"n", "second"}, {"o", ""}};
  Send(std::move(call));
  RefuseWithMessage("1");
  RefuseWithMessage("2");
  inner_.Emit(Whole("3", "end_turn"));
  inner_.End(Fine());
  ASSERT_THAT(inner_.sent, SizeIs(3));
  EXPECT_EQ(inner_.sent[0].route, "first");
  EXPECT_EQ(inner_.sent[1].route, "second");
  EXPECT_EQ(inner_.sent[2].route, "first");
  ASSERT_THAT(recorder_.end.attempts, SizeIs(3));
  EXPECT_EQ(recorder_.end.attempts[1].route, "second");
  EXPECT_EQ(recorder_.end.attempts[2].route, "first");
}

}  // namespace
}  // namespace footnote::upstream
