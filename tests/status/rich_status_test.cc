// SPDX-License-Identifier: Apache-2.0
#include "service/status/rich_status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "footnote/v1/error_reason.pb.h"
#include "google/rpc/error_details.pb.h"

namespace footnote::status {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

template <typename Detail>
Detail Get(const absl::Status& status, absl::string_view type_url) {
  Detail detail;
  const auto payload = status.GetPayload(type_url);
  EXPECT_TRUE(payload.has_value()) << type_url;
  // Parsing fails if a string is not well-formed UTF-8.
  EXPECT_TRUE(payload.has_value() && detail.ParseFromString(std::string(*payload)));
  return detail;
}

google::rpc::ErrorInfo Info(const absl::Status& status) {
  return Get<google::rpc::ErrorInfo>(status, kErrorInfoTypeUrl);
}

std::vector<Violation> Violations(int count, const std::string& description) {
  std::vector<Violation> violations;
  violations.reserve(count);
  for (int i = 0; i < count; ++i) {
    violations.push_back(
        {absl::StrCat("search_results[", i / 2, "].title"), v1::TOO_LONG, description});
  }
  return violations;
}

std::string Repeat(int count, absl::string_view text) {
  std::string out;
  for (int i = 0; i < count; ++i) absl::StrAppend(&out, text);
  return out;
}

size_t ErrorBytes(const absl::Status& status) {
  size_t bytes = status.message().size();
  status.ForEachPayload([&bytes](absl::string_view type_url, const absl::Cord& payload) {
    bytes += type_url.size() + payload.size();
  });
  return bytes;
}

TEST(ErrorWithInfoTest, HasCodeReasonDomainAndMetadata) {
  const absl::Status status = ErrorWithInfo(absl::StatusCode::kNotFound, "UPSTREAM_NOT_FOUND",
                                            "no such model", {{"model", "claude-nope"}});
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "no such model");
  const google::rpc::ErrorInfo info = Info(status);
  EXPECT_EQ(info.domain(), "footnote.dev");
  EXPECT_EQ(info.reason(), "UPSTREAM_NOT_FOUND");
  EXPECT_THAT(info.metadata(), UnorderedElementsAre(Pair("model", "claude-nope")));
}

TEST(ErrorWithInfoTest, EqualErrorsHaveEqualBytesInAnyOrderOfMetadata) {
  const auto make = [](const std::vector<std::pair<std::string, std::string>>& metadata) {
    return *ErrorWithInfo(absl::StatusCode::kInternal, "R", "m", metadata)
                .GetPayload(kErrorInfoTypeUrl);
  };
  EXPECT_EQ(make({{"a", "1"}, {"b", "2"}, {"c", "3"}}), make({{"c", "3"}, {"b", "2"}, {"a", "1"}}));
}

TEST(ErrorWithInfoTest, TruncatesLongValuesBetweenCodePoints) {
  const std::string value = Repeat(300, "\u8a9e");
  const absl::Status status =
      ErrorWithInfo(absl::StatusCode::kInternal, "R", value, {{"value", value}});
  // 165 characters of three bytes, and the ellipsis.
  EXPECT_EQ(Info(status).metadata().at("value"), Repeat(165, "\u8a9e") + "...");
  EXPECT_EQ(status.message(), Repeat(169, "\u8a9e") + "...");
}

TEST(ErrorWithInfoTest, KeepsAValueThatJustFits) {
  const std::string value(500, 'x');
  EXPECT_EQ(
      Info(ErrorWithInfo(absl::StatusCode::kInternal, "R", "m", {{"v", value}})).metadata().at("v"),
      value);
}

TEST(ErrorWithInfoTest, ReplacesBytesThatAreNotUtf8) {
  const std::string broken = "a\xFFz\xE8\xAA";  // a stray byte, and a character without its end
  const absl::Status status =
      ErrorWithInfo(absl::StatusCode::kInternal, "R", broken, {{"value", broken}});
  EXPECT_EQ(status.message(), "a\uFFFDz\uFFFD");
  EXPECT_EQ(Info(status).metadata().at("value"), "a\uFFFDz\uFFFD");
}

TEST(ReasonOfStatusTest, IsTheReasonOfTheErrorInfo) {
  EXPECT_EQ(ErrorReason(ErrorWithInfo(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL", "m")),
            "UPSTREAM_PROTOCOL");
}

TEST(ReasonOfStatusTest, IsEmptyWithoutErrorInfo) {
  EXPECT_EQ(ErrorReason(absl::OkStatus()), "");
  EXPECT_EQ(ErrorReason(absl::InternalError("plain")), "");
}

TEST(AddErrorMetadataTest, ReplacesEqualKeysAndKeepsTheOtherDetails) {
  absl::Status status =
      ErrorWithInfo(absl::StatusCode::kUnavailable, "R", "m", {{"a", "1"}, {"b", "2"}});
  AddRetryInfo(absl::Seconds(1), &status);
  AddErrorMetadata({{"b", "3"}, {"c", "4"}}, &status);
  EXPECT_EQ(status.message(), "m");
  EXPECT_EQ(Info(status).reason(), "R");
  EXPECT_THAT(Info(status).metadata(),
              UnorderedElementsAre(Pair("a", "1"), Pair("b", "3"), Pair("c", "4")));
  EXPECT_TRUE(HasRetryInfo(status));
}

TEST(AddErrorMetadataTest, TruncatesValuesAndReplacesInvalidBytes) {
  absl::Status status = ErrorWithInfo(absl::StatusCode::kUnavailable, "R", "m");
  AddErrorMetadata({{"long", Repeat(300, "\u8a9e")}, {"broken", "a\xFFz"}}, &status);
  EXPECT_THAT(Info(status).metadata(),
              UnorderedElementsAre(Pair("long", Repeat(165, "\u8a9e") + "..."),
                                   Pair("broken", "a\uFFFDz")));
}

TEST(AddErrorMetadataTest, DoesNothingToAStatusWithoutErrorInfo) {
  absl::Status plain = absl::InternalError("plain");
  AddErrorMetadata({{"a", "1"}}, &plain);
  EXPECT_EQ(plain, absl::InternalError("plain"));
  absl::Status ok;
  AddErrorMetadata({{"a", "1"}}, &ok);
  EXPECT_TRUE(ok.ok());
}

TEST(HasRetryInfoTest, IsTrueOnlyAfterAddRetryInfo) {
  absl::Status status = ErrorWithInfo(absl::StatusCode::kUnavailable, "R", "m");
  EXPECT_FALSE(HasRetryInfo(status));
  EXPECT_FALSE(HasRetryInfo(absl::OkStatus()));
  AddRetryInfo(absl::ZeroDuration(), &status);
  EXPECT_TRUE(HasRetryInfo(status));
}

struct DelayCase {
  const char* name;
  absl::Duration delay;
  int64_t seconds;
  int32_t nanos;
};

class RetryInfoTest : public testing::TestWithParam<DelayCase> {};

TEST_P(RetryInfoTest, HoldsTheDelay) {
  absl::Status status = ErrorWithInfo(absl::StatusCode::kUnavailable, "R", "m");
  AddRetryInfo(GetParam().delay, &status);
  const auto info = Get<google::rpc::RetryInfo>(status, kRetryInfoTypeUrl);
  EXPECT_EQ(info.retry_delay().seconds(), GetParam().seconds);
  EXPECT_EQ(info.retry_delay().nanos(), GetParam().nanos);
}

INSTANTIATE_TEST_SUITE_P(
    Delays, RetryInfoTest,
    testing::Values(DelayCase{"Seconds", absl::Seconds(2), 2, 0},
                    DelayCase{"Milliseconds", absl::Milliseconds(1500), 1, 500'000'000},
                    DelayCase{"Zero", absl::ZeroDuration(), 0, 0},
                    DelayCase{"Negative", absl::Seconds(-3), 0, 0},
                    DelayCase{"Infinite", absl::InfiniteDuration(), 315'576'000'000, 0}),
    [](const auto& info) { return info.param.name; });

TEST(InvalidRequestTest, TheMessageContainsTheOnlyViolation) {
  const absl::Status status = InvalidRequest({{"search_results[0].text", v1::EMPTY, "is empty"}});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "search_results[0].text: is empty");
  EXPECT_EQ(Info(status).reason(), "INVALID_REQUEST");
  EXPECT_EQ(Info(status).metadata().at("violations"), "1");
}

TEST(InvalidRequestTest, TheMessageContainsTheFirstViolationAndTheirNumber) {
  const absl::Status status = InvalidRequest({{"search_results[0].text", v1::EMPTY, "is empty"},
                                              {"model", v1::REQUIRED, "is missing"},
                                              {"question", v1::REQUIRED, "is missing"}});
  EXPECT_EQ(status.message(), "3 violations: search_results[0].text: is empty; and 2 more");
}

TEST(InvalidRequestTest, ListsEveryViolationInOrder) {
  const auto bad_request = Get<google::rpc::BadRequest>(
      InvalidRequest({{"search_results[0].text", v1::EMPTY, "is empty"},
                      {"model", v1::REQUIRED, "is missing"}}),
      kBadRequestTypeUrl);
  ASSERT_EQ(bad_request.field_violations_size(), 2);
  EXPECT_EQ(bad_request.field_violations(0).field(), "search_results[0].text");
  EXPECT_EQ(bad_request.field_violations(0).description(), "is empty");
  EXPECT_EQ(bad_request.field_violations(0).reason(), "EMPTY");
  EXPECT_EQ(bad_request.field_violations(1).field(), "model");
  EXPECT_EQ(bad_request.field_violations(1).reason(), "REQUIRED");
}

TEST(InvalidRequestTest, AThousandLongViolationsAreCountedAndLimitedToFourKilobytes) {
  const absl::Status status = InvalidRequest(Violations(1000, Repeat(300, "\u984c")));
  EXPECT_LE(ErrorBytes(status), 4096u);
  EXPECT_EQ(Info(status).metadata().at("violations"), "1000");
  const auto bad_request = Get<google::rpc::BadRequest>(status, kBadRequestTypeUrl);
  EXPECT_GE(bad_request.field_violations_size(), 5);
  for (const auto& violation : bad_request.field_violations()) {
    EXPECT_TRUE(absl::EndsWith(violation.description(), "\u984c..."));
  }
}

TEST(InvalidRequestTest, ShortViolationsFillTheLimit) {
  const absl::Status status = InvalidRequest(Violations(1000, "is empty"));
  EXPECT_LE(ErrorBytes(status), 4096u);
  EXPECT_GE(ErrorBytes(status), 3700u);
}

TEST(InvalidRequestTest, AlwaysContainsTheFirstViolation) {
  const absl::Status status =
      InvalidRequest({{Repeat(5000, "\u8a9e"), v1::TOO_LONG, Repeat(5000, "\u984c")},
                      {"model", v1::REQUIRED, "is missing"}});
  EXPECT_GE(Get<google::rpc::BadRequest>(status, kBadRequestTypeUrl).field_violations_size(), 1);
  EXPECT_LE(status.message().size(), 512u);
  EXPECT_THAT(std::string(status.message()), HasSubstr("; and 1 more"));
}

}  // namespace
}  // namespace footnote::status
