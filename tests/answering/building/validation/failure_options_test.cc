#include "service/answering/building/validation/failure_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RequestDefaults WithFallbacks() {
  RequestDefaults defaults = TestDefaults();
  defaults.fallback_models = {"second", "third"};
  return defaults;
}

upstream::RetryLimits LimitsOf(const v1::AnswerRequest& request) {
  absl::StatusOr<BuiltRequest> built = BuildRequest(request, WithFallbacks());
  EXPECT_TRUE(built.ok()) << built.status();
  return built->retry;
}

TEST(FailureOptionsTest, WhatIsNotSetIsLeftToTheServer) {
  const upstream::RetryLimits limits = LimitsOf(TwoHits());
  EXPECT_EQ(limits.max_attempts, 0);
  EXPECT_FALSE(limits.retry_possibly_billed);
  EXPECT_THAT(limits.fallback_models, ElementsAre("second", "third"));
}

TEST(FailureOptionsTest, TheServersFallbackModelsDoNotStandInForAModelThatTheRequestNames) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_model_options()->set_model("mine");
  EXPECT_THAT(LimitsOf(request).fallback_models, IsEmpty());
}

TEST(FailureOptionsTest, TheRequestsFallbackModelsWin) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_failure_options()->add_fallback_models("mine");
  EXPECT_THAT(LimitsOf(request).fallback_models, ElementsAre("mine"));
}

TEST(FailureOptionsTest, EachFaultIsNamed) {
  v1::AnswerRequest request = TwoHits();
  v1::FailureOptions* options = request.mutable_failure_options();
  options->set_max_attempts(11);
  for (const char* model : {"a", " ", "claude-3-haiku-20240307", "d"}) {
    options->add_fallback_models(model);
  }
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("failure_options.max_attempts", "from 1 to 10"),
                          Violates("failure_options.fallback_models", "at most 3"),
                          Violates("failure_options.fallback_models[1]", ""),
                          Violates("failure_options.fallback_models[2]", "not to cite")));
}

TEST(FailureOptionsTest, NoModelIsAskedTwice) {
  v1::AnswerRequest request = TwoHits();
  for (const char* model : {"claude-test", "a", "a"}) {
    request.mutable_failure_options()->add_fallback_models(model);
  }
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("failure_options.fallback_models[0]", "already"),
                          Violates("failure_options.fallback_models[2]", "already")));
}

TEST(FailureOptionsTest, NoAttemptIsTooFew) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_failure_options()->set_max_attempts(0);
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("failure_options.max_attempts", "from 1 to 10")));
}

}  // namespace
}  // namespace footnote::answering::building
