// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/request_policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/request_builder.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A server that allows little.
RequestDefaults Strict() {
  RequestDefaults defaults = TestDefaults();
  defaults.policy.allowed_models = {"claude-a", "claude-b-*"};
  defaults.policy.max_tokens = 5000;
  defaults.policy.max_web_searches = 2;
  defaults.policy.max_fallback_models = 1;
  defaults.policy.max_attempts = 3;
  defaults.policy.allows_retry_possibly_billed = false;
  return defaults;
}

v1::AnswerRequest With(const std::string& options) {
  v1::AnswerRequest request = TwoHits();
  request.MergeFrom(FromText<v1::AnswerRequest>(options));
  return request;
}

std::vector<FieldViolation> ViolationsOf(const std::string& options,
                                         const RequestDefaults& defaults = Strict()) {
  return ViolationsIn(BuildRequest(With(options), defaults).status());
}

struct ModelCase {
  const char* name;
  const char* model;
  bool is_allowed;
};

class AllowsModelTest : public testing::TestWithParam<ModelCase> {};

TEST_P(AllowsModelTest, Decides) {
  EXPECT_EQ(AllowsModel(Strict().policy, GetParam().model), GetParam().is_allowed);
}

INSTANTIATE_TEST_SUITE_P(Models, AllowsModelTest,
                         testing::Values(ModelCase{"Exact", "claude-a", true},
                                         ModelCase{"LongerThanExact", "claude-a1", false},
                                         ModelCase{"ShorterThanExact", "claude-", false},
                                         ModelCase{"Beginning", "claude-b-5", true},
                                         ModelCase{"BeginningOnly", "claude-b-", true},
                                         ModelCase{"ShorterThanBeginning", "claude-b", false},
                                         ModelCase{"AnotherCase", "Claude-a", false},
                                         ModelCase{"ThePatternItself", "claude-b-*", true}),
                         [](const auto& info) { return info.param.name; });

TEST(RequestPolicyTest, AllowsEverythingByDefault) {
  EXPECT_THAT(ViolationsOf("model_options { model: 'any' max_tokens: 20000 } "
                           "tools { web_search {} } failure_options { max_attempts: 10 "
                           "retry_possibly_billed: true fallback_models { model: 'x' } }",
                           TestDefaults()),
              IsEmpty());
}

TEST(RequestPolicyTest, AllowsWhatComplies) {
  EXPECT_THAT(ViolationsOf("model_options { model: 'claude-a' max_tokens: 5000 } "
                           "tools { web_search { max_uses: 2 } } failure_options { max_attempts: 3 "
                           "fallback_models { model: 'claude-b-5' } }"),
              IsEmpty());
}

TEST(RequestPolicyTest, DoesNotExamineTheServersDefaults) {
  RequestDefaults defaults = Strict();
  defaults.policy.max_tokens = 1;
  EXPECT_THAT(ViolationsOf("", defaults), IsEmpty());
}

TEST(RequestPolicyTest, NamesTheModelsThatAreAllowed) {
  const std::vector<FieldViolation> violations = ViolationsOf("model_options { model: 'other' }");
  ASSERT_THAT(violations, ElementsAre(Violates("model_options.model", "claude-a, claude-b-*")));
  EXPECT_EQ(violations[0].reason(), "NOT_ALLOWED");
}

TEST(RequestPolicyTest, NamesTheMaximumOfTokens) {
  EXPECT_THAT(ViolationsOf("model_options { model: 'claude-a' max_tokens: 5001 }"),
              ElementsAre(Violates("model_options.max_tokens",
                                   "is 5001; this server allows at "
                                   "most 5000")));
}

TEST(RequestPolicyTest, RefusesWebSearch) {
  RequestDefaults defaults = Strict();
  defaults.policy.allows_web_search = false;
  EXPECT_THAT(ViolationsOf("tools { web_search { max_uses: 1 } }", defaults),
              ElementsAre(Violates("tools[0].web_search", "does not allow web search")));
}

TEST(RequestPolicyTest, BoundsTheNumberOfSearches) {
  EXPECT_THAT(ViolationsOf("tools { web_search { max_uses: 3 } }"),
              ElementsAre(Violates("tools[0].web_search.max_uses", "at most 2")));
  EXPECT_THAT(ViolationsOf("tools { web_search {} }"),
              ElementsAre(Violates("tools[0].web_search.max_uses", "must be set")));
}

TEST(RequestPolicyTest, BoundsAttemptsAndFallbacks) {
  EXPECT_THAT(
      ViolationsOf("failure_options { max_attempts: 4 retry_possibly_billed: true "
                   "fallback_models { model: 'claude-b-1' } fallback_models { model: 'other' } }"),
      ElementsAre(Violates("failure_options.max_attempts", "at most 3"),
                  Violates("failure_options.retry_possibly_billed", "must not be set"),
                  Violates("failure_options.fallback_models", "at most 1"),
                  Violates("failure_options.fallback_models[1].model", "claude-a")));
}

TEST(RequestPolicyTest, DoesNotApplyToTheResolutionOfAMessage) {
  const auto indexed =
      IndexRequest(With("model_options { model: 'other' }"), Strict(), RequestPurpose::kResolve);
  EXPECT_TRUE(indexed.ok()) << indexed.status();
}

TEST(RequestPolicyTest, AppliesToStreams) {
  const auto indexed =
      IndexRequest(With("model_options { model: 'other' }"), Strict(), RequestPurpose::kStream);
  EXPECT_THAT(ViolationsIn(indexed.status()),
              ElementsAre(Violates("model_options.model", "this server allows")));
}

}  // namespace
}  // namespace footnote::answering::building
