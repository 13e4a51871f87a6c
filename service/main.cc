// footnote_server: flags -> configuration -> parts -> server. The one place that knows every
// concrete type.
#include <pthread.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "absl/random/random.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "service/answering/answer_engine.h"
#include "service/config.h"
#include "service/emulator/emulator.h"
#include "service/log.h"
#include "service/rpc/answer_service.h"
#include "service/rpc/server.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/http_messages_transport.h"
#include "service/upstream/platform/anthropic_platform.h"
#include "service/upstream/retry/retrying_transport.h"
#include "service/version.h"

namespace footnote {
namespace {

constexpr char kDescription[] = R"(Answers questions from the caller's own search hits over gRPC
(footnote.v1.AnswerService), by the Claude Messages API, with verified citations.

The API key comes from ANTHROPIC_API_KEY or from the file that the configuration names; with
--upstream=emulator none is needed. The server prints "listening on ADDRESS" when it is ready, logs
JSON lines to standard error, and ends on SIGTERM or SIGINT once running calls are done, or at a
second such signal.)";

constexpr char kExamples[] = R"(Examples:
  footnote_server --upstream=emulator --listen=127.0.0.1:0
  ANTHROPIC_API_KEY=... footnote_server --model=claude-opus-5-5
  footnote_server --config=/etc/footnote/server.textproto

Exit status: 0 after an orderly end, 1 if it cannot start, 2 for wrong flags.)";

constexpr int kCannotStart = 1;
constexpr int kWrongFlags = 2;

// Thousands of calls need thousands of sockets; the soft limit is often 1024.
void RaiseFileLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// The signals that end the server. Blocked before any thread starts, so that only WaitForEnd
// receives them.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return signals;
}

// Whether another such signal has come: whoever sends two is in a hurry.
bool HasAnotherSignal(const sigset_t& signals) {
  const timespec now = {};
  return sigtimedwait(&signals, nullptr, &now) > 0;
}

std::string WaitForEnd(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal == SIGTERM ? "SIGTERM" : "SIGINT";
}

upstream::CurlHttpClientOptions HttpOptions(const config::v1::UpstreamConfig& config) {
  upstream::CurlHttpClientOptions options;
  options.connect_timeout = ToDuration(config.connect_timeout());
  options.max_response_bytes = config.max_response_bytes();
  options.loop_threads = config.loop_threads();
  options.max_idle_connections = config.max_idle_connections();
  options.http_version = config.http_version() == config::v1::UpstreamConfig::HTTP_VERSION_2_TLS
                             ? upstream::CurlHttpClientOptions::HttpVersion::k2Tls
                             : upstream::CurlHttpClientOptions::HttpVersion::k1_1;
  options.ca_file = config.ca_file();
  return options;
}

upstream::HttpMessagesOptions TransportOptions(const config::v1::UpstreamConfig& config) {
  upstream::HttpMessagesOptions options;
  options.request_timeout = ToLimit(config.request_timeout());
  options.stream_timeout = ToLimit(config.stream_timeout());
  options.first_byte_timeout = ToLimit(config.first_byte_timeout());
  options.idle_timeout = ToLimit(config.idle_timeout());
  return options;
}

upstream::RetryOptions RetryOptions(const config::v1::RetryConfig& config) {
  upstream::RetryOptions options;
  options.max_attempts = config.max_attempts();
  options.backoff.initial = ToDuration(config.initial_backoff());
  options.backoff.maximum = ToDuration(config.max_backoff());
  options.max_server_wait = ToDuration(config.max_server_wait());
  options.budget.per_call = config.budget_per_call();
  options.budget.capacity = config.budget_capacity();
  return options;
}

// Uniform in [0, 1).
double Chance() {
  thread_local absl::BitGen bits;
  return absl::Uniform(bits, 0.0, 1.0);
}

upstream::AnthropicPlatform::Options PlatformOptions(const LoadedConfig& loaded,
                                                     std::string base_url) {
  upstream::AnthropicPlatform::Options options;
  options.base_url = std::move(base_url);
  options.api_version = loaded.config.upstream().api_version();
  options.api_key = loaded.api_key;
  options.user_agent = absl::StrCat("footnote/", kVersion);
  for (const auto& [name, value] : loaded.config.upstream().headers()) {
    options.headers.emplace_back(name, value);
  }
  return options;
}

answering::building::RequestDefaults Defaults(const config::v1::DefaultsConfig& config) {
  answering::building::RequestDefaults defaults;
  defaults.model = config.model();
  defaults.max_tokens = config.max_tokens();
  defaults.fallback_models.assign(config.fallback_models().begin(), config.fallback_models().end());
  return defaults;
}

absl::Status Run(const ConfigFlags& flags, const sigset_t& end_signals) {
  absl::StatusOr<LoadedConfig> loaded =
      LoadConfig(flags, [](const char* name) -> const char* { return std::getenv(name); });
  if (!loaded.ok()) return loaded.status();
  const config::v1::ServerConfig& config = loaded->config;

  std::unique_ptr<emulator::Emulator> emulator;
  std::string base_url = config.upstream().url();
  if (base_url == kEmulatorUpstream) {
    absl::StatusOr<std::unique_ptr<emulator::Emulator>> started = emulator::Emulator::Start({});
    if (!started.ok()) return started.status();
    emulator = *std::move(started);
    base_url = absl::StrCat("http://127.0.0.1:", emulator->port());
  }

  const upstream::AnthropicPlatform platform(PlatformOptions(*loaded, base_url));
  absl::StatusOr<std::unique_ptr<upstream::CurlHttpClient>> http =
      upstream::CurlHttpClient::Create(HttpOptions(config.upstream()));
  if (!http.ok()) return http.status();
  upstream::HttpMessagesTransport direct(&platform, http->get(),
                                         TransportOptions(config.upstream()));
  upstream::RetryingTransport transport(
      &direct, http->get(), RetryOptions(config.upstream().retry()), &absl::Now, &Chance);
  const answering::AnswerEngine engine(&transport, Defaults(config.defaults()));
  rpc::AnswerService service(&engine, &platform,
                             {{config.upstream().forwarded_metadata().begin(),
                               config.upstream().forwarded_metadata().end()},
                              config.limits().max_calls_in_flight()});
  absl::StatusOr<std::unique_ptr<rpc::Server>> server =
      rpc::Server::Start({config.listen(), config.limits().max_request_bytes()}, &service);
  if (!server.ok()) return server.status();

  std::cout << "listening on " << (*server)->address() << std::endl;
  LogInfo("started", {{"version", kVersion},
                      {"address", (*server)->address()},
                      {"upstream", emulator != nullptr ? kEmulatorUpstream : base_url}});
  LogInfo("stopping", {{"signal", WaitForEnd(end_signals)}});
  const int cut_off = (*server)->Drain(ToDuration(config.drain_timeout()),
                                       [&] { return HasAnotherSignal(end_signals); });
  LogInfo("stopped", {{"calls_cut_off", absl::StrCat(cut_off)}});
  return absl::OkStatus();
}

int Main(int argc, char** argv) {
  CLI::App app{kDescription, "footnote_server"};
  app.footer(kExamples);
  app.set_version_flag("--version", absl::StrCat("footnote_server ", kVersion));
  ConfigFlags flags;
  app.add_option("--config", flags.config,
                 "Configuration file: footnote.config.v1.ServerConfig in protobuf text form");
  app.add_option("--listen", flags.listen,
                 "HOST:PORT, :PORT or unix:PATH; port 0 takes a free one (default 127.0.0.1:8080)");
  app.add_option("--upstream", flags.upstream,
                 "Address of the Messages API, or `emulator` (default https://api.anthropic.com)");
  app.add_option("--model", flags.model, "Model for requests that name none");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kWrongFlags;
  }

  RouteLibraryLogs();
  RaiseFileLimit();
  const sigset_t end_signals = BlockEndSignals();
  // Debian's abseil looks for lock-order cycles in optimised builds too.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  if (const absl::Status status = Run(flags, end_signals); !status.ok()) {
    std::cerr << "footnote_server: " << status.message() << std::endl;
    return kCannotStart;
  }
  return 0;
}

}  // namespace
}  // namespace footnote

int main(int argc, char** argv) { return footnote::Main(argc, argv); }
