// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/acceptance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "google/rpc/error_details.pb.h"
#include "service/status/rich_status.h"
#include "tests/answering/resolving/resolving_support.h"

namespace footnote::answering::resolving {
namespace {

using testing::HasSubstr;

google::rpc::ErrorInfo InfoOf(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  const absl::optional<absl::Cord> payload = status.GetPayload(status::kErrorInfoTypeUrl);
  EXPECT_TRUE(payload.has_value() && info.ParseFromString(std::string(*payload))) << status;
  return info;
}

// Checks the answer to TwoHits with `content` in strict mode.
absl::Status CheckStrict(const Json& content) {
  return CheckAcceptance({/*strict=*/true, {}}, AnswerTo(TwoHits(), MessageJson(content)));
}

TEST(StrictTest, AcceptsVerifiedCitationsAndAnswersWithoutCitations) {
  EXPECT_TRUE(CheckStrict(Json::array({CitedBlock("A.")})).ok());
  EXPECT_TRUE(CheckStrict(Json::array({TextBlock("A.")})).ok());
  EXPECT_TRUE(CheckStrict(Json::array()).ok());
  EXPECT_TRUE(
      CheckStrict(Json::array({TextBlock("A.", {Srl(0, 0, 1, "Rate\u00A0limit is 1000/h.")})}))
          .ok());
  EXPECT_TRUE(CheckAcceptance({/*strict=*/true, {}}, v1::Answer()).ok());
}

TEST(StrictTest, TheErrorStatesTheNumberOfCitationsAndTheFirstOne) {
  // B40
  const absl::Status status = CheckStrict(Json::array(
      {CitedBlock("A."),
       TextBlock("B.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h."), Srl(9, 0, 1, "x")})),
       TextBlock("C.", Json::array({Srl(0, 1, 99, "x")}))}));
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status::ErrorReason(status), "UNVERIFIED_CITATION");
  const google::rpc::ErrorInfo info = InfoOf(status);
  EXPECT_EQ(info.metadata().at("citations"), "2");
  EXPECT_EQ(info.metadata().at("first"), "blocks[1].text.citations[1]");
  EXPECT_EQ(info.metadata().at("verdict"), "VERDICT_UNKNOWN_SOURCE");
}

TEST(StrictTest, RejectsMismatchesInvalidRangesIncompleteCitationsAndUnknownKinds) {
  for (const Json& citation :
       {Srl(0, 0, 1, "x"), Srl(0, 1, 1, ""), Srl(0, 0, 1, ""),
        Json::parse(R"({"type":"table_location"})"),
        Json::parse(R"({"type":"search_result_location","search_result_index":0})")}) {
    EXPECT_FALSE(CheckStrict(Json::array({TextBlock("A.", Json::array({citation}))})).ok())
        << citation;
  }
}

TEST(StrictTest, TheErrorContainsNoTextOfSourcesOrTheAnswer) {
  const absl::Status status =
      CheckStrict(Json::array({TextBlock("CANARY", Json::array({Srl(0, 0, 1, "CANARY")}))}));
  EXPECT_THAT(status.ToString(), testing::Not(HasSubstr("CANARY")));
}

// Checks the answer to TwoHits with `content` for a minimum coverage of `ratio`.
absl::Status CheckMinCoverage(double ratio, const Json& content,
                              const std::string& reason = "end_turn") {
  AcceptancePolicy policy;
  policy.min_coverage = ratio;
  return CheckAcceptance(policy, AnswerTo(TwoHits(), MessageJson(content, reason)));
}

TEST(MinCoverageTest, AcceptsSufficientCoverageAndAnswersThatNeedNoCitation) {
  const Json half = Json::array({CitedBlock("One is so. "), TextBlock("Two is so.")});
  EXPECT_TRUE(CheckMinCoverage(0.5, half).ok());
  EXPECT_TRUE(
      CheckMinCoverage(1, Json::array({TextBlock("Hello! "), CitedBlock("One is so.")})).ok());
  EXPECT_TRUE(CheckMinCoverage(1, Json::array({TextBlock("Hello!")})).ok());
  EXPECT_TRUE(CheckMinCoverage(1, Json::array()).ok());
  for (const char* reason : {"tool_use", "refusal", "pause_turn"}) {
    EXPECT_TRUE(CheckMinCoverage(1, half, reason).ok()) << reason;
  }
}

TEST(MinCoverageTest, RejectsLowerCoverageAndTheErrorStatesBothRatios) {
  const absl::Status status =
      CheckMinCoverage(0.6, Json::array({CitedBlock("One is so. "), TextBlock("CANARY so.")}));
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status::ErrorReason(status), "COVERAGE_TOO_LOW");
  const google::rpc::ErrorInfo info = InfoOf(status);
  EXPECT_EQ(info.metadata().at("coverage"), "0.5");
  EXPECT_EQ(info.metadata().at("min_coverage"), "0.6");
  EXPECT_THAT(status.ToString(), testing::Not(HasSubstr("CANARY")));
}

TEST(MinCoverageTest, RecoveredCitationsDoNotCount) {
  EXPECT_FALSE(
      CheckMinCoverage(0.1, Json::array({TextBlock("(cite index=\"0-0\">One is so.</cite>")}))
          .ok());
}

// AcceptancePolicyFrom

TEST(AcceptancePolicyTest, AcceptsEverythingByDefault) {
  const AcceptancePolicy policy = AcceptancePolicyFrom(v1::CitationOptions());
  EXPECT_FALSE(policy.strict);
  EXPECT_FALSE(policy.min_coverage.has_value());
  EXPECT_TRUE(
      CheckAcceptance(policy, AnswerTo(TwoHits(), MessageJson({TextBlock("A is so.")}))).ok());
}

TEST(AcceptancePolicyTest, HasTheOptionsOfTheRequest) {
  v1::CitationOptions options;
  options.set_strict(true);
  options.set_min_coverage(0);
  const AcceptancePolicy policy = AcceptancePolicyFrom(options);
  EXPECT_TRUE(policy.strict);
  EXPECT_EQ(policy.min_coverage, 0);
}

TEST(AcceptancePolicyTest, ChecksCitationsBeforeCoverage) {
  AcceptancePolicy policy;
  policy.strict = true;
  policy.min_coverage = 1;
  const absl::Status status = CheckAcceptance(
      policy,
      AnswerTo(TwoHits(), MessageJson({TextBlock("A is so.", Json::array({Srl(9, 0, 1, "x")}))})));
  EXPECT_EQ(status::ErrorReason(status), "UNVERIFIED_CITATION");
}

}  // namespace
}  // namespace footnote::answering::resolving
