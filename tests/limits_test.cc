// SPDX-License-Identifier: Apache-2.0
#include "service/limits.h"

#include <google/protobuf/text_format.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/config_defaults.h"

namespace footnote {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int64_t kGiB = int64_t{1} << 30;

// Returns the limits of a process with `open_files` and a configuration with `text`.
absl::StatusOr<ServerLimits> Limits(const std::string& text, int64_t open_files) {
  config::v1::ServerConfig config = BaseConfig();
  config::v1::ServerConfig set;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &set)) << text;
  config.MergeFrom(set);
  CompleteConfig(&config);
  return ComputeLimits(config, {open_files, 3 * kGiB});
}

TEST(LimitsTest, DescriptorsAreDividedBetweenCallersAndModels) {
  struct Case {
    const char* name;
    const char* config;
    int64_t open_files;
    int callers;
    int callers_of_one_peer;
    int models;
  };
  const Case cases[] = {
      {"many files", "", 1'000'000, 10'000, 1'000, 10'000},
      {"half each", "", 1'032, 500, 100, 500},
      {"few files", "", 64, 16, 8, 16},
      {"the least", "", 34, 1, 1, 1},
      {"fewer calls than files", "limits { max_calls_in_flight: 10 }", 1'032, 500, 100, 10},
      {"callers are set", "limits { max_connections: 700 }", 1'032, 700, 100, 300},
      {"models are set", "http_client { max_connections: 700 }", 1'032, 300, 100, 700},
      {"both are set", "limits { max_connections: 7 } http_client { max_connections: 8 }", 47, 7, 3,
       8},
      {"a peer is set", "limits { max_connections_per_peer: 9 }", 1'032, 500, 9, 500},
      {"the emulator takes both ends", "routes { name: 'e' emulator {} }", 1'032, 500, 100, 250},
  };
  for (const Case& row : cases) {
    const absl::StatusOr<ServerLimits> limits = Limits(row.config, row.open_files);
    ASSERT_TRUE(limits.ok()) << row.name << ": " << limits.status();
    EXPECT_EQ(limits->connections.max_connections, row.callers) << row.name;
    EXPECT_EQ(limits->connections.max_connections_per_peer, row.callers_of_one_peer) << row.name;
    EXPECT_EQ(limits->upstream_connections, row.models) << row.name;
  }
}

TEST(LimitsTest, AConfigurationThatTheProcessCannotHoldIsRefusedWithBothFields) {
  struct Case {
    const char* name;
    const char* config;
    int64_t open_files;
  };
  const Case cases[] = {
      {"one too many", "limits { max_connections: 500 } http_client { max_connections: 501 }",
       1'032},
      {"callers take all", "limits { max_connections: 1000 }", 1'032},
      {"models take all", "http_client { max_connections: 1000 }", 1'032},
      {"emulator",
       "routes { name: 'e' emulator {} } limits { max_connections: 500 } "
       "http_client { max_connections: 251 }",
       1'032},
      {"no files", "", 33},
      {"fewer than loop threads", "http_client { loop_threads: 2 max_connections: 1 }", 1'032},
  };
  for (const Case& row : cases) {
    const absl::StatusOr<ServerLimits> limits = Limits(row.config, row.open_files);
    EXPECT_EQ(limits.status().code(), absl::StatusCode::kInvalidArgument) << row.name;
    EXPECT_THAT(
        std::string(limits.status().message()),
        AllOf(HasSubstr("limits.max_connections ("), HasSubstr("http_client.max_connections ("),
              HasSubstr(absl::StrCat("the ", row.open_files, " open files"))))
        << row.name;
  }
}

TEST(LimitsTest, CallsMayHoldAThirdOfTheMemory) {
  const absl::StatusOr<ServerLimits> limits = Limits("", 1'032);
  ASSERT_TRUE(limits.ok()) << limits.status();
  EXPECT_EQ(limits->memory_bytes, 3 * kGiB);
  EXPECT_EQ(limits->admission.max_bytes, kGiB);
  EXPECT_EQ(limits->admission.max_bytes_per_peer, kGiB / 2);
  EXPECT_EQ(limits->admission.max_calls_per_peer, 1'000);
}

TEST(LimitsTest, TheConfiguredMemoryTakesPrecedence) {
  const absl::StatusOr<ServerLimits> limits =
      Limits("limits { memory_limit_bytes: 3000 max_call_bytes_per_peer: 7 }", 1'032);
  ASSERT_TRUE(limits.ok()) << limits.status();
  EXPECT_EQ(limits->memory_bytes, 3'000);
  EXPECT_EQ(limits->admission.max_bytes, 1'000);
  EXPECT_EQ(limits->admission.max_bytes_per_peer, 7);
}

TEST(LimitsTest, ZeroDisablesTheLimitsOfTime) {
  const absl::StatusOr<ServerLimits> limits =
      Limits("limits { max_connection_idle {} max_connection_age {} }", 1'032);
  ASSERT_TRUE(limits.ok()) << limits.status();
  EXPECT_EQ(limits->http2.max_connection_idle, absl::InfiniteDuration());
  EXPECT_EQ(limits->http2.max_connection_age, absl::InfiniteDuration());
}

}  // namespace
}  // namespace footnote
