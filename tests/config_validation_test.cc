// SPDX-License-Identifier: Apache-2.0
// The rules for the values of the configuration.
#include "service/config_validation.h"

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/config.h"

namespace footnote {
namespace {

using ::testing::HasSubstr;

// Returns the error of a server with `text` as its configuration.
std::string ErrorOf(const std::string& text) {
  ConfigFlags flags;
  flags.config = absl::StrCat(::testing::TempDir(), "/server.textproto");
  std::ofstream(flags.config, std::ios::binary) << text;
  return std::string(
      LoadConfig(flags, [](const char*) { return "sk-ant-TESTKEY"; }).status().message());
}

struct ViolationCase {
  const char* name;
  const char* file;
  const char* field;
};

class ConfigViolationTest : public ::testing::TestWithParam<ViolationCase> {};

TEST_P(ConfigViolationTest, IsRejectedWithItsField) {
  EXPECT_THAT(ErrorOf(GetParam().file), HasSubstr(GetParam().field));
}

INSTANTIATE_TEST_SUITE_P(
    Violations, ConfigViolationTest,
    ::testing::ValuesIn(std::vector<ViolationCase>{
        {"UrlWithoutScheme", R"(routes { name: "a" anthropic { url: "api.anthropic.com" } })",
         "routes[0].anthropic.url"},
        {"UrlOfAnotherScheme", R"(routes { name: "a" anthropic { url: "ftp://x.test" } })",
         "routes[0].anthropic.url"},
        {"CleartextUrl", R"(routes { name: "a" anthropic { url: "http://x.test" } })",
         "routes[0].anthropic.url: must begin with https://"},
        {"UrlWithPath", R"(routes { name: "a" anthropic { url: "https://x.test/v1" } })",
         "routes[0].anthropic.url"},
        {"UrlWithPassword", R"(routes { name: "a" anthropic { url: "https://u:p@x.test" } })",
         "routes[0].anthropic.url"},
        {"KeyAsHeader",
         R"(routes { name: "a" anthropic {} headers { key: "X-Api-Key" value: "k" } })",
         "routes[0].headers[X-Api-Key]"},
        {"BearerAsHeader",
         R"(routes { name: "a" anthropic {} headers { key: "authorization" value: "k" } })",
         "routes[0].headers[authorization]"},
        {"HeaderNameWithSpace",
         R"(routes { name: "a" anthropic {} headers { key: "a b" value: "k" } })",
         "routes[0].headers[a b]"},
        {"HeaderValueWithLineBreak",
         R"(routes { name: "a" anthropic {} headers { key: "a" value: "k\nb: c" } })",
         "routes[0].headers[a]"},
        {"ForwardedKey", R"(routes { name: "a" anthropic {} forwarded_metadata: "x-api-key" })",
         "routes[0].forwarded_metadata[0]"},
        {"ForwardedBinary", R"(routes { name: "a" anthropic {} forwarded_metadata: "trace-bin" })",
         "routes[0].forwarded_metadata[0]"},
        {"ForwardedUpperCase", R"(routes { name: "a" anthropic {} forwarded_metadata: "Trace" })",
         "routes[0].forwarded_metadata[0]"},
        {"ZeroTimeout", R"(http_client { connect_timeout {} })", "http_client.connect_timeout"},
        {"NegativeTimeout", R"(routes { name: "a" anthropic {} request_timeout { seconds: -1 } })",
         "routes[0].request_timeout"},
        {"NegativeIdleLimit", "routes { name: 'a' anthropic {} idle_timeout { seconds: -1 } }",
         "routes[0].idle_timeout"},
        {"NoAttempt", "retry { max_attempts: 0 }", "retry.max_attempts"},
        {"TooManyAttempts", "retry { max_attempts: 11 }", "retry.max_attempts"},
        {"NoBackoff", "retry { initial_backoff {} }", "retry.initial_backoff"},
        {"BackoffAboveItsMaximum", "retry { initial_backoff { seconds: 9 } }", "retry.max_backoff"},
        {"BudgetThatIsNotANumber", "retry { budget_per_call: nan }", "retry.budget_per_call"},
        {"NegativeBudget", "retry { budget_capacity: -1 }", "retry.budget_capacity"},
        {"FallbackForNoModel", "defaults { fallback_models { model: 'a' } }",
         "defaults.fallback_models"},
        {"TooManyFallbacks",
         "defaults { model: 'm' fallback_models { model: 'a' } fallback_models { model: 'b' } "
         "fallback_models { model: 'c' } fallback_models { model: 'd' } }",
         "defaults.fallback_models"},
        {"BlankFallback", "defaults { model: 'm' fallback_models { model: ' ' } }",
         "defaults.fallback_models[0].model"},
        {"FallbackThatIsTheModel", "defaults { model: 'm' fallback_models { model: 'm' } }",
         "defaults.fallback_models[0]"},
        {"FallbackThatIsTheModelOnTheFirstRoute",
         "defaults { model: 'm' fallback_models { model: 'm' route: 'anthropic' } }",
         "defaults.fallback_models[0]"},
        {"FallbackOnAnUnknownRoute",
         "defaults { model: 'm' fallback_models { model: 'n' route: 'x' } }",
         "defaults.fallback_models[0].route"},
        {"RouteWithoutAName", "routes { anthropic {} }", "routes[0].name"},
        {"RouteNameWithASpace", "routes { name: 'a b' anthropic {} }", "routes[0].name"},
        {"RouteNameThatIsTooLong",
         "routes { name: "
         "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' anthropic {} }",
         "routes[0].name"},
        {"RouteNameTwice", "routes { name: 'a' anthropic {} } routes { name: 'a' emulator {} }",
         "routes[1].name: must be unique"},
        {"RouteWithoutAPlatform", "routes { name: 'a' }", "routes[0]: must have a platform"},
        {"UrlOfTheSecondRoute",
         "routes { name: 'a' emulator {} } routes { name: 'b' anthropic { url: 'x' } }",
         "routes[1].anthropic.url"},
        {"DecimalMode", "limits { unix_socket_mode: 660 }", "limits.unix_socket_mode"},
        {"NegativeConnections", "limits { max_connections: -1 }", "limits.max_connections:"},
        {"NegativeConnectionsPerPeer", "limits { max_connections_per_peer: -1 }",
         "limits.max_connections_per_peer"},
        {"NegativeUpstreamConnections", "http_client { max_connections: -1 }",
         "http_client.max_connections"},
        {"NoStreams", "limits { max_streams_per_connection: 0 }",
         "limits.max_streams_per_connection"},
        {"NoNewCalls", "limits { max_new_calls_per_second: 0 }", "limits.max_new_calls_per_second"},
        {"NoResets", "limits { max_resets_per_second: 0 }", "limits.max_resets_per_second"},
        {"NegativeIdleTime", "limits { max_connection_idle { seconds: -1 } }",
         "limits.max_connection_idle"},
        {"NegativeAge", "limits { max_connection_age { seconds: -1 } }",
         "limits.max_connection_age"},
        {"EndlessDrain", R"(drain_timeout { seconds: 100000000 })", "drain_timeout"},
        {"NegativeResponseLimit", R"(http_client { max_response_bytes: -1 })",
         "http_client.max_response_bytes"},
        {"HugeResponseLimit", R"(http_client { max_response_bytes: 268435457 })",
         "http_client.max_response_bytes: must be from 1 to 268435456"},
        {"HugeRequestLimit", R"(limits { max_request_bytes: 268435457 })",
         "limits.max_request_bytes: must be from 1 to 268435456"},
        {"ProxyWithoutAPort", R"(http_client { proxy: "http://proxy.test" })",
         "http_client.proxy: must be http://HOST:PORT"},
        {"Policy", "policy { max_attempts: 1 }",
         "retry.max_attempts: must not exceed policy.max_attempts"},
        {"TooManyLoops", R"(http_client { loop_threads: 100000 })", "http_client.loop_threads"},
        {"NegativeRequestLimit", R"(limits { max_request_bytes: -1 })", "limits.max_request_bytes"},
        {"NegativeCalls", R"(limits { max_calls_in_flight: -1 })", "limits.max_calls_in_flight"},
        {"ZeroAnswerBytes", R"(limits { max_answer_bytes: 0 })",
         "limits.max_answer_bytes: must be from 1 to 1073741824"},
        {"AnswerBytesAboveOneGibibyte", R"(limits { max_answer_bytes: 1073741825 })",
         "limits.max_answer_bytes"},
        {"ZeroCitations", R"(limits { max_answer_citations: 0 })",
         "limits.max_answer_citations: must be from 1 to 1000000"},
        {"AMillionAndOneCitations", R"(limits { max_answer_citations: 1000001 })",
         "limits.max_answer_citations"},
        {"ListenWithoutPort", R"(listen: "127.0.0.1")", "listen"},
        {"ListenBeyondPorts", R"(listen: "127.0.0.1:99999")", "listen"},
        {"EmptyListen", R"(listen: "")", "listen"},
        {"ListenWithoutASocketPath", R"(listen: "unix:")", "listen"},
        {"TooManyTokens", R"(defaults { max_tokens: 32000 })", "defaults.max_tokens"},
        {"BlankModel", R"(defaults { model: " " })", "defaults.model"},
        {"KeyFileIsAFolder", R"(routes { name: "a" anthropic { api_key_file: "/tmp" } })", "/tmp"},
        {"MissingKeyFile", R"(routes { name: "a" anthropic { api_key_file: "/nonexistent/key" } })",
         "/nonexistent/key"},
    }),
    [](const auto& info) { return info.param.name; });

TEST(ConfigValidationTest, CleartextIsPossibleToLoopbackOrIfItIsAllowed) {
  for (const char* url : {"http://127.0.0.1:8081", "http://[::1]", "http://localhost:1"}) {
    EXPECT_EQ(ErrorOf(absl::StrCat("routes { name: 'a' anthropic { url: '", url, "' } }")), "");
  }
  EXPECT_EQ(
      ErrorOf("routes { name: 'a' anthropic { url: 'http://x.test' allow_cleartext: true } }"), "");
}

TEST(ConfigValidationTest, TheLargestSizesAreValid) {
  EXPECT_EQ(ErrorOf("http_client { max_response_bytes: 268435456 } "
                    "limits { max_request_bytes: 268435456 }"),
            "");
}

TEST(ConfigValidationTest, AnErrorAboutAProxyDoesNotShowIt) {
  EXPECT_THAT(ErrorOf("http_client { proxy: 'http://u:hunter2@proxy.test' }"),
              ::testing::Not(HasSubstr("hunter2")));
}

}  // namespace
}  // namespace footnote
