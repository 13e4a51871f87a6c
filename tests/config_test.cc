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

TEST(ConfigTest, NothingSetGivesTheDocumentedDefaults) {
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig({}, WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const config::v1::ServerConfig& config = loaded->config;
  EXPECT_EQ(config.listen(), "127.0.0.1:8080");
  EXPECT_EQ(config.upstream().url(), "https://api.anthropic.com");
  EXPECT_EQ(config.upstream().api_version(), "2026-10-21");
  EXPECT_EQ(ToDuration(config.upstream().connect_timeout()), absl::Seconds(10));
  EXPECT_EQ(ToDuration(config.upstream().request_timeout()), absl::Seconds(600));
  EXPECT_EQ(ToDuration(config.upstream().stream_timeout()), absl::Hours(1));
  EXPECT_EQ(ToDuration(config.upstream().first_byte_timeout()), absl::Seconds(300));
  EXPECT_EQ(ToDuration(config.upstream().idle_timeout()), absl::Seconds(120));
  const config::v1::RetryConfig& retry = config.upstream().retry();
  EXPECT_EQ(retry.max_attempts(), 3);
  EXPECT_EQ(ToDuration(retry.initial_backoff()), absl::Milliseconds(500));
  EXPECT_EQ(ToDuration(retry.max_backoff()), absl::Seconds(8));
  EXPECT_EQ(ToDuration(retry.max_server_wait()), absl::Seconds(60));
  EXPECT_EQ(retry.budget_per_call(), 0.2);
  EXPECT_EQ(retry.budget_capacity(), 100);
  EXPECT_EQ(config.upstream().max_response_bytes(), 64 << 20);
  EXPECT_EQ(config.upstream().loop_threads(), 1);
  EXPECT_EQ(config.upstream().max_idle_connections(), 1024);
  EXPECT_EQ(config.defaults().model(), "");
  EXPECT_EQ(config.defaults().max_tokens(), 4096);
  EXPECT_EQ(config.limits().max_request_bytes(), 32 << 20);
  EXPECT_EQ(config.limits().max_calls_in_flight(), 10000);
  EXPECT_EQ(ToDuration(config.drain_timeout()), absl::Seconds(30));
  EXPECT_EQ(loaded->api_key.Reveal(), kKey);
}

TEST(ConfigTest, ADurationReplacesItsDefaultAsAWhole) {
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(
      FileFlags("upstream { idle_timeout { nanos: 5 } retry { max_backoff { seconds: 9 } } }"),
      WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(ToDuration(loaded->config.upstream().idle_timeout()), absl::Nanoseconds(5));
  EXPECT_EQ(ToDuration(loaded->config.upstream().retry().max_backoff()), absl::Seconds(9));
  EXPECT_EQ(loaded->config.upstream().retry().max_attempts(), 3);
}

TEST(ConfigTest, ZeroTurnsALimitOff) {
  const absl::StatusOr<LoadedConfig> loaded =
      LoadConfig(FileFlags("upstream { idle_timeout {} retry { budget_capacity: 0 } }"), WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(ToLimit(loaded->config.upstream().idle_timeout()), absl::InfiniteDuration());
  EXPECT_EQ(ToLimit(loaded->config.upstream().stream_timeout()), absl::Hours(1));
  EXPECT_EQ(loaded->config.upstream().retry().budget_capacity(), 0);
}

TEST(ConfigTest, FlagsWinOverTheFile) {
  ConfigFlags flags = FileFlags(
      R"(listen: "0.0.0.0:1" upstream { url: "https://file.test" } defaults { model: "file" })");
  flags.listen = "127.0.0.1:2";
  flags.upstream = "https://flag.test/";
  flags.model = "flag";
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(flags, WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->config.listen(), "127.0.0.1:2");
  EXPECT_EQ(loaded->config.upstream().url(), "https://flag.test");
  EXPECT_EQ(loaded->config.defaults().model(), "flag");
}

TEST(ConfigTest, TheEmulatorNeedsNoKeyAndNoModel) {
  ConfigFlags flags;
  flags.upstream = "emulator";
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(flags, Empty);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_FALSE(loaded->config.defaults().model().empty());
}

TEST(ConfigTest, AKeyFileWinsOverTheEnvironmentAndIsTrimmed) {
  const std::string key_file = WriteFile("key", "  from-file\n");
  const absl::StatusOr<LoadedConfig> loaded = LoadConfig(
      FileFlags(absl::StrCat(R"(upstream { api_key_file: ")", key_file, R"(" })")), WithKey);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->api_key.Reveal(), "from-file");
}

TEST(ConfigTest, WithoutAKeyTheErrorSaysWhereOneIsLookedFor) {
  EXPECT_THAT(ErrorOf(LoadConfig({}, Empty)),
              AllOf(HasSubstr("ANTHROPIC_API_KEY"), HasSubstr("--upstream=emulator")));
}

TEST(ConfigTest, AMissingFileIsNamed) {
  ConfigFlags flags;
  flags.config = "/nonexistent/server.textproto";
  EXPECT_THAT(ErrorOf(LoadConfig(flags, WithKey)), HasSubstr("/nonexistent/server.textproto"));
}

TEST(ConfigTest, AFieldThatDoesNotExistIsNamedWithItsPlace) {
  EXPECT_THAT(ErrorOf(LoadConfig(FileFlags("listen: \"x:1\"\nlissten: 3"), WithKey)),
              AllOf(HasSubstr(":2:"), HasSubstr("lissten")));
}

TEST(ConfigTest, AFolderInPlaceOfTheFileIsAnError) {
  ConfigFlags flags;
  flags.config = ::testing::TempDir();
  EXPECT_THAT(ErrorOf(LoadConfig(flags, WithKey)), HasSubstr(::testing::TempDir()));
}

TEST(ConfigTest, AValueWithoutItsQuotationMarksIsNotShown) {
  const std::string error = ErrorOf(
      LoadConfig(FileFlags("upstream { headers { key: \"a\" value: s3cret-CANARY } }"), WithKey));
  EXPECT_THAT(error, AllOf(HasSubstr(":1:"), Not(HasSubstr("CANARY")), Not(HasSubstr("s3cret"))));
}

TEST(ConfigTest, AllFaultsAreNamedAtOnce) {
  const std::string error = ErrorOf(LoadConfig(
      FileFlags(R"(upstream { api_version: "1999" loop_threads: -1 } defaults { max_tokens: -5 })"),
      WithKey));
  EXPECT_THAT(error, AllOf(HasSubstr("upstream.api_version"), HasSubstr("upstream.loop_threads"),
                           HasSubstr("defaults.max_tokens")));
}

TEST(ConfigTest, AKeyWithALineBreakIsRefusedWithoutBeingShown) {
  const std::string error =
      ErrorOf(LoadConfig({}, [](const char*) -> const char* { return "sk-TESTCANARY\nx: y"; }));
  EXPECT_THAT(error, AllOf(HasSubstr("ANTHROPIC_API_KEY"), Not(HasSubstr("CANARY"))));
}

struct FaultCase {
  const char* name;
  const char* file;
  const char* field;
};

class ConfigFaultTest : public ::testing::TestWithParam<FaultCase> {};

TEST_P(ConfigFaultTest, IsRefusedByName) {
  EXPECT_THAT(ErrorOf(LoadConfig(FileFlags(GetParam().file), WithKey)),
              HasSubstr(GetParam().field));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, ConfigFaultTest,
    ::testing::ValuesIn(std::vector<FaultCase>{
        {"UrlWithoutScheme", R"(upstream { url: "api.anthropic.com" })", "upstream.url"},
        {"UrlOfAnotherScheme", R"(upstream { url: "ftp://x.test" })", "upstream.url"},
        {"UrlWithPath", R"(upstream { url: "https://x.test/v1" })", "upstream.url"},
        {"UrlWithPassword", R"(upstream { url: "https://u:p@x.test" })", "upstream.url"},
        {"KeyAsHeader", R"(upstream { headers { key: "X-Api-Key" value: "k" } })",
         "upstream.headers[X-Api-Key]"},
        {"BearerAsHeader", R"(upstream { headers { key: "authorization" value: "k" } })",
         "upstream.headers[authorization]"},
        {"HeaderNameWithSpace", R"(upstream { headers { key: "a b" value: "k" } })",
         "upstream.headers[a b]"},
        {"HeaderValueWithLineBreak", R"(upstream { headers { key: "a" value: "k\nb: c" } })",
         "upstream.headers[a]"},
        {"ForwardedKey", R"(upstream { forwarded_metadata: "x-api-key" })",
         "upstream.forwarded_metadata"},
        {"ForwardedBinary", R"(upstream { forwarded_metadata: "trace-bin" })",
         "upstream.forwarded_metadata"},
        {"ForwardedUpperCase", R"(upstream { forwarded_metadata: "Trace" })",
         "upstream.forwarded_metadata"},
        {"ZeroTimeout", R"(upstream { connect_timeout {} })", "upstream.connect_timeout"},
        {"NegativeTimeout", R"(upstream { request_timeout { seconds: -1 } })",
         "upstream.request_timeout"},
        {"NegativeIdleLimit", "upstream { idle_timeout { seconds: -1 } }", "upstream.idle_timeout"},
        {"NoAttempt", "upstream { retry { max_attempts: 0 } }", "upstream.retry.max_attempts"},
        {"TooManyAttempts", "upstream { retry { max_attempts: 11 } }",
         "upstream.retry.max_attempts"},
        {"NoBackoff", "upstream { retry { initial_backoff {} } }",
         "upstream.retry.initial_backoff"},
        {"BackoffAboveItsMaximum", "upstream { retry { initial_backoff { seconds: 9 } } }",
         "upstream.retry.max_backoff"},
        {"BudgetThatIsNoNumber", "upstream { retry { budget_per_call: nan } }",
         "upstream.retry.budget_per_call"},
        {"NegativeBudget", "upstream { retry { budget_capacity: -1 } }",
         "upstream.retry.budget_capacity"},
        {"FallbackForNoModel", "defaults { fallback_models: 'a' }", "defaults.fallback_models"},
        {"TooManyFallbacks", "defaults { model: 'm' fallback_models: ['a', 'b', 'c', 'd'] }",
         "defaults.fallback_models"},
        {"BlankFallback", "defaults { model: 'm' fallback_models: ' ' }",
         "defaults.fallback_models"},
        {"EndlessDrain", R"(drain_timeout { seconds: 100000000 })", "drain_timeout"},
        {"NegativeResponseLimit", R"(upstream { max_response_bytes: -1 })",
         "upstream.max_response_bytes"},
        {"TooManyLoops", R"(upstream { loop_threads: 100000 })", "upstream.loop_threads"},
        {"NegativeRequestLimit", R"(limits { max_request_bytes: -1 })", "limits.max_request_bytes"},
        {"NegativeCalls", R"(limits { max_calls_in_flight: -1 })", "limits.max_calls_in_flight"},
        {"ListenWithoutPort", R"(listen: "127.0.0.1")", "listen"},
        {"ListenBeyondPorts", R"(listen: "127.0.0.1:99999")", "listen"},
        {"ListenNowhere", R"(listen: "")", "listen"},
        {"ListenOnNoSocket", R"(listen: "unix:")", "listen"},
        {"TooManyTokens", R"(defaults { max_tokens: 32000 })", "defaults.max_tokens"},
        {"BlankModel", R"(defaults { model: " " })", "defaults.model"},
        {"KeyFileIsAFolder", R"(upstream { api_key_file: "/tmp" })", "/tmp"},
        {"MissingKeyFile", R"(upstream { api_key_file: "/nonexistent/key" })", "/nonexistent/key"},
    }),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace footnote
