// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/failure_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RequestDefaults WithFallbacks() {
  RequestDefaults defaults = TestDefaults();
  defaults.fallback_models = {{"second", "east"}, {"third", ""}};
  defaults.routes = {"west", "east"};
  return defaults;
}

v1::AnswerRequest WithOptions(const std::string& options) {
  v1::AnswerRequest request = TwoHits();
  *request.mutable_failure_options() = FromText<v1::FailureOptions>(options);
  return request;
}

upstream::RetryLimits LimitsOf(const v1::AnswerRequest& request) {
  const RequestDefaults defaults = WithFallbacks();
  absl::StatusOr<BuiltRequest> built = BuildRequest(request, defaults);
  EXPECT_TRUE(built.ok()) << built.status();
  return built.ok() ? built->retry : upstream::RetryLimits();
}

std::vector<FieldViolation> ViolationsWithRoutes(const v1::AnswerRequest& request) {
  return ViolationsIn(BuildRequest(request, WithFallbacks()).status());
}

MATCHER_P2(IsChoice, model, route, "") { return arg.model == model && arg.route == route; }

TEST(FailureOptionsTest, TheServerDeterminesWhatIsNotSet) {
  const upstream::RetryLimits limits = LimitsOf(TwoHits());
  EXPECT_EQ(limits.max_attempts, 0);
  EXPECT_FALSE(limits.retry_possibly_billed);
  EXPECT_THAT(limits.fallback_models,
              ElementsAre(IsChoice("second", "east"), IsChoice("third", "")));
}

TEST(FailureOptionsTest, TheRequestDeterminesWhatItSets) {
  const upstream::RetryLimits limits =
      LimitsOf(WithOptions("max_attempts: 10 retry_possibly_billed: true"));
  EXPECT_EQ(limits.max_attempts, 10);
  EXPECT_TRUE(limits.retry_possibly_billed);
}

TEST(FailureOptionsTest, TheServersFallbackModelsDoNotApplyToAModelOfTheRequest) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_model_options()->set_model("mine");
  EXPECT_THAT(LimitsOf(request).fallback_models, IsEmpty());
}

TEST(FailureOptionsTest, TheRequestsFallbackModelsTakePrecedence) {
  EXPECT_THAT(LimitsOf(WithOptions("fallback_models { model: 'mine' } "
                                   "fallback_models { model: 'other' route: 'east' }"))
                  .fallback_models,
              ElementsAre(IsChoice("mine", ""), IsChoice("other", "east")));
}

TEST(FailureOptionsTest, EveryViolationIsReported) {
  const v1::AnswerRequest request = WithOptions(
      "max_attempts: 11 fallback_models { model: 'a' } fallback_models { model: ' ' } "
      "fallback_models { model: 'claude-3-haiku-20240307' } "
      "fallback_models { model: 'd' }");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("failure_options.max_attempts", "from 1 to 10"),
                          Violates("failure_options.fallback_models", "at most 3"),
                          HasReason("failure_options.fallback_models[1].model", v1::EMPTY),
                          HasReason("failure_options.fallback_models[2].model",
                                    v1::NOT_SUPPORTED_BY_MODEL)));
}

TEST(FailureOptionsTest, AFallbackModelWithoutANameIsAViolation) {
  EXPECT_THAT(ViolationsOf(WithOptions("fallback_models {}")),
              ElementsAre(HasReason("failure_options.fallback_models[0].model", v1::EMPTY)));
}

TEST(FailureOptionsTest, NoModelIsRequestedTwice) {
  EXPECT_THAT(ViolationsOf(WithOptions("fallback_models { model: 'claude-test' } "
                                       "fallback_models { model: 'a' } "
                                       "fallback_models { model: 'a' }")),
              ElementsAre(HasReason("failure_options.fallback_models[0].model", v1::DUPLICATE),
                          HasReason("failure_options.fallback_models[2].model", v1::DUPLICATE)));
}

TEST(FailureOptionsTest, TheSameModelOnAnotherRouteIsNotADuplicate) {
  EXPECT_THAT(LimitsOf(WithOptions("fallback_models { model: 'claude-test' route: 'east' }"))
                  .fallback_models,
              ElementsAre(IsChoice("claude-test", "east")));
}

TEST(FailureOptionsTest, ADefaultRouteAndItsNameAreTheSameRoute) {
  EXPECT_THAT(
      ViolationsWithRoutes(WithOptions("fallback_models { model: 'claude-test' route: 'west' }")),
      ElementsAre(HasReason("failure_options.fallback_models[0].model", v1::DUPLICATE)));
  v1::AnswerRequest request = WithOptions("fallback_models { model: 'claude-test' route: 'east' }");
  request.mutable_model_options()->set_route("east");
  EXPECT_THAT(ViolationsWithRoutes(request),
              ElementsAre(HasReason("failure_options.fallback_models[0].model", v1::DUPLICATE)));
}

TEST(FailureOptionsTest, AnUnknownRouteIsAViolation) {
  EXPECT_THAT(
      ViolationsWithRoutes(WithOptions("fallback_models { model: 'a' route: 'north' }")),
      ElementsAre(HasReason("failure_options.fallback_models[0].route", v1::UNKNOWN_ROUTE)));
}

TEST(FailureOptionsTest, AtLeastOneAttemptIsRequired) {
  EXPECT_THAT(ViolationsOf(WithOptions("max_attempts: 0")),
              ElementsAre(HasReason("failure_options.max_attempts", v1::OUT_OF_RANGE)));
}

}  // namespace
}  // namespace footnote::answering::building
