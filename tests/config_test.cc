// SPDX-License-Identifier: Apache-2.0
#include "service/config.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kKey[] = "sk-ant-TESTCANARY";

std::string WriteFile(const std::string& name, const std::string& text) {
  std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

ConfigFlags FileFlags(const std::string& text) {
  ConfigFlags flags;
  flags.config = WriteFile("server.textproto", text);
  return flags;
}

const char* WithKey(const char* name) {
  return std::string(name) == "ANTHROPIC_API_KEY" ? kKey : nullptr;
}
const char* Empty(const char*) { return nullptr; }

std::string ErrorOf(const absl::StatusOr<LoadedConfig>& loaded) {
  return std::string(loaded.status().message());
}

TEST(ConfigTest, WithoutSettingsTheDefaultsAreTheDocumentedOnes) {
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig({}, WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const config::v1::ServerConfig& config = loaded->config;
  EXPECT_EQ(config.listen(), "127.0.0.1:8080");
  const config::v1::HttpClientConfig& http = config.http_client();
  EXPECT_EQ(http.http_version(), config::v1::HttpClientConfig::HTTP_VERSION_1_1);
  EXPECT_EQ(ToDuration(http.connect_timeout()), absl::Seconds(10));
  EXPECT_EQ(http.max_response_bytes(), 32 << 20);
  EXPECT_EQ(http.loop_threads(), 1);
  EXPECT_EQ(http.max_idle_connections(), 1024);
  const config::v1::RetryConfig& retry = config.retry();
  EXPECT_EQ(retry.max_attempts(), 3);
  EXPECT_EQ(ToDuration(retry.initial_backoff()), absl::Milliseconds(500));
  EXPECT_EQ(ToDuration(retry.max_backoff()), absl::Seconds(8));
  EXPECT_EQ(ToDuration(retry.max_server_wait()), absl::Seconds(60));
  EXPECT_EQ(retry.budget_per_call(), 0.2);
  EXPECT_EQ(retry.budget_capacity(), 100);
  EXPECT_EQ(config.defaults().model(), "");
  EXPECT_EQ(config.defaults().max_tokens(), 4096);
  EXPECT_EQ(config.limits().max_request_bytes(), 8 << 20);
  EXPECT_EQ(config.limits().max_calls_in_flight(), 10000);
  EXPECT_EQ(config.limits().max_new_calls_per_second_per_peer(), 10000);
  EXPECT_EQ(ToDuration(config.limits().unread_answer_timeout()), absl::Seconds(60));
  EXPECT_EQ(config.limits().unix_socket_mode(), 0600);
  EXPECT_EQ(config.limits().max_streams_per_connection(), 100);
  EXPECT_EQ(config.limits().max_new_calls_per_second(), 10000);
  EXPECT_EQ(config.limits().max_resets_per_second(), 500);
  EXPECT_EQ(ToDuration(config.limits().max_connection_idle()), absl::Minutes(15));
  EXPECT_EQ(ToDuration(config.limits().max_connection_age()), absl::Hours(1));
  EXPECT_EQ(config.limits().max_answer_bytes(), 64 << 20);
  EXPECT_EQ(config.limits().max_answer_citations(), 10000);
  EXPECT_EQ(ToDuration(config.drain_timeout()), absl::Seconds(30));
}

TEST(ConfigTest, WithoutSettingsThereIsOneRouteToTheClaudeApi) {
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig({}, WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  ASSERT_EQ(loaded->config.routes_size(), 1);
  const config::v1::RouteConfig& route = loaded->config.routes(0);
  EXPECT_EQ(route.name(), "anthropic");
  EXPECT_EQ(route.anthropic().url(), "https://api.anthropic.com");
  EXPECT_EQ(route.anthropic().api_version(), "2026-10-21");
  EXPECT_EQ(ToDuration(route.request_timeout()), absl::Seconds(600));
  EXPECT_EQ(ToDuration(route.stream_timeout()), absl::Hours(1));
  EXPECT_EQ(ToDuration(route.first_byte_timeout()), absl::Seconds(300));
  EXPECT_EQ(ToDuration(route.idle_timeout()), absl::Seconds(120));
  ASSERT_EQ(loaded->api_keys.size(), 1u);
  EXPECT_EQ(loaded->api_keys[0].Reveal(), kKey);
}

TEST(ConfigTest, ADurationReplacesItsDefaultCompletely) {
  const absl::StatusOr<LoadedConfig> loaded =
      LoadConfig(FileFlags("routes { name: 'a' anthropic {} idle_timeout { nanos: 5 } } "
                           "retry { max_backoff { seconds: 9 } }"),
                 WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(ToDuration(loaded->config.routes(0).idle_timeout()), absl::Nanoseconds(5));
  EXPECT_EQ(ToDuration(loaded->config.retry().max_backoff()), absl::Seconds(9));
  EXPECT_EQ(loaded->config.retry().max_attempts(), 3);
}

TEST(ConfigTest, ZeroDisablesALimit) {
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(
      FileFlags("routes { name: 'a' anthropic {} idle_timeout {} } retry { budget_capacity: 0 }"),
      WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(ToLimit(loaded->config.routes(0).idle_timeout()), absl::InfiniteDuration());
  EXPECT_EQ(ToLimit(loaded->config.routes(0).stream_timeout()), absl::Hours(1));
  EXPECT_EQ(loaded->config.retry().budget_capacity(), 0);
}

TEST(ConfigTest, FlagsTakePrecedenceOverTheFile) {
  ConfigFlags flags = FileFlags(R"(listen: "0.0.0.0:1"
      routes { name: "a" anthropic { url: "https://file.test" } }
      routes { name: "b" anthropic {} }
      defaults { model: "file" })");
  flags.listen = "127.0.0.1:2";
  flags.upstream = "https://flag.test/";
  flags.model = "flag";
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(flags, WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->config.listen(), "127.0.0.1:2");
  ASSERT_EQ(loaded->config.routes_size(), 1) << "--upstream replaces all routes";
  EXPECT_EQ(loaded->config.routes(0).name(), "anthropic");
  EXPECT_EQ(loaded->config.routes(0).anthropic().url(), "https://flag.test");
  EXPECT_EQ(loaded->config.defaults().model(), "flag");
}

TEST(ConfigTest, TheEmulatorNeedsNoKeyAndNoModel) {
  ConfigFlags flags;
  flags.upstream = "emulator";
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(flags, Empty);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  ASSERT_EQ(loaded->config.routes_size(), 1);
  EXPECT_EQ(loaded->config.routes(0).name(), "emulator");
  EXPECT_TRUE(loaded->config.routes(0).has_emulator());
  EXPECT_FALSE(loaded->config.defaults().model().empty());
}

TEST(ConfigTest, EachRouteHasItsOwnDefaultsAndKey) {
  const std::string key_file = WriteFile("second_key", "second\n");
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(
      FileFlags(absl::StrCat("routes { name: 'a' anthropic {} request_timeout { seconds: 1 } } "
                             "routes { name: 'b' anthropic { api_version: '2023-06-01' "
                             "api_key_file: '",
                             key_file, "' } } routes { name: 'c' emulator {} }")),
      WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  ASSERT_EQ(loaded->api_keys.size(), 3u);
  EXPECT_EQ(loaded->api_keys[0].Reveal(), kKey);
  EXPECT_EQ(loaded->api_keys[1].Reveal(), "second");
  EXPECT_EQ(ToDuration(loaded->config.routes(0).request_timeout()), absl::Seconds(1));
  EXPECT_EQ(ToDuration(loaded->config.routes(1).request_timeout()), absl::Seconds(600));
  EXPECT_EQ(loaded->config.routes(0).anthropic().api_version(), "2026-10-21");
  EXPECT_EQ(loaded->config.routes(1).anthropic().api_version(), "2023-06-01");
  EXPECT_EQ(ToDuration(loaded->config.routes(2).idle_timeout()), absl::Seconds(120));
}

TEST(ConfigTest, AKeyFileTakesPrecedenceOverTheEnvironmentAndIsTrimmed) {
  const std::string key_file = WriteFile("key", "  from-file\n");
  const absl::StatusOr<LoadedConfig> loaded =
      LoadConfig(FileFlags(absl::StrCat(R"(routes { name: "a" anthropic { api_key_file: ")",
                                        key_file, R"(" } })")),
                 WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->api_keys[0].Reveal(), "from-file");
}

TEST(ConfigTest, TheErrorWithoutAKeyNamesTheVariableAndTheEmulator) {
  EXPECT_THAT(ErrorOf(LoadConfig({}, Empty)),
              AllOf(HasSubstr("ANTHROPIC_API_KEY"), HasSubstr("--upstream=emulator")));
}

TEST(ConfigTest, AMissingFileIsNamed) {
  ConfigFlags flags;
  flags.config = "/nonexistent/server.textproto";
  EXPECT_THAT(ErrorOf(LoadConfig(flags, WithKey)), HasSubstr("/nonexistent/server.textproto"));
}

TEST(ConfigTest, AnUnknownFieldIsNamedWithItsLine) {
  EXPECT_THAT(ErrorOf(LoadConfig(FileFlags("listen: \"x:1\"\nlissten: 3"), WithKey)),
              AllOf(HasSubstr(":2:"), HasSubstr("lissten")));
}

TEST(ConfigTest, AFolderInsteadOfAFileIsAnError) {
  ConfigFlags flags;
  flags.config = ::testing::TempDir();
  EXPECT_THAT(ErrorOf(LoadConfig(flags, WithKey)), HasSubstr(::testing::TempDir()));
}

TEST(ConfigTest, AValueWithoutItsQuotationMarksIsNotShown) {
  const std::string error = ErrorOf(
      LoadConfig(FileFlags("routes { headers { key: \"a\" value: s3cret-CANARY } }"), WithKey));
  EXPECT_THAT(error, AllOf(HasSubstr(":1:"), Not(HasSubstr("CANARY")), Not(HasSubstr("s3cret"))));
}

TEST(ConfigTest, AllViolationsAreListed) {
  const std::string error = ErrorOf(LoadConfig(
      FileFlags(
          R"(routes { name: "a" anthropic { api_version: "1999" } } http_client { loop_threads: -1 }
                     defaults { max_tokens: -5 })"),
      WithKey));
  EXPECT_THAT(error,
              AllOf(HasSubstr("routes[0].anthropic.api_version"),
                    HasSubstr("http_client.loop_threads"), HasSubstr("defaults.max_tokens")));
}

TEST(ConfigTest, AKeyWithALineBreakIsRejectedAndNotShown) {
  const std::string error =
      ErrorOf(LoadConfig({}, [](const char*) -> const char* { return "sk-TESTCANARY\nx: y"; }));
  EXPECT_THAT(error, AllOf(HasSubstr("ANTHROPIC_API_KEY"), Not(HasSubstr("CANARY"))));
}

TEST(ConfigTest, AFallbackMayBeTheSameModelOnAnotherRoute) {
  const absl::StatusOr<LoadedConfig> loaded =
      LoadConfig(FileFlags("routes { name: 'a' anthropic {} } routes { name: 'b' anthropic {} } "
                           "defaults { model: 'm' fallback_models { model: 'm' route: 'b' } }"),
                 WithKey);
  EXPECT_TRUE(loaded.ok()) << loaded.status();
}

}  // namespace
}  // namespace footnote
